// Package kernel computes the layers of a network on a CPU: matrix products, convolutions, activations
// and sums over the board. It does not know networks or the game of Go.
//
// Every function exists in two forms: in plain Go, which is the specification, and in assembly for the vector
// instructions of x86 and arm64 CPUs. The module in the folder gen writes the assembly. A [Level] selects the form.
// [Available] lists the levels of this machine.
//
//   - [Matrix] is the constant right side of matrix products in floats, which [Matrix.Mul] computes. [Linear] is a
//     product with a constant matrix in floats or in integers; it is also a 1x1 convolution.
//   - [Plane] is the shape of [Boards] in memory: rows of pixels, each with its channels side by side,
//     and a border of zeros.
//   - [Winograd] is a 3x3 convolution and the operations that follow it; see [Epilogue]. [Taps] is a
//     convolution of any size, and [Direct] a convolution for inputs that are mostly zero.
//   - [Affine], [Activate] and [Pool] are the other layers of residual nets. [Attend], [RMSNorm], [Rotate] and
//     [GatedSiLU] are layers of transformers.
//   - [Gradient], [Outer] and [Rectified] carry gradients back, for training.
//
// Numbers of channels are multiples of [Lanes]. Weights, scales and biases are zero in channels that were added
// as padding. The caller provides the memory, so that an evaluation does not allocate any. The memory must come
// from [Floats] or a [Memory].
//
// Read next: gemm.go, then winograd.go, tiling.go and integers.go.
package kernel
