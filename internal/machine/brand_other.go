//go:build !darwin

package machine

// brand returns "": other systems name the processor in /proc/cpuinfo or in the environment.
func brand() string { return "" }
