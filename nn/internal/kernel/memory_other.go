//go:build !linux

package kernel

// wantLargePages does nothing: only Linux is asked for large pages.
func wantLargePages([]float32) {}
