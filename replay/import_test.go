package replay

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/rollout"
)

// inputOf returns an input of files in memory.
func inputOf(name string, files ...File) Input {
	return Input{Name: name, Files: slices.Values(files)}
}

func fileOf(name, text string) File {
	return File{Name: name, Size: int64(len(text)), Passed: int64(len(text)), Read: func() ([]byte, error) { return []byte(text), nil }}
}

// line returns a game of random stones on 9x9, in one line.
func line(t testing.TB, seed uint64, stones int) string {
	t.Helper()
	return fmt.Sprintf("src\t9\t6.5\tJapanese\t0\t\tB\tB+R\t1d\t2d\t2001-02-03\t%s\n", randomMoves(t, seed, stones))
}

func randomMoves(t testing.TB, seed uint64, stones int) string {
	t.Helper()
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Japanese())
	player, random := rollout.NewUniform(g.Graph()), newRandom(seed)
	var moves strings.Builder
	for range stones {
		m := baduk.Move{Color: g.ToPlay(), Point: player.Choose(g, g.ToPlay(), random)}
		if m.IsPass() || g.Play(m) != nil {
			break
		}
		fmt.Fprintf(&moves, "%c%c", 'a'+m.Point%9, 'a'+m.Point/9)
	}
	return moves.String()
}

func importOptions(t testing.TB, inputs ...Input) ImportOptions {
	t.Helper()
	o := DefaultImport()
	o.Dir, o.Inputs, o.MinMoves, o.PerGame, o.Threads = t.TempDir(), inputs, 10, 4, 2
	return o
}

func imported(t testing.TB, o ImportOptions) *Manifest {
	t.Helper()
	m, err := Import(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// gamesOf returns all games of a folder that must be undamaged.
func gamesOf(t testing.TB, dir string) (all []*Game) {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	if len(f.Damage) > 0 || len(all) != f.Manifest.Games {
		t.Fatalf("got %d games, %v, want %d games without damage", len(all), f.Damage, f.Manifest.Games)
	}
	return all
}

// row returns a line of a .tsv file with a game.
func row(size, komi, rules, handicap, setup, first, result, moves string) string {
	return strings.Join([]string{"src", size, komi, rules, handicap, setup, first, result, "9p", "", "1930", moves}, "\t") + "\n"
}

// trickyLines returns unusual lines: 22 games and an empty line. m are the moves of the first game.
func trickyLines(t *testing.T, m string) string {
	var text strings.Builder
	add := func(line string) { text.WriteString(line) }
	add(row("9", "6.5", "Japanese", "0", "", "B", "B+3.5", m))                                 // 1 plain
	add(row("9", "375", "Chinese", "0", "", "B", "W+R", randomMoves(t, 2, 40)))                // 2 stones in hundredths: 7.5
	add(row("9", "650", "Chinese", "0", "", "B", "W+T", randomMoves(t, 3, 40)))                // 3 points in hundredths: 6.5
	add(row("9", "3.75", "", "0", "", "B", "W+1.25", randomMoves(t, 4, 40)))                   // 4 stones: 7.5; no rules
	add(row("9", "", "Uchikomi", "", "", "B", "", randomMoves(t, 5, 40)))                      // 5 unknown komi and rules
	add(row("9", "0.5", "AGA", "2", "bccbgg", "W", "B+R", "eecdgcdhfebhefhcdeaa"+"iiai"))      // 6 a handicap: White begins
	add(row("9", "6.5", "", "0", "", "B", "0", m[:40]+"tttt"+m[40:]))                          // 7 two passes in the middle, then on
	add(row("9", "6.5", "", "0", "", "B", "B+R", m+"tt"))                                      // 8 line 1 with a pass at the end: a duplicate
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:8]))                                       // 9 too short
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:30]+m[:2]+m[30:]))                         // 10 a stone on another
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:30]+"zz"+m[30:]))                          // 11 off the board
	add(row("99", "6.5", "", "0", "", "B", "B+R", m))                                          // 12 no such board
	add(row("40", "6.5", "", "0", "", "B", "B+R", m))                                          // 13 too large a board
	add(row("x", "6.5", "", "0", "", "B", "B+R", m))                                           // 14 no size
	add(row("9", "6.5", "", "0", "baaqee", "B", "B+R", m))                                     // 15 no such stone
	add(row("9", "6.5", "", "0", "baawabwba", "B", "B+R", "ee"+m))                             // 16 a stone without liberties
	add("src\t9\t6.5\tJapanese\t0\tB\tB+R\n")                                                  // 17 seven columns
	add("\n")                                                                                  // not a game
	add(row("9", "6.5", "", "0", "", "Q", "B+R", m))                                           // 18 an unknown first player
	add(row("9", "x", "", "0", "", "B", "B+R", randomMoves(t, 6, 40)))                         // 19 a komi that is not a number: as if missing
	add(row("9", "6.5", "", "0", "", "B", "Void", "ddeddfcecceeefdedcdeggghhghhhgdeiicdedig")) // 20 below
	add(row("9", "6.5", "", "0", "", "W", "B+R", randomMoves(t, 8, 40)))                       // 21 White begins without a handicap
	add(row("13", "5", "", "0", "", "B", "B+R", randomMoves(t, 9, 40)))                        // 22 another size
	return text.String()
}

