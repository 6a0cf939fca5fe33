package review

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// isTrue returns the reason why a sentence is not true, or "" if it is true. The second result is false if
// isTrue cannot decide.
func (s situation) isTrue(text string) (wrong string, clear bool) {
	for name, saying := range sayings {
		if p := saying.FindStringSubmatch(text); p != nil {
			return s.check(name, p)
		}
	}
	return "the sentence has an unknown form", true
}

// chainIs returns a complaint unless a point has a chain of the given colour and number of stones.
func chainIs(l *literal, color, number, point string) string {
	if l.stones[point] != color {
		return "there is no " + color + " stone at " + point
	}
	if all, _ := l.chain(point); len(all) != count(number) {
		return fmt.Sprintf("the chain at %s has %d stones", point, len(all))
	}
	return ""
}

// base returns the board that a verb is about: the board after the move for "can now", and the board before
// the move for other verbs.
func (s situation) base(color, point, verb string) (*literal, string) {
	l := s.before.copy()
	switch {
	case strings.HasPrefix(verb, "can now"):
		if color == s.mover {
			return nil, "it is not their turn"
		}
		if _, ok := l.play(s.mover, s.played); !ok {
			return nil, "the move cannot be played"
		}
	case color != s.mover:
		return nil, "it was not their turn"
	case !strings.HasPrefix(verb, "would have") && point != s.played:
		return nil, "that was not played"
	case strings.HasPrefix(verb, "would have") && point == s.played:
		return nil, "that was played"
	}
	return l, ""
}

// check returns the reason why a sentence of the given kind is not true, or "" if it is true. p has the
// parts of the sentence. The result named clear is false if a ladder could not be read to the end.
func (s situation) check(name string, p []string) (wrong string, clear bool) {
	switch name {
	case "passed":
		return s.checkPassed(p), true
	case "runs":
		return s.checkRuns(p)
	case "leaves":
		return s.checkLeaves(p)
	case "itself", "own":
		return s.checkSelfAtari(name, p), true
	case "takes":
		return s.checkTakes(p), true
	case "catches", "fails":
		return s.checkLadder(name, p)
	case "ataris":
		return s.checkAtari(p), true
	case "cuts", "connects":
		return s.joins(name, p), true
	case "fills":
		return s.checkFills(p), true
	case "unanswered":
		return s.checkUnanswered(p), true
	case "elsewhere":
		return s.checkElsewhere(p), true
	case "costs":
		return s.checkCosts(p), true
	case "fate":
		return s.fate(p), true
	}
	return "", true
}

// readBudget bounds how long the slow reader reads one ladder.
const readBudget = 3000

// checkPassed checks that the player passed and could have played.
func (s situation) checkPassed(p []string) string {
	if s.played != "pass" || p[1] != s.mover || s.before.stones[p[2]] != "" {
		return "the player did not pass, or there is a stone"
	}
	return ""
}

// checkRuns checks that a chain runs in a ladder that captures it.
func (s situation) checkRuns(p []string) (wrong string, clear bool) {
	budget := readBudget
	if p[1] != s.mover || p[2] != s.played {
		return "that was not played", true
	}
	if wrong := chainIs(s.before, p[1], p[3], p[4]); wrong != "" {
		return wrong, true
	}
	if _, liberties := s.before.chain(p[4]); len(liberties) != 1 || !liberties[p[2]] {
		return "it does not run", true
	}
	l := s.before.copy()
	l.ko = ""
	captured, ok := l.ladder(p[4], true, &budget)
	return unless(captured, "it gets away"), ok
}

// checkLeaves checks that a chain stays in atari and that another move saves it.
func (s situation) checkLeaves(p []string) (wrong string, clear bool) {
	budget := readBudget
	if p[1] != s.mover || p[2] != s.played {
		return "that was not played", true
	}
	if wrong := chainIs(s.before, p[1], p[3], p[4]); wrong != "" {
		return wrong, true
	}
	_, before := s.before.chain(p[4])
	after := s.before.copy()
	after.play(s.mover, s.played)
	_, left := after.chain(p[4])
	rather := s.before.copy()
	_, legal := rather.play(s.mover, p[5])
	_, saved := rather.chain(p[4])
	if len(before) != 1 || len(left) != 1 || !legal || len(saved) < 2 {
		return fmt.Sprintf("it has %d, %d and %d liberties", len(before), len(left), len(saved)), true
	}
	rather.ko = ""
	captured, ok := rather.ladder(p[4], false, &budget)
	return unless(!captured, "a ladder takes it"), ok
}

