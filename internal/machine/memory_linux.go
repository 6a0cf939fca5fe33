package machine

import "os"

// Memory returns the memory that this program may use, in bytes: that of the machine, or the lowest
// limit of its control groups if lower. It returns 0 if unknown.
func Memory() int64 { return memoryIn(os.DirFS("/")) }
