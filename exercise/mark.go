package exercise

import (
	"regexp"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// mark says whether an author has marked a node as right or wrong.
type mark uint8

const (
	unmarked mark = iota
	right
	wrong
	// solved marks a node as right and as the end of the problem, even if the tree goes on.
	solved
)

// The words in capital letters are instructions of the site goproblems.com. Only RIGHT, CORRECT and WRONG say something
// about the node.
var (
	rightWord   = regexp.MustCompile(`\b(RIGHT|CORRECT)\b`)
	wrongWord   = regexp.MustCompile(`\b(WRONG|INCORRECT)\b`)
	instruction = regexp.MustCompile(`\b(RIGHT|CORRECT|WRONG|INCORRECT|CHOICE|FORCE|NOTTHIS)\b[.!:]?`)
	// verdictFirst finds comments that begin with the verdict: "Correct.", "Wrong! White lives".
	verdictFirst = regexp.MustCompile(`(?i)^(right|correct|solved|wrong|incorrect|failure)\s*([.,:;!]|$)`)
)

// The first words of comments in other languages. The wrong ones are tested first, because 不正解 contains 正解.
var (
	wrongBeginnings = []string{"不正解", "不正确", "不正確", "失敗", "失败", "错误", "錯誤", "실패", "오답", "falsch"}
	rightBeginnings = []string{"正解", "正确", "正確", "성공", "정답", "richtig"}
)

// markOf returns the mark of a node of a problem that the given player solves. It reads the comment, the name, the
// judgements of SGF, and WV, the private property by which some collections mark wrong variations. If the record
// names points by vertices, WV is a move of White and not a mark.
func markOf(n *kifu.Node, pupil baduk.Color) mark {
	comment := strings.TrimSpace(n.Comment())
	switch {
	case wrongWord.MatchString(comment):
		return wrong
	case rightWord.MatchString(comment), comment == "+": // "+" is a whole comment in some collections
		return solved
	}
	for _, text := range []string{comment, strings.TrimSpace(n.Name())} {
		if begins(text, wrongBeginnings) {
			return wrong
		}
		if begins(text, rightBeginnings) {
			return right
		}
		if m := verdictFirst.FindStringSubmatch(text); m != nil {
			switch strings.ToLower(m[1]) {
			case "wrong", "incorrect", "failure":
				return wrong
			}
			return right
		}
	}
	if slices.Contains(n.Properties(), "WV") && !n.Tree().ByVertex() {
		return wrong
	}
	return judged(n, pupil)
}

func begins(text string, beginnings []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text, b) })
}

// judged returns the mark by the judgements of SGF. BM and TE judge the move of the node, so they count only for the
// pupil's moves. GB and GW judge the position.
func judged(n *kifu.Node, pupil baduk.Color) mark {
	m, moved := n.Move()
	for _, j := range n.Judgements() {
		switch {
		case j.Name == "BM" && moved && m.Color == pupil:
			return wrong
		case j.Name == "TE" && moved && m.Color == pupil:
			return right
		case j.Name == "GB" || j.Name == "GW":
			if (j.Name == "GB") == (pupil == baduk.Black) {
				return right
			}
			return wrong
		}
	}
	return unmarked
}

// Text returns the comment of a node without the instructions of problem files.
func Text(n *kifu.Node) string {
	text := strings.TrimSpace(n.Comment())
	if text == "+" {
		return ""
	}
	return strings.TrimSpace(instruction.ReplaceAllString(text, ""))
}
