package kifu

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/internal/wording"
	"tengen/sgf"
)

// importUGF reads the formats UGF and UGI of the server PandaNet. They consist of
// sections: [Header] describes the game, [Data] has the moves, and [Figure] has
// comments. Variations in figures and reviews are left out. importUGF takes at most
// 40 bytes of memory for each byte of the text.
func importUGF(text string) (*foreign, error) {
	u := ugf{foreign: newForeign(), head: map[string]string{}, lines: map[string]int{}, comments: map[int][]string{}, labels: map[int][]string{}, about: -1}
	section, sections := "", 0
	for n, line := range textLines(text) {
		name, isName := strings.CutPrefix(line, "[")
		name, closed := strings.CutSuffix(name, "]")
		switch {
		case isName && closed && !strings.Contains(name, "["):
			u.endText()
			if err := u.endHeader(section, n); err != nil {
				return nil, err
			}
			section = name
			sections++
			u.section(name, n)
		case line == "" || line[0] == '#' && section == "":
		case section == "Header":
			u.header(line, n)
		case section == "Data":
			u.data(line, n)
		case section == "Figure":
			u.figure(line, n)
		case section == "ReviewComment":
			u.review(line, n)
		case section == "Comment":
			u.remarks = append(u.remarks, line)
		case section == "":
			return nil, fmt.Errorf("%w: line %d: a UGF file begins with [Header], not with %q", errFormat, n, clip(line))
		}
	}
	u.endText()
	if sections == 0 {
		return nil, fmt.Errorf("%w: the file has no section [Header] of a UGF file", errFormat)
	}
	if err := u.endHeader(section, 0); err != nil {
		return nil, err
	}
	if u.moves == 0 {
		u.note(0, "the file has no moves")
	}
	u.flush()
	if u.root.Has("HA") && u.root.Has("AB") && !u.root.Has("AW") {
		u.root.Set("PL", "W")
	}
	u.setComments()
	if u.figures > 0 {
		u.note(0, "left out: %s with variations", wording.Counted(u.figures, "figure"))
	}
	u.text("GC", u.head["Comment"]+"\n"+strings.Join(u.remarks, "\n"))
	return u.done()
}

type ugf struct {
	*foreign
	head    map[string]string
	lines   map[string]int // line number of each entry of the header
	flip    bool           // rows are counted from the lower edge
	nodes   []*sgf.Node    // the root and the node of each move
	ended   bool
	remarks []string

	comments map[int][]string // lines of comments, by index in nodes
	labels   map[int][]string // raw values of LB, by index in nodes
	about    int              // index of the node that the current comment is about, or -1
	inText   bool
	inFig    bool
	figures  int
}

// endHeader reads the header when the section of the header ends. The header has to be
// the first section, since it has the size of the board.
func (u *ugf) endHeader(section string, line int) error {
	if section != "Header" {
		return nil
	}
	if len(u.nodes) > 0 {
		u.note(line, "a section [Header] after the first one, or after moves, was ignored")
		return nil
	}
	return u.info()
}

func (u *ugf) section(name string, line int) {
	u.about, u.inText, u.inFig = -1, false, false
	switch name {
	case "Header", "Data", "Figure", "Comment", "ReviewComment", "End":
	default:
		u.note(line, "the section [%s] was left out", clip(name))
	}
}

func (u *ugf) header(line string, n int) {
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		u.note(n, "%q was ignored: it is not Name=value", clip(line))
		return
	}
	if len(u.head) < 1000 {
		u.head[key], u.lines[key] = strings.TrimSpace(value), n
	}
}

