package layers

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// module is the path that this repository's own imports begin with.
const module = "tengen"

// A plan is what ARCHITECTURE.md says about imports.
type plan struct {
	floors map[string]int // by room
	nevers []never
}

// A never is one row of the table of nevers.
type never struct {
	text    string
	rooms   []string // the rooms that it binds
	except  bool     // it binds all rooms except these
	targets []string // rooms or import paths, those below them included
	kind    kind
}

type kind int

const (
	anyOf      kind = iota // none of the targets may be imported
	together               // the targets may not be imported by the same room
	outsideStd             // nothing but the standard library may be imported
)

var quoted = regexp.MustCompile("`([^`]+)`")

// names returns the texts between backquotes in a cell.
func names(cell string) []string {
	var all []string
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		all = append(all, m[1])
	}
	return all
}

// rows returns the cells of the table under a heading, its own head left out.
func rows(page, heading string) [][]string {
	var all [][]string
	inside := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			inside = strings.TrimLeft(line, "# ") == heading
		}
		if !inside || !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		all = append(all, cells)
	}
	return all[min(2, len(all)):] // the head and the line under it
}

// readPlan reads the two tables of ARCHITECTURE.md.
func readPlan(page string) (*plan, error) {
	p := &plan{floors: map[string]int{}}
	for _, row := range rows(page, "Floors") {
		if len(row) != 3 {
			return nil, fmt.Errorf("floors: a row has %d cells, not 3: %q", len(row), row)
		}
		floor, err := strconv.Atoi(row[0])
		if err != nil {
			return nil, fmt.Errorf("floors: %q is not a floor", row[0])
		}
		for _, room := range names(row[1]) {
			if _, twice := p.floors[room]; twice {
				return nil, fmt.Errorf("floors: %s is listed twice", room)
			}
			p.floors[room] = floor
		}
	}
	if len(p.floors) == 0 {
		return nil, fmt.Errorf("no table under the heading Floors")
	}
	for _, row := range rows(page, "Nevers") {
		if len(row) != 3 {
			return nil, fmt.Errorf("nevers: a row has %d cells, not 3: %q", len(row), row)
		}
		n := never{text: row[1], rooms: names(row[0]), targets: names(row[1])}
		n.except = strings.HasPrefix(row[0], "any room but")
		for _, room := range n.rooms {
			if _, known := p.floors[room]; !known {
				return nil, fmt.Errorf("nevers: %s has no floor", room)
			}
		}
		switch {
		case row[1] == "anything outside the standard library":
			n.kind = outsideStd
		case strings.HasPrefix(row[1], "both ") && len(n.targets) == 2:
			n.kind = together
		case len(n.targets) == 0:
			return nil, fmt.Errorf("nevers: cannot read %q", row[1])
		}
		p.nevers = append(p.nevers, n)
	}
	return p, nil
}

// check compares the imports of every room with the plan and returns a sentence
// for every one that breaks it.
func (p *plan) check(imports map[string][]string) []string {
	var broken []string
	say := func(format string, args ...any) { broken = append(broken, fmt.Sprintf(format, args...)) }
	for _, room := range slices.Sorted(maps.Keys(imports)) {
		floor, known := p.floors[room]
		if !known {
			say("%s is not in the table of floors in ARCHITECTURE.md", room)
			continue
		}
		for _, path := range imports[room] {
			other, ours := strings.CutPrefix(path, module+"/")
			if !ours {
				continue
			}
			if otherFloor, known := p.floors[other]; known && otherFloor >= floor {
				say("%s on floor %d imports %s on floor %d: imports go to a strictly lower floor", room, floor, other, otherFloor)
			}
		}
		for _, n := range p.nevers {
			if slices.Contains(n.rooms, room) == n.except {
				continue
			}
			if bad := n.broken(imports[room]); len(bad) > 0 {
				say("%s imports %s, but it never imports %s", room, strings.Join(bad, " and "), n.text)
			}
		}
	}
	return broken
}

// broken returns the imports that break n.
func (n *never) broken(imports []string) []string {
	var bad []string
	for _, path := range imports {
		switch n.kind {
		case outsideStd:
			if !isStandard(path) {
				bad = append(bad, path)
			}
		default:
			if slices.ContainsFunc(n.targets, func(target string) bool { return within(path, target) }) {
				bad = append(bad, path)
			}
		}
	}
	if n.kind == together && !n.touchesAll(bad) {
		return nil
	}
	return bad
}

func (n *never) touchesAll(imports []string) bool {
	for _, target := range n.targets {
		if !slices.ContainsFunc(imports, func(path string) bool { return within(path, target) }) {
			return false
		}
	}
	return true
}

// within reports whether an import is the target, a room or a path, or lies below it.
func within(path, target string) bool {
	path = strings.TrimPrefix(path, module+"/")
	return path == target || strings.HasPrefix(path, target+"/")
}

// isStandard recognises the standard library by the convention of the Go tool: the first element of any other path has
// a dot or is this module.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != module
}
