package machine

import (
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"
)

// CPU returns the name of the processor. If the system says them, the family and the model follow, because
// processors can share a name. If the name is unknown, CPU returns the architecture.
func CPU() string {
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if name := nameIn(string(data)); name != "" {
			return name
		}
	}
	if name := brand(); name != "" {
		return name
	}
	if name := os.Getenv("PROCESSOR_IDENTIFIER"); name != "" { // on Windows
		return name
	}
	return runtime.GOARCH
}

// nameIn finds the name of the first processor in a text like /proc/cpuinfo. It returns "" if the text does not have
// a name, as on most arm64 systems.
func nameIn(text string) string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, found := strings.Cut(line, ":")
		if !found {
			break // the empty line after the first processor
		}
		fields[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	name := fields["model name"]
	if family := fields["cpu family"]; name != "" && family != "" {
		name += " (family " + family + ", model " + fields["model"] + ")"
	}
	return name
}

// Features returns the names of the CPU's instruction sets that matter for computing nets.
func Features() []string {
	var names []string
	for _, f := range []struct {
		has  bool
		name string
	}{
		{cpu.X86.HasAVX2, "AVX2"}, {cpu.X86.HasFMA, "FMA"}, {cpu.X86.HasAVXVNNI, "AVX-VNNI"},
		{cpu.X86.HasAVX512F, "AVX-512 F"}, {cpu.X86.HasAVX512BW, "BW"}, {cpu.X86.HasAVX512DQ, "DQ"}, {cpu.X86.HasAVX512VL, "VL"},
		{cpu.X86.HasAVX512VNNI, "VNNI"}, {cpu.X86.HasAVX512BF16, "BF16"}, {cpu.X86.HasAMXInt8, "AMX"},
		{cpu.ARM64.HasASIMD, "NEON"}, {cpu.ARM64.HasASIMDDP, "dot products"}, {cpu.ARM64.HasSVE, "SVE"},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}
