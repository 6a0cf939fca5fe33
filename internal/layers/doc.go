// Package layers holds a test and nothing else: that the imports of every room
// keep to the floors and the nevers of ARCHITECTURE.md. The tables of that page
// are the data of the test, so the page cannot be out of date.
package layers
