// Package planes writes training rows as the input planes and targets of a net, for training programs in
// other languages. [Layout] is the format, which docs/training.md describes. [Write] writes a stream of rows.
package planes
