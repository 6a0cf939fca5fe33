package refgo

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// katagoGame is a line of a file of games that KataGo's program played by its
// own rules code: legal moves and phase before each turn, and whether the game
// was over after it.
type katagoGame struct {
	Width, Height int
	Rules         struct {
		Ko, Scoring, Tax   string
		Suicide, HasButton bool
		Komi               float64
	}
	Handicap        int
	Setup, Moves    [][2]string
	Legal           []string // bitmaps of the player to move, the lowest bit of the first byte for point 0
	Phase           []int
	Over            []bool
	PassForKo       []int
	WrongTurn       []int        // turns before which KataGo forgot the past because the wrong player moved
	Scores          [][2]float64 // number of turns, and White's score minus Black's if the game ended there
	Bonuses         [][3]float64 // number of turns, points of White apart from the board, the part of them for handicap
	HandicapBonus   float64
	End             string
	WhiteMinusBlack *float64
	Area, Board     []string
	PassAlive       []string
	KoRecapBlocked  string
	FinalPhase      int
	CapturedBlack   int
	CapturedWhite   int
	ButtonLeft      bool
}

// TestKataGo replays the games in the folder that TENGEN_KATAGO_GAMES names, on
// boards of at most 5 by 5 points, and compares all that they say about the
// rules.
func TestKataGo(t *testing.T) {
	folder := os.Getenv("TENGEN_KATAGO_GAMES")
	if folder == "" {
		t.Skip("set TENGEN_KATAGO_GAMES to a folder of games judged by KataGo to compare with them")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			compareFile(t, file)
		})
	}
}

func compareFile(t *testing.T, name string) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	var seen struct{ games, turns, unblocked, noResults, left, failed int }
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			break
		}
		var k katagoGame
		if err := json.Unmarshal(line, &k); err != nil {
			t.Fatalf("line %d: %v", number, err)
		}
		if k.Width > 5 || k.Height > 5 {
			continue
		}
		if len(k.WrongTurn) > 0 {
			seen.left++
			continue
		}
		if err := k.compare(); err != nil {
			t.Errorf("line %d, %+v, setup %v, moves %v: %v", number, k.Rules, k.Setup, k.Moves, err)
			if seen.failed++; seen.failed >= 5 {
				t.FailNow()
			}
		}
		seen.games++
		seen.turns += len(k.Moves)
		seen.unblocked += len(k.PassForKo)
		if k.End == "noresult" {
			seen.noResults++
		}
	}
	t.Logf("%d games of %d turns, %d of them unblockings, %d without a result; %d games with players out of turn left out",
		seen.games, seen.turns, seen.unblocked, seen.noResults, seen.left)
}

// start is the game before its first turn.
func (k *katagoGame) start() *Game {
	board, first := make(Board, k.Width*k.Height), Black
	for _, s := range k.Setup {
		t := k.turn(s)
		board[t.Point] = t.Color
	}
	if k.Handicap > 0 {
		first = White
	}
	rules := Rules{
		Ko:        map[string]Ko{"SIMPLE": Simple, "POSITIONAL": Positional, "SITUATIONAL": Situational, "SPIGHT": Spight}[k.Rules.Ko],
		Scoring:   map[string]Scoring{"AREA": AreaScoring, "TERRITORY": TerritoryScoring}[k.Rules.Scoring],
		Tax:       map[string]Tax{"NONE": TaxNone, "SEKI": TaxSeki, "ALL": TaxAll}[k.Rules.Tax],
		Button:    k.Rules.HasButton,
		PassAlive: PassAliveCounts,
	}
	if k.Rules.Suicide {
		rules.Suicide = Multi
	}
	return NewGameFrom(Grid(k.Width, k.Height), rules, board, first)
}

func (k *katagoGame) turn(move [2]string) Turn {
	color := map[string]Color{"B": Black, "W": White}[move[0]]
	if move[1] == "pass" {
		return Turn{color, Pass}
	}
	x, y := strings.IndexByte("ABCDEFGHJ", move[1][0]), k.Height-int(move[1][1]-'0')
	return Turn{color, y*k.Width + x}
}

