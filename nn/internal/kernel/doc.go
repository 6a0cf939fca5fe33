// Package kernel computes the layers of a network on a CPU: products of matrices,
// convolutions, activations, sums over the board. It knows no network and no Go.
//
// Every function is written twice: in plain Go, which is the specification, and in
// assembly for what the CPU has, written by the module in the folder gen. A [Level]
// says which is used; [Best] is the fastest of this machine that computes in floats.
//
//   - [Matrix] is a matrix that others are multiplied with: [Matrix.Mul].
//   - [Plane] is the shape of [Boards] in memory: rows of pixels, each with its
//     channels side by side, and a border of zeros.
//   - [Winograd] is a convolution of 3x3, with what follows it; see [Epilogue].
//     [Taps] is one of any size, [Direct] one for inputs that are mostly zero.
//   - [Affine], [Activate], [Pool], [Attend] do the rest.
//   - [Gradient], [Outer] and [Rectified] are the way back, for training.
//
// Channels come in multiples of [Lanes]; those that are too many are zero in
// weights, scales and biases. Memory is the caller's, from [Floats], so that
// evaluating allocates nothing.
//
// Read next: gemm.go, then winograd.go, tiling.go and integers.go.
package kernel
