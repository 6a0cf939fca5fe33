package machine

import (
	"os"
	"strconv"
	"strings"
)

// Memory returns the memory that this program may use, in bytes: that of the machine, or the
// limit of its control group if lower. It returns 0 if unknown.
func Memory() int64 {
	memory := meminfo("MemTotal")
	if limit, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil { // "max" means unlimited
		if n, err := strconv.ParseInt(strings.TrimSpace(string(limit)), 10, 64); err == nil && n > 0 && (memory == 0 || n < memory) {
			memory = n
		}
	}
	return memory
}