// colors converts a picture to colours.
func colors(rows []string) []Color {
	var colors []Color
	for _, r := range strings.Join(rows, "") {
		colors = append(colors, map[rune]Color{'.': Empty, 'X': Black, 'O': White}[r])
	}
	return colors
}

func bitmap(points int, set func(p int) bool) string {
	bits := make([]byte, (points+7)/8)
	for p := range points {
		if set(p) {
			bits[p/8] |= 1 << (p % 8)
		}
	}
	return hex.EncodeToString(bits)
}

func (k *katagoGame) compare() error {
	g := k.start()
	for i, move := range k.Moves {
		t := k.turn(move)
		if g.Phase() != k.Phase[i] {
			return fmt.Errorf("phase %d before turn %d, want %d", g.Phase(), i, k.Phase[i])
		}
		reasons := g.Reasons(t.Color)
		if legal := bitmap(len(g.Graph), func(p int) bool { return reasons[p] == OK }); legal != k.Legal[i] {
			return fmt.Errorf("legal %s before turn %d, want %s", legal, i, k.Legal[i])
		}
		if got, want := t.Point >= 0 && g.Unblocks(t) >= 0, slices.Contains(k.PassForKo, i); got != want {
			return fmt.Errorf("turn %d unblocks: %v, want %v", i, got, want)
		}
		if reason := g.Play(t); reason != OK {
			return fmt.Errorf("turn %d: got %v, want OK", i, reason)
		}
		if g.Over() != k.Over[i] {
			return fmt.Errorf("over %v after turn %d, want %v", g.Over(), i, k.Over[i])
		}
	}
	if err := k.compareScores(g); err != nil {
		return err
	}
	black, white := g.Captures()
	switch {
	case g.NoResult() != (k.End == "noresult"):
		return fmt.Errorf("no result: %v, want %s", g.NoResult(), k.End)
	case g.Phase() != k.FinalPhase:
		return fmt.Errorf("phase %d at the end, want %d", g.Phase(), k.FinalPhase)
	case black != k.CapturedBlack || white != k.CapturedWhite:
		return fmt.Errorf("captures %d, %d, want %d, %d", black, white, k.CapturedBlack, k.CapturedWhite)
	case (g.Rules.Button && g.ButtonTaken() == Empty) != k.ButtonLeft:
		return fmt.Errorf("button taken by %d, want left %v", g.ButtonTaken(), k.ButtonLeft)
	}
	blocked := g.Blocked()
	if got := bitmap(len(g.Graph), func(p int) bool { return slices.Contains(blocked, p) }); got != k.KoRecapBlocked {
		return fmt.Errorf("blocked %s, want %s", got, k.KoRecapBlocked)
	}
	now := last(g.replay()).board
	if !slices.Equal([]Color(now), colors(k.Board)) {
		return fmt.Errorf("board %v, want %v", now, k.Board)
	}
	if k.End == "noresult" {
		return nil
	}
	if _, owner := g.Final(); !slices.Equal(owner, colors(k.Area)) {
		return fmt.Errorf("owners %v, want %v", owner, k.Area)
	}
	alive := make([]Color, len(now))
	for _, c := range []Color{Black, White} {
		for _, set := range append(g.Graph.PassAliveTerritory(now, c, g.Rules.Suicide), g.Graph.PassAliveGroups(now, c, g.Rules.Suicide)...) {
			for p := range set {
				alive[p] = c
			}
		}
	}
	if !slices.Equal(alive, colors(k.PassAlive)) {
		return fmt.Errorf("pass-alive %v, want %v", alive, k.PassAlive)
	}
	return nil
}

// compareScores compares the scores that are known after some of the turns.
func (k *katagoGame) compareScores(g *Game) error {
	handicap := func(turns float64) float64 {
		for _, b := range k.Bonuses {
			if b[0] == turns {
				return b[2]
			}
		}
		return k.HandicapBonus
	}
	for _, s := range k.Scores {
		part := *g
		part.Turns = g.Turns[:int(s[0])]
		score, _ := part.Final()
		if want := -(s[1] - k.Rules.Komi - handicap(s[0])); score != want {
			return fmt.Errorf("score %v after %v turns, want %v", score, s[0], want)
		}
	}
	return nil
}
