// Package count counts exactly: the legal positions of a board, its games, and the moves between its positions.
//
// A position is legal if every stone has a liberty. [Count] colours the points of a board one after another and keeps
// only the border, the points that still have a neighbour without a colour. The state of a border says what the
// remaining points have to provide: which stones of the border have a liberty, and which others belong to the same
// block. Many colourings lead to the same state, and a layer has the number of colourings for each state. This is the
// method of John Tromp and Gunnar Farnebäck, "Combinatorics of Go" (2007, revised 2016).
//
//   - border.go, grid.go: the states of rectangles and cylinders, packed into 64 bits.
//   - graph.go: the states of any small board, such as a torus.
//   - modulus.go: the numbers of colourings have hundreds of bits. They are counted modulo primes below 2^64, and the
//     Chinese remainder theorem makes the result of the residues. So the memory for a state does not depend on the
//     size of the result.
//   - layer.go, table.go, worker.go: a layer is divided into parts by a hash of the state. A worker takes a part, adds
//     up equal states in tables that fit into the cache, and distributes the states that follow over the parts of
//     the next layer.
//   - pass.go, files.go, checkpoint.go: a part consists of records in memory and of records in a file. Memory that is
//     full is moved to files. A checkpoint moves everything to files. So the same files
//     serve counts that are larger than the memory, checkpoints, and counts on several machines.
//   - estimate.go: what a count needs.
package count