// checkSelfAtari checks that the move leaves its own chain in atari.
func (s situation) checkSelfAtari(name string, p []string) string {
	number, at, taker, point := "the stone", p[2], p[3], p[4]
	if name == "own" {
		number, at, taker, point = p[3], p[4], p[5], p[6]
	}
	after := s.before.copy()
	if taken, ok := after.play(s.mover, s.played); !ok || taken > 0 || p[1] != s.mover || p[2] != s.played {
		return "that was not played so"
	}
	if wrong := chainIs(after, s.mover, number, at); wrong != "" {
		return wrong
	}
	if all, _ := after.chain(at); !all[s.played] {
		return "the stone is not one of them"
	}
	if taken, ok := after.play(taker, point); !ok || taken < count(number) || after.stones[at] != "" {
		return "they cannot be taken"
	}
	return ""
}

// checkTakes checks that the move captures the stones.
func (s situation) checkTakes(p []string) string {
	l, wrong := s.base(p[1], p[2], p[3])
	if wrong != "" {
		return wrong
	}
	if l.stones[p[5]] != opposite(p[1]) {
		return "there is no such stone"
	}
	if taken, ok := l.play(p[1], p[2]); !ok || taken != count(p[4]) || l.stones[p[5]] != "" {
		return fmt.Sprintf("%d stones are taken", taken)
	}
	return ""
}

// checkLadder checks that an atari captures a chain, or that the chain escapes.
func (s situation) checkLadder(name string, p []string) (wrong string, clear bool) {
	budget := readBudget
	verb, number, at, inLadder := "catches", p[3], p[4], true
	if name == "catches" {
		verb, number, at, inLadder = p[3], p[4], p[5], p[6] != ""
	}
	l, wrong := s.base(p[1], p[2], verb)
	if wrong != "" {
		return wrong, true
	}
	if wrong := chainIs(l, opposite(p[1]), number, at); wrong != "" {
		return wrong, true
	}
	if _, ok := l.play(p[1], p[2]); !ok {
		return "it cannot be played", true
	}
	_, liberties := l.chain(at)
	if len(liberties) != 1 {
		return "it is not in atari", true
	}
	run := l.copy()
	for q := range liberties {
		run.play(opposite(p[1]), q)
	}
	_, free := run.chain(at)
	if (len(free) == 2) != inLadder {
		return fmt.Sprintf("it runs to %d liberties", len(free)), true
	}
	l.ko = ""
	captured, ok := l.ladder(at, true, &budget)
	return unless(captured == (name == "catches"), "the ladder ends otherwise"), ok
}

// checkAtari checks that the move puts a chain in atari.
func (s situation) checkAtari(p []string) string {
	l, wrong := s.base(p[1], p[2], p[3])
	if wrong != "" {
		return wrong
	}
	if wrong := chainIs(l, opposite(p[1]), p[4], p[5]); wrong != "" {
		return wrong
	}
	_, before := l.chain(p[5])
	l.play(p[1], p[2])
	_, after := l.chain(p[5])
	return unless(len(before) > 1 && len(after) == 1, "the chain is not put in atari")
}

// checkFills checks that the move fills a liberty of its own chain.
func (s situation) checkFills(p []string) string {
	after := s.before.copy()
	if taken, ok := after.play(s.mover, s.played); !ok || taken > 0 || p[1] != s.mover || p[2] != s.played {
		return "that was not played so"
	}
	if wrong := chainIs(after, s.mover, p[3], p[4]); wrong != "" {
		return wrong
	}
	all, liberties := after.chain(p[4])
	most := 0
	for q := range all {
		if q != s.played {
			_, were := s.before.chain(q)
			most = max(most, len(were))
		}
	}
	return unless(all[s.played] && len(liberties) == count(p[5]) && most == count(p[6]) && most > len(liberties), "the liberties are others")
}

// checkUnanswered checks that the last move asked for an answer nearby.
func (s situation) checkUnanswered(p []string) string {
	near, far := s.before.apart(p[2], p[3]) <= 3, s.before.apart(p[2], s.played) >= s.before.width/3
	return unless(p[1] == opposite(s.mover) && p[2] == s.last && near && far && s.before.apart(p[2], s.played) > 3 && s.before.stones[p[3]] == "", "the move did not ask for that answer")
}

