// Package specdoc contains only tests of the documents. Every symbol, test and file that docs/specification.md and
// docs/glossary.md name must exist in the source (TestSpecification, TestGlossary). The rows of docs/coordinates.md
// must agree with the code (TestCoordinates). Every relative link of every page must lead somewhere (TestLinks). Lines
// of Markdown and comments must be short enough to read (TestWidth).
package specdoc
