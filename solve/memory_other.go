//go:build !linux

package solve

// wantLargePages does nothing. The package asks for large pages only on Linux.
func wantLargePages[T any]([]T) {}
