package count_test

import (
	"context"
	"fmt"
	"log"

	"tengen/count"
)

// This example counts the legal positions of 3x3.
func ExampleCount() {
	board, err := count.Rectangle(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	result, err := count.Count(context.Background(), count.Options{Board: board, Memory: 1 << 26})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Number)
	// Output: 12675
}
