package lessons

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/exercise"
	"tengen/internal/course"
	"tengen/kifu"
)

// steps yields every step of the course.
func steps(t *testing.T) func(func(string, problem) bool) {
	t.Helper()
	return func(yield func(string, problem) bool) {
		for _, file := range course.Lessons() {
			read, err := kifu.LoadBytes(file.SGF, kifu.Options{Format: "sgf", Encoding: "UTF-8"})
			if err != nil {
				t.Fatalf("%s: %v", file.Name, err)
			}
			for _, d := range read.Diagnostics {
				if d.Severity > kifu.Note { // the private properties are notes
					t.Errorf("%s: %v", file.Name, d)
				}
			}
			for i, tree := range read.Trees {
				if !yield(keyOf(kindCourse, file.Name, i), problem{exercise.New(tree)}) {
					return
				}
			}
		}
	}
}

// TestCourse plays every move of the course under the rules. Each step has a task, a right end, and an answer to every
// move of the pupil.
func TestCourse(t *testing.T) {
	illegal := 0
	for name, p := range steps(t) {
		root := p.Tree.Root()
		if root.Name() == "" || root.Comment() == "" || !p.Right(p.Start) {
			t.Errorf("%s: a step needs a name, a task and a right end", name)
		}
		for n := range root.All() {
			if !p.Over(n) && p.Reply(n) == nil && n.Text(exercise.AnyMove) == "" && n.Text(exercise.OtherMove) == "" && p.Right(n) {
				t.Errorf("%s after %v: moves that the tree does not have get no answer", name, n.Path()[1:])
			}
			m, ok := n.Move()
			if !ok {
				continue
			}
			err := p.Tree.At(n.Parent()).Game.Clone().Play(m)
			switch {
			case err != nil && m.Color != p.Pupil:
				t.Errorf("%s: the reply is illegal: %v", name, err)
			case err != nil && len(n.Children()) > 0:
				t.Errorf("%s: the tree goes on after an illegal move: %v", name, err)
			case err != nil:
				illegal++
			}
			if len(n.Children()) == 0 && comments(n, n) == "" && (n.Parent() == p.Start || comments(n.Parent(), n.Parent()) == "") {
				t.Errorf("%s: the end at %s says nothing", name, p.vertexOf(n))
			}
		}
	}
	if illegal == 0 {
		t.Error("no step shows an illegal move")
	}
}

// TestCourseIsSolved plays the right line of every step with the pupil's moves only.
func TestCourseIsSolved(t *testing.T) {
	count := 0
	for name, p := range steps(t) {
		count++
		var moves []string
		for n := p.Start; ; {
			vertex := p.hint(n)
			if n.Text(exercise.AnyMove) != "" {
				vertex = "C3"
			}
			a, err := p.play(moves, vertex)
			if err != nil {
				t.Fatalf("%s: %s after %v: %v", name, vertex, moves, err)
			}
			if a.verdict == isRight {
				if a.at.Text == "" {
					t.Errorf("%s: the right end says nothing", name)
				}
				break
			}
			if a.verdict != isOpen || slices.Equal(moves, a.moves) {
				t.Fatalf("%s: %s after %v is %s, want open or right", name, vertex, moves, a.verdict)
			}
			n, moves = a.node, a.moves
		}
	}
	if count < 40 {
		t.Errorf("%d steps, want at least 40", count)
	}
}

// TestCourseIsTranslated checks that each file of translations has every paragraph of the course, as it is sent.
func TestCourseIsTranslated(t *testing.T) {
	files, err := filepath.Glob("../../web/languages/course/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("the translations of the course: %v, %v", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var translations map[string]string
		if err := json.Unmarshal(data, &translations); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for name, p := range steps(t) {
			info, root := p.Tree.Info(), p.Tree.Root()
			texts := []string{info.Name, info.Comment, root.Name()}
			for n := range root.All() {
				texts = append(texts, exercise.Text(n), n.Text(exercise.AnyMove), n.Text(exercise.OtherMove))
			}
			for paragraph := range strings.SplitSeq(strings.Join(texts, "\n\n"), "\n\n") {
				if _, ok := translations[paragraph]; !ok && paragraph != "" {
					t.Errorf("%s has no translation of %q in %s: run node web/texts.js, then translate it", filepath.Base(file), paragraph, name)
				}
			}
		}
	}
}

// TestCourseCounts compares the counts in the texts with the rules.
func TestCourseCounts(t *testing.T) {
	for name, p := range steps(t) {
		if name != "course/end/2" {
			continue
		}
		for _, rules := range []string{"chinese", "japanese"} {
			r, err := baduk.ParseRules(rules)
			if err != nil {
				t.Fatal(err)
			}
			r.Komi = 0
			game, err := baduk.NewGameFrom(p.Tree.Graph, r, p.Tree.At(p.Start).Game.Setup())
			if err != nil {
				t.Fatal(err)
			}
			score := game.Score(nil)
			said := p.Solution()[1].Comment()
			area := strings.Contains(said, "15 together") && strings.Contains(said, "10 together") && score.Total(baduk.Black) == 15 && score.Total(baduk.White) == 10
			territory := strings.Contains(said, "Black has 10, White has 5") && score.Total(baduk.Black) == 10 && score.Total(baduk.White) == 5
			if !area && !territory {
				t.Errorf("%s: Black %v, White %v: not as the course counts: %s", rules, score.Total(baduk.Black), score.Total(baduk.White), said)
			}
		}
		return
	}
	t.Error("the step that counts is missing")
}
