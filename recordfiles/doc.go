// Package recordfiles reads and converts files of game records. [Find] lists the files that a
// user named, including those in folders and archives. [Each] processes them on all processors
// and delivers the results in order. [Conversion], [Formatting] and [Alone] make new files from
// them.
package recordfiles
