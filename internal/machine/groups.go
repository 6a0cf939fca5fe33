package machine

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A hierarchy is a tree of Linux control groups that can limit memory, with the names of the files in a group.
type hierarchy struct {
	mount      string // the folder of the root group
	limit      string // file with the limit in bytes; in version 2, "max" means unlimited
	usage      string // file with the bytes in use, including cached files
	reclaimed  string // line of memory.stat with the bytes of cached files that the kernel frees first
	controller string // controller in the hierarchy's line of /proc/self/cgroup; version 2 has none
}

// hierarchies returns the places where systems mount the hierarchies.
func hierarchies() []hierarchy {
	return []hierarchy{
		{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file", ""},
		{"sys/fs/cgroup/unified", "memory.max", "memory.current", "inactive_file", ""}, // next to version 1
		{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file", "memory"},
	}
}

// memoryIn returns the memory of the machine, or the lowest limit of a control group of this process if that is
// lower. It returns 0 if both are unknown. The root folder of the machine is root.
func memoryIn(root fs.FS) int64 {
	memory := meminfo(root, "MemTotal")
	eachGroup(root, func(h hierarchy, dir string) {
		if limit := number(root, dir, h.limit); limit > 0 && (memory == 0 || limit < memory) {
			memory = limit
		}
	})
	return memory
}

// freeIn returns the memory that is available to this process, or 0 if unknown. The root folder of the machine is
// root.
func freeIn(root fs.FS) int64 {
	free := meminfo(root, "MemAvailable")
	eachGroup(root, func(h hierarchy, dir string) {
		limit, used := number(root, dir, h.limit), number(root, dir, h.usage)
		if limit == 0 || used == 0 {
			return
		}
		left := limit - used + field(root, path.Join(dir, "memory.stat"), h.reclaimed)
		if free == 0 || left < free {
			free = max(left, 1) // 0 means unknown
		}
	})
	return free
}

// eachGroup calls visit for the folders of the control groups that limit this process: the group in
// /proc/self/cgroup and all groups above it, in every hierarchy. Some of the folders may not exist: in a container,
// /proc/self/cgroup can have the path of the group outside, while the mount shows only the container's own group.
func eachGroup(root fs.FS, visit func(h hierarchy, dir string)) {
	own, _ := fs.ReadFile(root, "proc/self/cgroup") // if it is missing, only the root groups are visited
	for _, h := range hierarchies() {
		visit(h, h.mount)
		for line := range strings.Lines(string(own)) {
			fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // such as 4:memory:/user.slice or 0::/user.slice
			if len(fields) < 3 || !slices.Contains(strings.Split(fields[1], ","), h.controller) {
				continue
			}
			for group := path.Clean("/" + fields[2]); group != "/"; group = path.Dir(group) {
				visit(h, path.Join(h.mount, group))
			}
		}
	}
}

// number returns the number in a file, or 0 if the file has none.
func number(root fs.FS, dir, file string) int64 {
	data, err := fs.ReadFile(root, path.Join(dir, file))
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// field returns the number in the first line of a file whose first word is name, or 0 without such a line.
func field(root fs.FS, file, name string) int64 {
	data, err := fs.ReadFile(root, file)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name {
			n, _ := strconv.ParseInt(fields[1], 10, 64)
			return n
		}
	}
	return 0
}
