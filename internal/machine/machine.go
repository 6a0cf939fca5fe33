// Package machine reports the memory and the processor of the machine.
package machine

import (
	"os"
	"strconv"
	"strings"
)

// Free returns the available memory in bytes, or 0 if unknown.
func Free() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}
