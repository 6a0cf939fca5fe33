// Package recordfiles works on files of records. [Find] lists the files that a user named, with
// those in folders and archives, and [Each] reads them on all processors while their results
// stay in order. [Conversion], [Formatting] and [Alone] make other files of them.
package recordfiles
