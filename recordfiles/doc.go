// Package recordfiles reads and converts files of game records. [Find] lists the files that a
// user named, including files in folders and archives. [Each] processes files on all
// processors and delivers the results in order. [Conversion] converts files to other formats,
// [Formatting] rewrites SGF files, and [EachLine] takes a record apart into its lines.
package recordfiles
