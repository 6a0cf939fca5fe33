// Package layers contains only a test: the imports of every room must obey the floors and the nevers of
// ARCHITECTURE.md. The tables of that page are the data of the test, so the page cannot be out of date.
package layers
