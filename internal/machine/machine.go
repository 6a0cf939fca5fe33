// Package machine reports the memory and the processor of the machine.
package machine

import (
	"os"
	"strconv"
	"strings"
)

// Free returns the available memory in bytes, or 0 if unknown.
func Free() int64 { return meminfo("MemAvailable") }

// meminfo returns a field of Linux's /proc/meminfo in bytes, or 0 if unknown.
func meminfo(field string) int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == field+":" {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}
