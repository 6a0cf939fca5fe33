// Package netcheck checks that a net is computed correctly. It compares results in integers with results in
// floats, and the kernels of the CPU with plain sums in double precision. The positions are the same on every
// machine ([Positions]).
//
// [Check] is thorough and takes minutes. [Agree], [Believable] and [Kernels] take a moment. Programs should
// call these three before they play with an unknown net.
package netcheck
