package solve_test

import (
	"context"
	"fmt"
	"log"

	"tengen/solve"
	"tengen/topology"
)

// This example solves 3x3: Black gets all points.
func ExampleNewFixPoint() {
	board, err := topology.Parse("3x3")
	if err != nil {
		log.Fatal(err)
	}
	values, err := solve.NewFixPoint(context.Background(), board, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(values.Value())
	// Output: 9
}