// TestImportTricky checks how unusual lines are imported or rejected.
func TestImportTricky(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", trickyLines(t, randomMoves(t, 1, 40)))))
	manifest := imported(t, o)
	want := map[Reason]int{reasonDuplicate: 1, reasonTooShort: 1, reasonIllegalMove: 2, reasonCutOff: 1, reasonBoard: 1, reasonUnreadable: 5, reasonSetup: 1}
	if !maps.Equal(manifest.Counts.Rejected, want) {
		t.Errorf("rejected %v, want %v", manifest.Counts.Rejected, want)
		for _, e := range manifest.Examples {
			t.Log(e)
		}
	}
	if manifest.Counts.Read != 22 || manifest.Games != 10 || manifest.Sources[0].Accepted != 10 || manifest.Sources[0].Games != 22 || !manifest.Sources[0].Done {
		t.Errorf("got %+v, want 10 of 22 games", manifest)
	}
	if manifest.Counts.NoKomi != 2 || manifest.Counts.NoRules != 6 {
		t.Errorf("got %d games without komi, %d without rules, want 2 and 6", manifest.Counts.NoKomi, manifest.Counts.NoRules)
	}
	if len(manifest.Examples) != 12 {
		t.Errorf("got %d examples, want 12: %v", len(manifest.Examples), manifest.Examples)
	}
	checkTricky(t, gamesOf(t, o.Dir))
	// Importing again adds nothing.
	again := imported(t, o)
	if again.Games != 10 || again.Counts.Read != 22 || len(again.Sources) != 1 {
		t.Errorf("a second time: got %+v, want the same counts", again.Counts)
	}
}

// checkTricky checks the games that were imported from trickyLines.
func checkTricky(t *testing.T, all []*Game) {
	t.Helper()
	for i, komi := range []float64{6.5, 7.5, 6.5, 7.5, 6.5, 0.5, 6.5, 6.5, 6.5, 5} {
		if all[i].Rules.Komi.Points() != komi {
			t.Errorf("game %d: got komi %v, want %v", i, all[i].Rules.Komi, komi)
		}
	}
	if all[1].Rules.Name() != "Chinese" || all[4].Rules.Name() != "Japanese" || all[3].Result != (Result{EndCounted, baduk.White, -2.5}) {
		t.Errorf("got %v, %v, %v, want Chinese and Japanese rules, and W+2.5", all[1].Rules, all[4].Rules, all[3].Result)
	}
	if h := all[5]; len(h.Setup.Black) != 2 || h.Moves[0].Color != baduk.White || h.Setup.Handicap != 2 || h.BlackRank != "9p" || h.Date != "1930" || h.Source != "src" {
		t.Errorf("the handicap game: got %+v, want two black stones, White to begin, and the record's texts", h)
	}
	stopped := all[6]
	if len(stopped.Moves) != 42 {
		t.Errorf("the game that went on after two passes: got %d moves, want 42", len(stopped.Moves))
	}
	for _, s := range stopped.Samples {
		if s.Turn > 21 {
			t.Errorf("turn %d, after two passes, was taken as a training position", s.Turn)
		}
	}
	for i, g := range all {
		if len(g.Samples) != 4 {
			t.Errorf("game %d: got %d rows, want 4", i, len(g.Samples))
		}
		for _, s := range g.Samples {
			at, err := g.At(s.Turn)
			if err != nil || at.Len() != s.Turn || at.ToPlay() != g.Moves[s.Turn].Color {
				t.Errorf("game %d, turn %d: got %v, or another turn or player to move", i, s.Turn, err)
			}
		}
	}
}

// TestDoubtZeroKomi checks that a komi of 0 counts as missing only in games without set-up stones.
func TestDoubtZeroKomi(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", row("9", "0", "", "0", "", "B", "B+R", randomMoves(t, 1, 40))+
		row("9", "0", "", "2", "bccbgg", "W", "B+R", "eecdgcdhfebhefhcdeaaiiai"))))
	o.DoubtZeroKomi = true
	if m := imported(t, o); m.Counts.NoKomi != 1 || m.Games != 2 {
		t.Errorf("got %d games, %+v, want 2, one without komi", m.Games, m.Counts)
	}
	if all := gamesOf(t, o.Dir); all[0].Rules.Komi != 13 || all[1].Rules.Komi != 0 {
		t.Errorf("got komi %v and %v, want 6.5 and 0", all[0].Rules.Komi, all[1].Rules.Komi)
	}
}

