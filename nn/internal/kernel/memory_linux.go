package kernel

import (
	"syscall"
	"unsafe"
)

// wantLargePages asks the system for large pages. It is advice (MADV_HUGEPAGE): a system
// that does not take it says so, which changes nothing.
func wantLargePages(f []float32) {
	const hugepage = 14
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(f))), 4*len(f)), hugepage)
}
