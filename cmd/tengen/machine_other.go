//go:build !linux && !darwin

package main

// machineMemory is 0: how much memory the machine has is unknown here.
func machineMemory() int64 { return 0 }
