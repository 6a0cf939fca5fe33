// Package records keeps records on the page: files of games with variations that a user opened or began, with their
// edits, pictures and downloads.
package records
