//go:build !linux

package kernel

// wantLargePages asks the system for large pages, where it gives some.
func wantLargePages([]float32) {}
