package kernel

import "golang.org/x/sys/cpu"

// Available returns the levels that this CPU supports, from the slowest to the fastest.
func Available() []Level {
	levels := []Level{Generic}
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return levels
	}
	levels = append(levels, AVX2, AVX2I16)
	if cpu.X86.HasAVXVNNI {
		levels = append(levels, AVXVNNI16)
	}
	if !cpu.X86.HasAVX512F || !cpu.X86.HasAVX512BW || !cpu.X86.HasAVX512DQ || !cpu.X86.HasAVX512VL {
		return levels
	}
	levels = append(levels, AVX512)
	if cpu.X86.HasAVX512VNNI {
		levels = append(levels, VNNI16)
	}
	return levels
}
