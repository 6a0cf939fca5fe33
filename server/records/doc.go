// Package records answers the requests about game records that users open or begin on the page. A record is a file
// of games with variations, which users edit, draw as pictures and download.
package records
