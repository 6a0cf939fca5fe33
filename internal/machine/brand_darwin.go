package machine

import "golang.org/x/sys/unix"

// brand returns the name of the processor, or "" if unknown.
func brand() string {
	name, err := unix.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return name
}
