//go:build !linux && !darwin

package machine

// Memory is 0: how much memory the machine has is unknown here.
func Memory() int64 { return 0 }
