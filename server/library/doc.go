// Package library serves the library of games on the page: imports and searches.
package library
