// Package layers contains only a test. The test checks that the imports of every room obey the tables under "Floors"
// and "Nevers" in ARCHITECTURE.md. It reads these tables, so the page cannot be out of date.
package layers