// TestImportSGF checks features that only SGF records have.
func TestImportSGF(t *testing.T) {
	moves := func(n int) string {
		var b strings.Builder
		m := randomMoves(t, 11, 60)
		for i := 0; i < 2*n; i += 2 {
			fmt.Fprintf(&b, ";%c[%s]", "BW"[i/2%2], m[i:i+2])
		}
		return b.String()
	}
	twice := ";B[ee];B[dd]" // two moves of Black in a row
	folder := inputOf("/x/games.old",
		fileOf("1.sgf", "(;GM[1]SZ[9]KM[7]RU[Chinese]BR[5d]RE[B+R]"+moves(30)+")"),
		fileOf("2.sgf", "(;GM[1]SZ[9]KM[7]"+twice+strings.ReplaceAll(strings.ReplaceAll(moves(12), "[ee]", "[]"), "[dd]", "[]")+")"),
		fileOf("3.sgf", "(;GM[1]SZ[9]"+moves(12)+";AB[aa]"+moves(3)+")"), // stones in the middle
		fileOf("4.sgf", "this is not a record"),
		fileOf("5.sgf", "(;GM[1]SZ[9]"+moves(20)+")(;GM[1]SZ[9]"+moves(21)+")"),
		fileOf("6.sgf", "(;GM[2]SZ[8])"), // another game than Go
		File{Name: "7.sgf", Err: errors.New("the disk says no")},
	)
	o := importOptions(t, folder)
	m := imported(t, o)
	if m.Games != 4 || m.Counts.Rejected[reasonUnreadable] != 3 || m.Counts.Rejected[reasonCutOff] != 1 || m.Counts.Read != 8 || m.Sources[0].Files != 7 {
		t.Errorf("got %+v, %+v, %v, want 4 of 8 games from 7 files", m.Counts, m.Sources, m.Examples)
	}
	all := gamesOf(t, o.Dir)
	if all[0].Source != "games" || all[0].Rules.Komi != 14 {
		t.Errorf("got source %q, %v, want games with a komi of 7", all[0].Source, all[0].Rules)
	}
	if all[1].Moves[1].Color != baduk.Black {
		t.Error("Black did not move twice")
	}
}

// TestImportRefuses checks the errors for wrong options, and for folders that must not be changed.
func TestImportRefuses(t *testing.T) {
	in := inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 30)))
	for name, spoil := range map[string]func(o *ImportOptions){
		"nothing":            func(o *ImportOptions) { o.Inputs = nil },
		"no positions":       func(o *ImportOptions) { o.PerGame = 0 },
		"no teacher":         func(o *ImportOptions) { o.Played = 0.5 },
		"a wrong weight":     func(o *ImportOptions) { o.Played = math.NaN() },
		"moves before all":   func(o *ImportOptions) { o.RandomMoves = -1 },
		"komi, no teacher":   func(o *ImportOptions) { o.VaryKomi = 5 },
		"komi of no number":  func(o *ImportOptions) { o.VaryKomi = math.NaN() },
		"komi beyond all":    func(o *ImportOptions) { o.VaryKomi = 1e9 },
		"leaves, no teacher": func(o *ImportOptions) { o.Leaves, o.Searcher = 2, hashedSearcher(8) },
		"leaves of no tree":  func(o *ImportOptions) { o.Leaves, o.Teacher = 2, hashedTeacher() },
		"a tree too small":   func(o *ImportOptions) { o.Leaves, o.Teacher, o.Searcher = 8, hashedTeacher(), hashedSearcher(8) },
		"leaves below 0":     func(o *ImportOptions) { o.Leaves, o.Teacher, o.Searcher = -1, hashedTeacher(), hashedSearcher(8) },
		"a wrong tolerance":  func(o *ImportOptions) { o.Tolerance = math.NaN() },
		"shards without manifest": func(o *ImportOptions) {
			if err := os.WriteFile(filepath.Join(o.Dir, shardName(1)), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		},
	} {
		o := importOptions(t, in)
		spoil(&o)
		if _, err := Import(t.Context(), o); err == nil {
			t.Errorf("%s: got no error, want one", name)
		} else if _, ok := errors.AsType[*OptionsError](err); !ok {
			t.Errorf("%s: got %v, want an OptionsError", name, err)
		}
	}
	o := importOptions(t, in)
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("two imports at once: got %v, want an error", err)
	}
	held.Close()
	imported(t, o)
	// It is unknown which games a damaged folder has.
	path := filepath.Join(o.Dir, shardName(1))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[60] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged folder: got %v, want an error", err)
	}
}
