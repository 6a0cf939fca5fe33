// Package netcheck checks that a net is computed correctly: it compares integers with floats, and each kernel
// of the CPU with sums in double precision. The positions come from games that are the same on every machine
// ([Positions]).
//
// [Check] is thorough and takes minutes. [Agree], [Believable] and [Kernels] take a moment. A program runs
// them before it plays with an unknown net.
package netcheck
