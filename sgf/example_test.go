package sgf_test

import (
	"errors"
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
	games, err := sgf.Parse([]byte("(;B[ee]\n;W[c"))
	fmt.Println(err)
	fmt.Println(games[0].Text("B")) // complete values are kept
	// Output:
	// line 2, column 5 (offset 12): the file ends too early: no "]" for the value "c" of W that begins in line 2, column 3
	// ee
}

func ExampleLoad() {
	file, err := sgf.Load(strings.NewReader("(;FF[4]KM[six];B[ee]] ;W[ge](;B[cc]"), sgf.Options{})
	if err != nil {
		fmt.Println(err)
	}
	for _, d := range file.Diagnostics {
		fmt.Println(d)
	}
	if err := sgf.Write(os.Stdout, file.Trees); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 1, column 10 (offset 9): warning: KM: "six" is not a number; it was kept as it is
	// line 1, column 21 (offset 20): error: this "]" closes nothing; inside a value it is written "\]"; ignored
	// line 1, column 36 (offset 35): error: the file ends too early: 2 ")" missing; they were assumed
	// (;FF[4]KM[six]
	// ;B[ee]
	// ;W[ge]
	// ;B[cc])
}

func ExampleLoadBytes_encoding() {
	// This text is in GB2312, but the file does not say so.
	data := []byte("(;PB[\xb9\xc5\xc1\xa6]PW[\xb3\xa3\xea\xbb];B[qd])")
	file, _ := sgf.LoadBytes(data, sgf.Options{})
	fmt.Println(file.Encoding, file.Trees[0].Text("PB"), file.Trees[0].Text("PW"))
	fmt.Println(file.Diagnostics[0])

	file, _ = sgf.LoadBytes(data, sgf.Options{Encoding: "EUC-KR"}) // forced by the caller
	fmt.Println(file.Encoding, file.Trees[0].Text("PB"))
	// Output:
	// GB18030 古力 常昊
	// line 1, column 1 (offset 0): note: the file does not say which encoding its text has; GB18030 was detected
	// EUC-KR 뮴제
}

func ExampleCollection_Encode() {
	games, _ := sgf.Parse([]byte("(;C[棋 is Go]GM[1]FF[4]AB[aa]XY[private]AB[bb])"))
	data, missing, err := games.Encode(sgf.WriteOptions{Canonical: true, Encoding: "windows-1252", Replace: true})
	fmt.Printf("%s%q %v\n", data, missing, err)
	_, _, err = games.Encode(sgf.WriteOptions{Encoding: "windows-1252"})
	fmt.Println(err)
	// Output:
	// (;FF[4]CA[windows-1252]GM[1]AB[aa][bb]C[\\u68cb is Go]XY[private])
	// ['棋'] <nil>
	// text encoding: windows-1252 does not have the character '棋' (U+68CB); it lacks 1 of the characters of this file
}

func ExampleNode_Color() {
	games, _ := sgf.Parse([]byte("(;PL[White];PL[green])"))
	c, err := games[0].Color("PL")
	fmt.Println(c, c == sgf.White, err)
	_, err = games[0].Children[0].Color("PL")
	var wrong *sgf.ValueError
	fmt.Println(errors.As(err, &wrong), err)
	// Output:
	// W true <nil>
	// true PL: "green" is not a color, which is B or W
}

func ExampleScan() {
	in := strings.NewReader("(;PB[A]PW[B])\n(;PB[C]PW[D]])")
	for part, err := range sgf.Scan(in, sgf.Options{}) {
		if err != nil {
			fmt.Println(err)
		}
		for _, root := range part.Trees {
			fmt.Println(root.SimpleText("PB"), root.SimpleText("PW"))
		}
		for _, d := range part.Diagnostics {
			fmt.Println("line", d.Line, d.Code)
		}
	}
	// Output:
	// A B
	// C D
	// line 2 stray-bracket
}

func ExampleNode_Real() {
	games, _ := sgf.Parse([]byte("(;KM[6.5]TM[2 hours]LB[aa:A][bb:B])"))
	root := games[0]
	fmt.Println(root.Real("KM"))
	fmt.Println(root.Real("TM"))
	_, err := root.Number("HA")
	fmt.Println(errors.Is(err, sgf.ErrMissing), err)
	fmt.Println(root.Pairs("LB"))
	// Output:
	// 6.5 <nil>
	// 0 TM: "2 hours" is not a number
	// true HA: the property is missing
	// [{aa A} {bb B}] <nil>
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
	root.Set("AB", "cc:dc", "gg")
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
