package machine

import (
	"testing"
	"testing/fstest"
)

// TestGroups checks the memory of machines whose control groups limit it.
func TestGroups(t *testing.T) {
	const gib = 1 << 30
	unlimited := "9223372036854771712\n" // in version 1
	for name, c := range map[string]struct {
		files        map[string]string
		memory, free int64
	}{
		"no groups": {map[string]string{}, 64 * gib, 32 * gib},
		"version 2, at the root": {map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "8589934592\n", "sys/fs/cgroup/memory.current": "3221225472\n",
		}, 8 * gib, 5 * gib},
		"version 2, unlimited": {map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n", "sys/fs/cgroup/a/memory.current": "3221225472\n",
		}, 64 * gib, 32 * gib},
		"version 2, its own group": {map[string]string{
			"proc/self/cgroup":                    "0::/user.slice/run-1.scope\n",
			"sys/fs/cgroup/user.slice/memory.max": "max\n", "sys/fs/cgroup/user.slice/run-1.scope/memory.max": "2147483648\n",
			"sys/fs/cgroup/user.slice/run-1.scope/memory.current": "1073741824\n",
		}, 2 * gib, gib},
		"version 2, a group above": {map[string]string{
			"proc/self/cgroup":                     "0::/user.slice/run-1.scope\n",
			"sys/fs/cgroup/user.slice/memory.max":  "1073741824\n",
			"sys/fs/cgroup/user.slice/memory.stat": "anon 5\nfile 800\ninactive_file 536870912\n", "sys/fs/cgroup/user.slice/memory.current": "1073741824\n",
			"sys/fs/cgroup/user.slice/run-1.scope/memory.max": "2147483648\n",
		}, gib, gib / 2},
		"version 1, its own group": {map[string]string{
			"proc/self/cgroup":                                  "5:cpu,cpuacct:/other\n4:memory:/jobs/7\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":        unlimited,
			"sys/fs/cgroup/memory/jobs/memory.limit_in_bytes":   "4294967296\n",
			"sys/fs/cgroup/memory/jobs/memory.usage_in_bytes":   "4294967296\n",
			"sys/fs/cgroup/memory/jobs/memory.stat":             "inactive_file 7\ntotal_inactive_file 1073741824\n",
			"sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes": unlimited,
			"sys/fs/cgroup/memory/other/memory.limit_in_bytes":  "1000\n",
		}, 4 * gib, gib},
		"version 1, in a container with the path outside": {map[string]string{
			"proc/self/cgroup":                           "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "1073741824\n",
		}, gib, 1},
	} {
		root := fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal:       67108864 kB\nMemFree: 5 kB\nMemAvailable:   33554432 kB\n")}}
		for file, text := range c.files {
			root[file] = &fstest.MapFile{Data: []byte(text)}
		}
		if memory, free := memoryIn(root), freeIn(root); memory != c.memory || free != c.free {
			t.Errorf("%s: got %d bytes of memory and %d free, want %d and %d", name, memory, free, c.memory, c.free)
		}
	}
	if memory, free := memoryIn(fstest.MapFS{}), freeIn(fstest.MapFS{}); memory != 0 || free != 0 {
		t.Errorf("without files: got %d bytes of memory and %d free, want 0", memory, free)
	}
}
