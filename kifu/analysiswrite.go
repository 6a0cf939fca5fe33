package kifu

import (
	"encoding/json"
	"slices"
	"strings"

	"tengen/baduk"
)

// propRemarks is tengen's own property. Its value is JSON as a text. It lists the
// additions of a program to the node, without the analysis. With this list the
// additions can be removed, while the text of users stays.
const propRemarks = "TGR"

// Remarks are what a program adds to a node besides an [Analysis]: a comment, a
// judgement of the move, and variations that continue from the position.
type Remarks struct {
	Comment string
	// Judgement is BM, TE, DO or IT; the zero value means none.
	Judgement Judgement
	Lines     []RemarkLine
}

// RemarkLine is a variation with a comment at its first node.
type RemarkLine struct {
	Moves   []baduk.Move
	Comment string
}

// storedRemarks is the JSON in [propRemarks]. Line is true in the first node of an
// added variation.
type storedRemarks struct {
	Version   int    `json:"v"`
	Comment   string `json:"comment,omitempty"`
	Judgement string `json:"judgement,omitempty"`
	Line      bool   `json:"line,omitempty"`
}

const remarksVersion = 1

// SetRemarks replaces the remarks of a node; the zero value removes them. What users
// wrote stays:
//
//   - The comment is appended to the user's comment.
//   - A move that a user judged does not get another judgement.
//   - A variation is left out if one of the user's variations begins with the same move.
//   - An added variation that a user has changed or extended is not removed.
//
// The last node of a line of play does not get variations, because the first one would
// become the continuation of the line.
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

// HasRemarks reports whether a program has added remarks to the node, or variations
// that continue from it.
func (n *Node) HasRemarks() bool {
	return len(n.Values(propRemarks)) > 0 || slices.ContainsFunc(n.children, func(c *Node) bool { return c.remarks().Line })
}

// judgementValue is the raw value of a judgement, which is empty for DO and IT.
func judgementValue(j Judgement) string {
	switch {
	case j.Name == "DO" || j.Name == "IT":
		return ""
	case j.Level > 1:
		return "2"
	}
	return "1"
}

// judged reports whether the node has a judgement of its move.
func (n *Node) judged() bool {
	return slices.ContainsFunc(n.Judgements(), func(j Judgement) bool { return isOfMove(j.Name) })
}

func isOfMove(name string) bool { return slices.Contains(judgementGroups[0], name) }

func (n *Node) setRemarks(s storedRemarks) {
	data, err := json.Marshal(s)
	if err != nil {
		return // cannot happen: JSON can encode these types
	}
	n.SetText(propRemarks, string(data))
}

// remarks reads the remarks of the node. It returns the zero value if they are
// missing or unreadable.
func (n *Node) remarks() storedRemarks {
	var s storedRemarks
	if text := n.Text(propRemarks); text == "" || json.Unmarshal([]byte(text), &s) != nil || s.Version != remarksVersion {
		return storedRemarks{}
	}
	return s
}

// between separates the user's comment from the appended text.
const between = "\n\n"

func (n *Node) appendComment(text string) {
	if old := n.Comment(); old != "" {
		text = old + between + text
	}
	n.SetComment(text)
}

// addLine adds a variation unless an existing one begins with the same move.
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

// takeBackRemarks removes the remarks, except those that a user has changed.
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

// takeBackComment removes the appended text from the comment.
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

// onlyRemarked reports whether an added line is unchanged: it has moves, no
// variations, and only the comment that was added.
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
