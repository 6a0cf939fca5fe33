// Package specdoc holds tests of the documents and nothing else: every symbol,
// test and file that docs/specification.md and docs/glossary.md name exists in
// the source, and every relative link of every page leads somewhere.
package specdoc
