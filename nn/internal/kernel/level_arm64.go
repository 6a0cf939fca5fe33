package kernel

// Available returns the levels that this CPU supports, from the slowest to the fastest. NEON is a part of every arm64
// CPU that Go supports.
func Available() []Level { return []Level{Generic, NEON} }
