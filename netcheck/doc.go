// Package netcheck compares the ways to compute a net: integers with floats, and each
// kernel of the CPU with sums in double precision. The positions come from games that
// are the same on every machine ([Positions]).
//
// [Check] is thorough and takes minutes. [Agree], [Believable] and [Kernels] take a moment:
// a program makes them before it plays by a net that it has not seen before.
package netcheck