// list returns the parts of an entry of the header. It drops empty parts at the end and
// then appends two empty parts, so that the first two parts always exist.
func (u *ugf) list(key string) []string {
	parts := strings.Split(u.head[key], ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return append(parts, "", "")
}

func (u *ugf) info() error {
	u.nodes = append(u.nodes[:0], u.root)
	if u.head["Size"] != "" {
		if err := u.size(u.head["Size"], u.lines["Size"]); err != nil {
			return err
		}
	}
	switch u.head["CoordinateType"] {
	case "IGS":
		u.flip = true
	case "JPN":
	default:
		u.note(u.lines["CoordinateType"], "the rows were counted from the upper edge, since the entry CoordinateType is neither IGS nor JPN")
	}
	u.players("B")
	u.players("W")
	var title []string
	for part := range strings.SplitSeq(u.head["Title"], ",") {
		if part = strings.TrimSpace(part); part != "" {
			title = append(title, part)
		}
	}
	u.text("EV", strings.Join(title, ", "))
	u.text("PC", strings.TrimRight(u.head["Place"], ", "))
	u.text("US", u.head["Writer"])
	u.text("AN", strings.TrimRight(u.head["Commentator"], ", "))
	u.text("CP", u.head["Copyright"])
	u.text("DT", u.dates())
	u.text("RU", rulesOfCountry(u.head["Rule"]))
	u.handicapAndKomi()
	u.result()
	u.time()
	return nil
}

// players joins the names of the players of one colour. A team has an entry PlayerB and
// an entry PlayerB2 or BMemb2.
func (u *ugf) players(color string) {
	first := u.list("Player" + color)
	if first[0] == "" {
		first = u.list(color + "Memb1")
	}
	name, rank := first[0], gameRank(first[1])
	for n := 2; n < 10; n++ {
		next := u.list("Player" + color + strconv.Itoa(n))
		if next[0] == "" {
			next = u.list(color + "Memb" + strconv.Itoa(n))
		}
		if next[0] == "" {
			break
		}
		name += " & " + next[0]
		if next[1] != "" {
			rank += " & " + gameRank(next[1])
		}
	}
	u.player(color, name, rank)
}

// dates returns the first and the last day in the short form of DT.
func (u *ugf) dates() string {
	list := append(u.list("Date"), "", "")
	first, ok := isoDate(list[0])
	last, more := isoDate(list[2])
	switch {
	case !ok && !more:
		return ""
	case !ok:
		return last
	case !more || last == first:
		return first
	case last[:7] == first[:7]:
		return first + "," + last[8:]
	case last[:4] == first[:4]:
		return first + "," + last[5:]
	}
	return first + "," + last
}

// handicapAndKomi reads an entry such as Hdcp=2,0.50. The section [Data] has the
// handicap stones.
func (u *ugf) handicapAndKomi() {
	list, line := u.list("Hdcp"), u.lines["Hdcp"]
	if n, err := strconv.Atoi(list[0]); err != nil && list[0] != "" || n < 0 {
		u.note(line, "the handicap was ignored: %q is not a number of stones", clip(list[0]))
	} else if n > 1 {
		u.root.Set("HA", strconv.Itoa(n))
	}
	komi := list[1]
	if len(list) > 4 && list[2] != "" { // the komi has a decimal comma
		komi += "." + list[2]
	}
	u.komi(komi, line)
}

// result reads an entry such as Winner=B,7.50 or Winner=W,C.
func (u *ugf) result() {
	list := u.list("Winner")
	how := strings.ToUpper(list[1])
	switch who := strings.TrimRight(strings.ToUpper(list[0]), "12"); who {
	case "", "P":
	case "B", "W":
		result := who + "+"
		switch v, err := strconv.ParseFloat(how, 64); {
		case how == "":
		case how[0] == 'C':
			result += "R"
		case how[0] == 'T' || how[0] == 'F':
			result += how[:1]
		case err == nil && v > 0 && v < 1e6:
			result += strconv.FormatFloat(v, 'f', -1, 64)
		default:
			u.note(u.lines["Winner"], "the kind of win %q was not understood", clip(list[1]))
		}
		u.text("RE", result)
	case "D":
		u.text("RE", "0")
	case "N", "A":
		u.text("RE", "Void")
	case "O":
		u.text("RE", "Void")
		u.note(u.lines["Winner"], "a loss of both players was read as a game without a result")
	default:
		u.note(u.lines["Winner"], "the result %q was not understood", clip(u.head["Winner"]))
	}
}

// time reads the main time of Black, in minutes.
func (u *ugf) time() {
	parts := strings.Split(u.list("Ptime")[0], ";")
	if len(parts) < 2 {
		return
	}
	minutes, err := strconv.Atoi(parts[1])
	if err != nil || minutes <= 0 || minutes > 1e6 {
		return
	}
	u.text("TM", strconv.Itoa(60*minutes))
	u.note(u.lines["Ptime"], "the time %q was read as %d minutes; the rest of it was left out", clip(u.head["Ptime"]), minutes)
}
