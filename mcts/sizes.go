package mcts

// sizeClasses is the number of sizes of blocks. Blocks of moves and of edges have only a few sizes. This makes
// it likely that a freed block can be reused.
const sizeClasses = 2 + 8 + 4*10

// blockSizes are the sizes of the classes: 2, 4, then the multiples of 8 up to 64, then four sizes for each
// doubling, up to twice the number of moves of the largest board; see graph.keepHumanPriors.
var blockSizes = func() (sizes [sizeClasses]int32) {
	sizes[0], sizes[1] = 2, 4
	k := 2
	for n := int32(8); n <= 64; n += 8 {
		sizes[k] = n
		k++
	}
	for base := int32(64); base < 65536; base *= 2 {
		for step := int32(1); step <= 4; step++ {
			sizes[k] = base + step*base/4
			k++
		}
	}
	return sizes
}()

// sizeClass is the class of the smallest block that holds n elements.
func sizeClass(n int) uint8 {
	k := 0
	if n > 64 {
		k = 10
	}
	for int(blockSizes[k]) < n {
		k++
	}
	return uint8(k)
}
