package solve

import (
	"syscall"
	"unsafe"
)

// wantLargePages asks the system for large pages, with which the processor finds entries of a large table faster. The
// request is advice (MADV_HUGEPAGE). On a system without large pages the call fails and has no effect.
func wantLargePages[T any](table []T) {
	const hugepage = 14
	size := len(table) * int(unsafe.Sizeof(table[0]))
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), size), hugepage)
}