// checkElsewhere checks that the better move is far away in its region.
func (s situation) checkElsewhere(p []string) string {
	return unless(s.before.region(p[1]) == p[2] && s.before.region(s.played) != p[2] && s.before.apart(p[1], s.played) >= s.before.width/3 && s.before.stones[p[1]] == "", "it is not there")
}

// checkCosts checks the loss of ownership in a region.
func (s situation) checkCosts(p []string) string {
	lost := 0.0
	for at, v := range s.ownersBefore() {
		if s.before.region(at) == p[2] {
			lost += v - s.ownersAfter()[at]
		}
	}
	said, _ := strconv.ParseFloat(p[1], 64)
	return unless(math.Abs(lost-said) < 0.51, fmt.Sprintf("it cost %v", lost))
}

// joins checks that the move's point is the only one where one stone joins two chains.
func (s situation) joins(name string, p []string) string {
	l, wrong := s.base(p[1], p[2], p[3])
	if wrong != "" {
		return wrong
	}
	owner := p[1]
	if name == "cuts" {
		owner = opposite(p[1])
	}
	if wrong := chainIs(l, owner, p[4], p[5]); wrong != "" {
		return wrong
	}
	if wrong := chainIs(l, owner, p[6], p[7]); wrong != "" {
		return wrong
	}
	if together, _ := l.chain(p[5]); together[p[7]] {
		return "they are one chain"
	}
	var joints []string
	for x := 1; x <= l.width; x++ {
		for y := 1; y <= l.height; y++ {
			at := l.name(x, y)
			if l.stones[at] != "" {
				continue
			}
			with := l.copy()
			with.stones[at] = owner
			if together, _ := with.chain(p[5]); together[p[7]] {
				joints = append(joints, at)
			}
		}
	}
	if len(joints) != 1 || joints[0] != p[2] {
		return fmt.Sprintf("they are joined at %v", joints)
	}
	parted := l.copy()
	parted.play(opposite(owner), p[2])
	if _, free := parted.chain(p[2]); len(free) < 2 {
		return "a stone there does not part them"
	}
	return ""
}

func (s situation) owners(position int) map[string]float64 {
	all := map[string]float64{}
	for i, v := range s.review.Positions[position].Ownership {
		x, y := i%s.before.width+1, s.before.height-i/s.before.width
		if all[s.before.name(x, y)] = float64(v); s.mover == "White" {
			all[s.before.name(x, y)] = -float64(v)
		}
	}
	return all
}

func (s situation) ownersBefore() map[string]float64 { return s.owners(s.move) }
func (s situation) ownersAfter() map[string]float64  { return s.owners(s.move + 1) }

// fate checks a sentence about the life of stones by adding up their ownership.
func (s situation) fate(p []string) string {
	owner := map[string]string{"black": "Black", "white": "White"}[p[2]]
	if len(s.fact.Stones) != count(p[1]) || p[6] != owner {
		return "the numbers or the names do not fit"
	}
	before, after, named := 0.0, 0.0, false
	for _, q := range s.fact.Stones {
		at := s.review.Line.Graph.Vertex(q)
		if s.before.stones[at] != owner {
			return "there is no " + owner + " stone at " + at
		}
		named = named || at == p[3]
		before, after = before+s.ownersBefore()[at], after+s.ownersAfter()[at]
	}
	n := float64(len(s.fact.Stones))
	if before, after = before/n, after/n; owner != s.mover {
		before, after = -before, -after
	}
	now, _ := strconv.ParseFloat(p[5], 64)
	was, _ := strconv.ParseFloat(p[7], 64)
	if !named || math.Abs((1+after)*50-now) > 0.51 || math.Abs((1+before)*50-was) > 0.51 {
		return fmt.Sprintf("they are %v and were %v", (1+after)*50, (1+before)*50)
	}
	own := owner == s.mover
	ok := map[string]bool{
		"are probably dead":   own && before >= 0.3 && after <= -0.3,
		"are in danger":       own && before >= 0.6 && math.Abs(after) < 0.3,
		"are weaker":          own && after >= 0.3 && before-after >= 0.35,
		"come to life":        !own && before <= -0.3 && after >= 0.3,
		"have a chance again": !own && before <= -0.6 && math.Abs(after) < 0.3,
	}[p[4]]
	return unless(ok, fmt.Sprintf("from %v to %v is something else", before, after))
}

func unless(ok bool, wrong string) string {
	if ok {
		return ""
	}
	return wrong
}
