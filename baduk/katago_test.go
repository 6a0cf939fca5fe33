package baduk_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
)

// transcript is a game with KataGo's verdicts on it. testdata/katago.jsonl
// holds a hundred such games. A program that was linked with KataGo's own rules
// code (version 1.17.2) played them at random.
type transcript struct {
	Width, Height   int
	Rules           json.RawMessage
	Handicap        int
	Setup, Moves    [][2]string
	Legal           []string // before each move: bitmap in hexadecimal, byte 0 first
	Phase           []int
	Over            []bool
	End             string // "score", "noresult" or "limit"
	Scores          [][2]float64
	WhiteMinusBlack *float64
	Area            []string
	WrongTurn       []int
}

// TestKataGoTranscripts replays the hundred games. It must find the same legal points
// before every turn, phases, ends and scores as KataGo.
func TestKataGoTranscripts(t *testing.T) {
	if n := replayTranscripts(t, "testdata/katago.jsonl"); n != 100 {
		t.Errorf("%d transcripts, want 100", n)
	}
}

// TestKataGoGames does the same as TestKataGoTranscripts for all games in the directory
// that TENGEN_KATAGO_GAMES names.
func TestKataGoGames(t *testing.T) {
	dir := os.Getenv("TENGEN_KATAGO_GAMES")
	if dir == "" {
		t.Skip("TENGEN_KATAGO_GAMES does not name a directory of transcripts: only the hundred in testdata are checked")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Logf("%d games", replayTranscripts(t, file))
		})
	}
}

func replayTranscripts(t *testing.T, file string) (games int) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	failed := 0
	for lines.Scan() {
		var tr transcript
		if err := json.Unmarshal(lines.Bytes(), &tr); err != nil {
			t.Fatalf("%s, game %d: %v", file, games+1, err)
		}
		games++
		if len(tr.WrongTurn) > 0 {
			continue // KataGo forgets the game when a player moves twice
		}
		if err := tr.replay(); err != nil {
			if failed++; failed <= 5 {
				t.Errorf("%s, game %d, %s: %v", file, games, tr.Rules, err)
			}
		}
	}
	if failed > 0 {
		t.Errorf("%s: %d of %d games differ, want 0", file, failed, games)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return games
}

func (tr *transcript) replay() error {
	rules, err := baduk.ParseRules(string(tr.Rules))
	if err != nil {
		return err
	}
	graph, err := baduk.Rectangle(tr.Width, tr.Height)
	if err != nil {
		return err
	}
	setup := baduk.Setup{Handicap: tr.Handicap, FreeHandicap: true}
	for _, s := range tr.Setup {
		p, err := graph.ParseVertex(s[1])
		if err != nil {
			return err
		}
		if s[0] == "B" {
			setup.Black = append(setup.Black, p)
		} else {
			setup.White = append(setup.White, p)
		}
	}
	g, err := baduk.NewGameFrom(graph, rules, setup)
	if err != nil {
		return err
	}
	scores := map[int]float64{}
	for _, s := range tr.Scores {
		scores[int(s[0])] = s[1]
	}
	for i, text := range tr.Moves {
		m := baduk.Move{Color: map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}[text[0]]}
		if m.Point, err = graph.ParseVertex(text[1]); err != nil {
			return err
		}
		if want, ok := scores[i]; ok {
			if err := sameScore(g, want); err != nil {
				return fmt.Errorf("before turn %d: %v", i+1, err)
			}
		}
		if g.Phase() != tr.Phase[i] {
			return fmt.Errorf("before turn %d: phase %d, want %d", i+1, g.Phase(), tr.Phase[i])
		}
		bits, err := hex.DecodeString(tr.Legal[i])
		if err != nil {
			return err
		}
		for p := range graph.Len() {
			v := g.Legal(baduk.Move{Color: m.Color, Point: baduk.Point(p)})
			if want := bits[p/8]>>(p%8)&1 == 1; (v == baduk.Legal) != want {
				return fmt.Errorf("before turn %d: %v %s: %v, want legal %v", i+1, m.Color, graph.Vertex(baduk.Point(p)), v, want)
			}
		}
		if err := g.Play(m); err != nil {
			return err
		}
		if g.Over() != tr.Over[i] {
			return fmt.Errorf("after turn %d: over %v, want %v", i+1, g.Over(), tr.Over[i])
		}
	}
	if g.NoResult() != (tr.End == "noresult") {
		return fmt.Errorf("void %v, want the end %s", g.NoResult(), tr.End)
	}
	if tr.End == "noresult" {
		if r := g.Result(nil); r != "Void" {
			return fmt.Errorf("result of a void game: got %s, want Void", r)
		}
		return nil
	}
	if err := sameScore(g, *tr.WhiteMinusBlack); err != nil {
		return fmt.Errorf("at the end: %v", err)
	}
	return nil
}

// sameScore compares the score with KataGo's score. It also compares the total of the
// score with the sum of its parts.
func sameScore(g *baduk.Game, whiteMinusBlack float64) error {
	s := g.Score(nil)
	if s.Lead() != -whiteMinusBlack {
		return fmt.Errorf("%v, want %v for Black", s.String(), -whiteMinusBlack)
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		sum := 0.0
		for _, item := range s.Account(c) {
			sum += item.Points
		}
		if math.Abs(sum-s.Total(c)) > 1e-9 {
			return fmt.Errorf("%v: the account of %v adds up to %v, want %v", s.String(), c, sum, s.Total(c))
		}
	}
	if black, white, half, ok := s.InStones(); ok && (black+white != 2*half || black-white != s.Lead()) {
		return fmt.Errorf("%v: in stones %v and %v, want the sum %v and the difference %v", s.String(), black, white, 2*half, s.Lead())
	}
	if lines := strings.Join(s.Explain(g.Graph()), "\n"); !strings.Contains(lines, s.Result()) && s.Lead() != 0 {
		return fmt.Errorf("the explanation does not name %s:\n%s", s.Result(), lines)
	}
	return nil
}
