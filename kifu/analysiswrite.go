package kifu

import (
	"encoding/json"
	"slices"
	"strings"

	"tengen/baduk"
)

// propRemarks is our own property, JSON as a text: what a program added to the node beside an
// analysis, so that it can be taken back from between what people wrote.
const propRemarks = "TGR"

// Remarks are what a program adds to a node beside an [Analysis]: words, a judgement of its move,
// and lines that go on from its position.
type Remarks struct {
	Comment string
	// Judgement is BM, TE, DO or IT; the zero value is no judgement.
	Judgement Judgement
	Lines     []RemarkLine
}

// RemarkLine is a line of moves as a variation, with a comment at its first node.
type RemarkLine struct {
	Moves   []baduk.Move
	Comment string
}

// storedRemarks is the JSON. Line says that the node began a line of remarks.
type storedRemarks struct {
	Version   int    `json:"v"`
	Comment   string `json:"comment,omitempty"`
	Judgement string `json:"judgement,omitempty"`
	Line      bool   `json:"line,omitempty"`
}

const remarksVersion = 1

// SetRemarks puts remarks into a node in place of those that it had; the zero value only takes
// those back. What people wrote stays: the comment is appended to theirs, where they judged the
// move nothing is said of it, a line that begins like one of theirs is left out, and a line that
// they went on with or wrote into becomes theirs. After the last node of a line of play there is
// no place for lines: they would go on with it.
func (n *Node) SetRemarks(r Remarks) {
	n.takeBackRemarks()
	stored := storedRemarks{Version: remarksVersion, Comment: r.Comment}
	if r.Comment != "" {
		n.appendComment(r.Comment)
	}
	if r.Judgement.Name != "" && !n.judged() {
		stored.Judgement = r.Judgement.Name
		n.SetValues(r.Judgement.Name, judgementValue(r.Judgement))
	}
	if stored.Comment != "" || stored.Judgement != "" {
		n.setRemarks(stored)
	}
	for _, line := range r.Lines {
		n.addLine(line)
	}
}

// HasRemarks reports whether there are remarks at the node, or lines that go on from it.
func (n *Node) HasRemarks() bool {
	return len(n.Values(propRemarks)) > 0 || slices.ContainsFunc(n.children, func(c *Node) bool { return c.remarks().Line })
}

// judgementValue is the raw value of a judgement: DO and IT have none.
func judgementValue(j Judgement) string {
	switch {
	case j.Name == "DO" || j.Name == "IT":
		return ""
	case j.Level > 1:
		return "2"
	}
	return "1"
}

// judged reports whether the move of the node is judged.
func (n *Node) judged() bool {
	return slices.ContainsFunc(n.Judgements(), func(j Judgement) bool { return isOfMove(j.Name) })
}

func isOfMove(name string) bool { return slices.Contains([]string{"BM", "TE", "DO", "IT"}, name) }

func (n *Node) setRemarks(s storedRemarks) {
	data, err := json.Marshal(s)
	if err != nil {
		return // texts can always be written
	}
	n.SetText(propRemarks, string(data))
}

// remarks are those that the node has; the zero value for none that can be read.
func (n *Node) remarks() storedRemarks {
	var s storedRemarks
	if text := n.Text(propRemarks); text == "" || json.Unmarshal([]byte(text), &s) != nil || s.Version != remarksVersion {
		return storedRemarks{}
	}
	return s
}

// between is what stands between what people wrote and what was appended to it.
const between = "\n\n"

func (n *Node) appendComment(text string) {
	if old := n.Comment(); old != "" {
		text = old + between + text
	}
	n.SetComment(text)
}

// addLine adds a variation, unless there is one that begins with the same move.
func (n *Node) addLine(line RemarkLine) {
	if len(line.Moves) == 0 || len(n.children) == 0 || n.childWith(line.Moves[0]) != nil {
		return
	}
	at := n
	for i, m := range line.Moves {
		at = at.newChild()
		at.setMove(m)
		if i == 0 {
			at.SetComment(line.Comment)
			at.setRemarks(storedRemarks{Version: remarksVersion, Comment: line.Comment, Line: true})
		}
	}
}

// takeBackRemarks removes what remarks had added, as far as it was not changed since.
func (n *Node) takeBackRemarks() {
	s := n.remarks()
	n.takeBackComment(s.Comment)
	if isOfMove(s.Judgement) {
		n.SetValues(s.Judgement)
	}
	n.SetText(propRemarks, "")
	n.children = slices.DeleteFunc(n.children, func(child *Node) bool {
		if s := child.remarks(); !s.Line {
			return false
		} else if !child.onlyRemarked(s) {
			child.SetText(propRemarks, "") // the user has changed it
			return false
		}
		child.parent = nil
		return true
	})
}

// takeBackComment takes out a text that was appended.
func (n *Node) takeBackComment(text string) {
	old := n.Comment()
	switch {
	case text == "" || !strings.Contains(old, text):
	case old == text:
		n.SetComment("")
	case strings.Contains(old, between+text):
		n.SetComment(strings.Replace(old, between+text, "", 1))
	default:
		n.SetComment(strings.TrimLeft(strings.Replace(old, text, "", 1), "\n"))
	}
}

// onlyRemarked reports whether a line is as it was added: moves without variations, and words
// only where they were put.
func (n *Node) onlyRemarked(s storedRemarks) bool {
	for m := n; ; m = m.children[0] {
		for _, name := range m.Properties() {
			switch name {
			case "B", "W", propBlack, propWhite:
			case propRemarks, "C":
				if m != n || name == "C" && n.Comment() != s.Comment {
					return false
				}
			default:
				return false
			}
		}
		switch len(m.children) {
		case 0:
			return true
		case 1:
		default:
			return false
		}
	}
}
