package kernel

import (
	"syscall"
	"unsafe"
)

// wantLargePages asks the system for large pages. The request is advice (MADV_HUGEPAGE). On a system without
// large pages the call fails and has no effect.
func wantLargePages(f []float32) {
	const hugepage = 14
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(f))), 4*len(f)), hugepage)
}
