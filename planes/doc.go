// Package planes writes training rows as input planes and targets of a net, for training programs in other languages.
// [Write] writes a stream of rows. [Layout] has the offsets of the parts of a row; docs/training.md describes the
// format.
package planes
