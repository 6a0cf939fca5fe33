package topology_test

import (
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/topology"
)

func ExampleParse() {
	for _, spec := range []string{"torus 9x9", "hex:9x8", "ring 20", "13", "mango-19"} {
		b, err := topology.Parse(spec)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(b.Graph, "has", b.Graph.Len(), "points")
	}
	_, err := topology.Parse("torsu 9x9")
	fmt.Println(err)
	// Output:
	// torus 9x9 has 81 points
	// hex 9x8 has 72 points
	// ring 20 has 20 points
	// 13x13 has 169 points
	// MANGO, example 1 has 361 points
	// "torsu 9x9" is not a board; did you mean torus?
}

func ExampleKinds() {
	for _, k := range topology.Kinds()[:4] {
		fmt.Printf("%-15s %s\n", k.Example, k.Description)
	}
	// Output:
	// 19x19           the ordinary board of rows and columns
	// cylinder 13x9   left and right are joined
	// annulus 16x6    the same as the cylinder, drawn as circles around each other
	// torus 9x9       left and right, top and bottom are joined: no edge
}

func ExampleRead() {
	b, err := topology.Read("kite.json", []byte(`{
		"name": "kite",
		"points": [{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}],
		"edges": [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]],
		"weight": {"d": 3},
		"black": ["a"],
		"toPlay": "white"
	}`))
	if err != nil {
		log.Fatal(err)
	}
	game, err := baduk.NewGameFrom(b.Graph, baduk.TrompTaylor(), b.Setup)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Graph(), game.ToPlay(), b.Graph.Weight(3))
	fmt.Println(b.Graph.Source())
	_, err = topology.Read("kite.json", []byte(`{"points": [{"name": "a"}], "edges": [["a", "a"]]}`))
	fmt.Println(err)
	// Output:
	// kite white 3
	// {"name":"kite","points":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}],"edges":[[0,1],[1,2],[2,0],[2,3]],"weight":{"d":3},"black":["a"],"toPlay":"white"}
	// kite.json: edges[0]: a is joined to itself
}

func ExampleGrow() {
	g, err := topology.Infinite(topology.StartRadius)
	if err != nil {
		log.Fatal(err)
	}
	game := baduk.NewGame(g, baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral})
	far, err := g.ParseVertex("7,0")
	if err != nil {
		log.Fatal(err)
	}
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: far}); err != nil {
		log.Fatal(err)
	}
	game, larger, err := topology.Grow(game)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(larger, game.Graph(), game.Graph().Len(), game.At(far))
	// Output: true infinite 395 black
}

// neighbours prints a point and its neighbours.
func neighbours(g *baduk.Graph, err error, vertex string) {
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.ParseVertex(vertex)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(g, ", ", vertex, ":")
	for _, q := range g.Neighbours(p) {
		fmt.Print(" ", g.Vertex(q))
	}
	fmt.Println()
}

func ExampleRectangle() {
	g, err := topology.Rectangle(9, 9)
	neighbours(g, err, "A1")
	// Output: 9x9, A1: A2 B1
}

func ExampleCylinder() {
	g, err := topology.Cylinder(9, 9)
	neighbours(g, err, "A1")
	// Output: cylinder 9x9, A1: B1 A2 J1
}

func ExampleAnnulus() {
	g, err := topology.Annulus(9, 3)
	neighbours(g, err, "A1")
	// Output: annulus 9x3, A1: B1 A2 J1
}

func ExampleTorus() {
	g, err := topology.Torus(9, 9)
	neighbours(g, err, "A1")
	// Output: torus 9x9, A1: B1 A2 J1 A9
}

func ExampleMoebius() {
	g, err := topology.Moebius(9, 5)
	neighbours(g, err, "A1")
	// Output: moebius 9x5, A1: B1 A2 J5
}

func ExampleKlein() {
	g, err := topology.Klein(7, 7)
	neighbours(g, err, "A1")
	// Output: klein 7x7, A1: B1 A2 G7 A7
}

func ExampleHexagonal() {
	g, err := topology.Hexagonal(9, 9)
	neighbours(g, err, "D4")
	// Output: hex 9x9, D4: C4 E4 D3
}

func ExampleTriangular() {
	g, err := topology.Triangular(9, 9)
	neighbours(g, err, "D4")
	// Output: triangular 9x9, D4: C4 E4 D5 E5 D3 E3
}

func ExampleRing() {
	g, err := topology.Ring(20)
	neighbours(g, err, "R1")
	// Output: ring 20, R1: R2 R20
}

func ExampleDiamond() {
	g, err := topology.Diamond(3)
	neighbours(g, err, "G8")
	// Output: diamond 3, G8: F4 F7 H7 H4
}

func ExampleRandomPlanar() {
	g, err := topology.RandomPlanar(60, 7)
	neighbours(g, err, "V30")
	// Output: planar 60 7, V30: V22 V29 V37
}

func ExampleInfinite() {
	g, err := topology.Infinite(2)
	neighbours(g, err, "2,-2")
	// Output: infinite 2, 2,-2: 2,-1 1,-2 beyond
}
