// Package machine reports the memory and the open files that this process may use, and the processor.
package machine

import (
	"io/fs"
	"os"
)

// Free returns the memory in bytes that this program can still get: the available memory of the machine, or what is
// left of the limit of a control group if that is less. It returns 0 if unknown.
func Free() int64 { return freeIn(os.DirFS("/")) }

// meminfo returns a field of Linux's /proc/meminfo in bytes, or 0 if unknown.
func meminfo(root fs.FS, name string) int64 { return field(root, "proc/meminfo", name+":") << 10 }
