package sgf_test

import (
	"fmt"
	"os"
	"strings"

	"tengen/sgf"
)

func ExampleParse() {
	games, err := sgf.Parse([]byte("(;SZ[9]C[a \\[small\\] board];B[ee];W[ce](;B[cd])(;B[gc]))"))
	if err != nil {
		fmt.Println(err)
	}
	for _, root := range games {
		fmt.Println(root.Text("C"))
		for node := range root.MainLine() {
			for _, p := range node.Properties {
				fmt.Print(p.Name, p.Values, " ")
			}
		}
		fmt.Println()
	}
	// Output:
	// a [small] board
	// SZ[9] C[a \[small\] board] B[ee] W[ce] B[cd]
}

func ExampleParse_error() {
	games, err := sgf.Parse([]byte("(;SZ[9]\n;B[ee];W[c"))
	fmt.Println(err)
	fmt.Println(games[0].Children[0].Text("B")) // what was complete is kept
	// Output:
	// line 2, column 11 (offset 18): the file ends too early: no "]" for the value "c" of W that begins in line 2, column 9
	// ee
}

func ExampleRead() {
	games, err := sgf.Read(strings.NewReader("Hi, see this: (;GM[1];Black[aa]) (;GM[1])"))
	fmt.Println(len(games), games[0].Children[0].Text("B"), err)
	// Output: 2 aa <nil>
}

func ExampleWrite() {
	root := new(sgf.Node)
	root.Set("FF", "4")
	root.Set("SZ", sgf.FormatSize(9, 13))
	root.Set("AB", sgf.FormatPoints([]sgf.XY{{2, 2}, {3, 2}, {6, 6}})...)
	move := root.NewChild()
	move.Set("W", sgf.XY{X: 4, Y: 4}.String())
	move.NewChild().Set("B", "dc")
	move.NewChild().Set("C", sgf.Escape("or [here]?"))
	if err := sgf.Write(os.Stdout, sgf.Collection{root}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (;FF[4]SZ[9:13]AB[cc:dc][gg]
	// ;W[ee]
	// (;B[dc])
	// (;C[or [here\]?]))
}

func ExampleCollection_AppendTo() {
	c := sgf.Collection{{Properties: []sgf.Property{{Name: "C", Values: []string{"a]b"}}}}}
	_, err := c.AppendTo(nil)
	fmt.Println(err)
	// Output: tree 1 of 1 cannot be written: node 1: the value "a]b" of C is not escaped
}

func ExampleNode_Set() {
	var n sgf.Node
	n.Set("AB", "aa", "bb")
	n.Set("C", "hello")
	n.Add("AB", "cc")
	n.Set("C") // removes it
	fmt.Println(n.Values("AB"), n.Has("C"))
	// Output: [aa bb cc] false
}

func ExampleNode_All() {
	games, _ := sgf.Parse([]byte("(;N[1](;N[2];N[3])(;N[4]))"))
	for node := range games[0].All() {
		fmt.Print(node.SimpleText("N"), " ")
	}
	// Output: 1 2 3 4
}

func ExampleText() {
	fmt.Printf("%q\n", sgf.Text("one \\\nline,\ttwo\r\nlines, \\] and \\\\"))
	// Output: "one line, two\nlines, ] and \\"
}

func ExampleSplitValue() {
	raw := sgf.Compose("aa", "ratio 2:1")
	point, label, _ := sgf.SplitValue(raw)
	fmt.Println(raw, point, sgf.SimpleText(label))
	// Output: aa:ratio 2\:1 aa ratio 2:1
}

func ExampleParsePoints() {
	points, err := sgf.ParsePoints([]string{"cc", "aa:ba"})
	fmt.Println(points, points[0].X, points[0].Y, err)
	_, err = sgf.ParsePoints([]string{"a1"})
	fmt.Println(err)
	// Output:
	// [cc aa ba] 2 2 <nil>
	// "a1" is not a point, which has two letters from a to z and A to Z
}

func ExampleParseSize() {
	fmt.Println(sgf.ParseSize("9:13"))
	fmt.Println(sgf.ParseSize("53"))
	// Output:
	// 9 13 <nil>
	// 0 0 SGF has no board of 53x53: sides are from 1 to 52
}
