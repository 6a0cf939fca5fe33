// Package reviews serves the reviews of records on the page. A review runs while a client watches.
package reviews
