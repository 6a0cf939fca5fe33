package kernel

import (
	"syscall"
	"unsafe"
)

// wantLargePages asks the system for large pages. This is advice (MADV_HUGEPAGE): on a system that
// cannot follow it, the call fails and changes nothing.
func wantLargePages(f []float32) {
	const hugepage = 14
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(f))), 4*len(f)), hugepage)
}
