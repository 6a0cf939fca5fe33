// Package planes writes training rows for training programs in other languages. A row contains the input planes
// and the targets of a net. [Write] writes a stream of rows. [Layout] gives the offsets of the parts of a row.
// docs/training.md describes the format.
package planes
