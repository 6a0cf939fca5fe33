package kifu_test

import (
	"fmt"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

func ExampleLoad() {
	text := "(;GM[1]SZ[9]KM[650]PB[Kuro]PW[Shiro];B[ee];W[ce](;B[cf])(;B[ee]C[not there]))"
	file, err := kifu.Load(strings.NewReader(text), kifu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Check(), "moves")
	for _, d := range file.Diagnostics {
		fmt.Printf("%s: %v: %s\n", d.Place(), d.Severity, d.Wrong)
	}
	fmt.Println(file.Trees[0].Info().Black, "against", file.Trees[0].Info().White)
	// Output:
	// 4 moves
	// game 1: note: the komi "650" was read as 6.5 points
	// game 1, move 3, E5, in the variation 2:1: error: move 3, black E5, is illegal: there is a stone already, a black one
	// Kuro against Shiro
}

func ExampleTree_At() {
	file, err := kifu.LoadBytes([]byte("(;SZ[3]AB[ba][ab];W[aa];B[bb])"), kifu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := file.Trees[0]
	for n := range tree.Root().MainLine() {
		at := tree.At(n)
		fmt.Println(at.Number, at.Game.ToPlay(), at.Game.Position().Stones(baduk.Black), "black,", at.Game.Position().Stones(baduk.White), "white")
		for _, d := range at.Faults {
			fmt.Println(d.Code, "at", d.Vertex)
		}
	}
	// Output:
	// 0 white 2 black, 0 white
	// 1 black 2 black, 0 white
	// suicide at A3
	// 2 white 3 black, 0 white
}

func ExampleTree_Play() {
	file, err := kifu.LoadBytes([]byte("(;GM[1]FF[4]SZ[9];B[ee];W[ce])"), kifu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := file.Trees[0]
	first := tree.Root().Children()[0]
	point, _ := tree.Graph.ParseVertex("G5")
	node, err := tree.Play(first, baduk.Move{Color: baduk.White, Point: point})
	if err != nil {
		fmt.Println(err)
		return
	}
	node.SetComment("the [other] side")
	if _, err = tree.Play(node, baduk.Move{Color: baduk.Black, Point: point}); err != nil {
		fmt.Println(err)
	}
	_, _ = kifu.Write(os.Stdout, kifu.WriteOptions{}, tree)
	// Output:
	// move 3, black G5, is illegal: there is a stone already
	// (;GM[1]FF[4]SZ[9]
	// ;B[ee]
	// (;W[ce])
	// (;W[ge]C[the [other\] side]))
}

func ExampleTree_Merge() {
	file, err := kifu.LoadBytes([]byte("(;SZ[9]PB[A];B[ee];W[ce]C[solid])(;SZ[9]PB[B];B[ee](;W[ce]C[slow])(;W[gf]))"), kifu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := file.Trees[0]
	if err := tree.Merge(file.Trees[1]); err != nil {
		fmt.Println(err)
		return
	}
	_, _ = kifu.Write(os.Stdout, kifu.WriteOptions{}, tree)
	// Output:
	// (;SZ[9]PB[A]XPB[B]
	// ;B[ee]
	// (;W[ce]C[solid
	//
	// slow])
	// (;W[gf]))
}
