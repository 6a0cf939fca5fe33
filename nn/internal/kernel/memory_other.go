//go:build !linux

package kernel

// wantLargePages does nothing. The package asks for large pages only on Linux.
func wantLargePages([]float32) {}
