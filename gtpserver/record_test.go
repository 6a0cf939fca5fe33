package gtpserver

import (
	"os"
	"path/filepath"
	"testing"

	"tengen/baduk"
	"tengen/katago"
)

// record writes a record into a file and returns its path.
func record(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "record.sgf")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestUndoAfterAgreement checks that undo takes back a move, not only the agreement at the end of the record.
func TestUndoAfterAgreement(t *testing.T) {
	for _, rules := range []string{"Japanese", "Chinese"} {
		e := newEngine(t, Config{})
		file := record(t, "(;SZ[5]RU["+rules+"]KM[6.5]RE[B+17.5];B[cc];W[];B[])")
		expect(t, e, "loadsgf "+file, "=")
		if !e.game.Over() || e.game.Len() != 3 || e.game.Rules().Name() != rules {
			t.Fatalf("%s: %d moves, over %v, under %s, want 3, true, %s", rules, e.game.Len(), e.game.Over(), e.game.Rules().Name(), rules)
		}
		expect(t, e, "undo", "=")
		if e.game.Over() || e.game.Len() != 2 || e.game.Phase() != 0 || e.game.ToPlay() != baduk.Black {
			t.Errorf("%s: after undo %d moves, over %v, %v to play, want 2, false, black", rules, e.game.Len(), e.game.Over(), e.game.ToPlay())
		}
		expect(t, e, "play b D4", "=", "undo", "=", "undo", "=", "undo", "=", "undo", "? cannot undo")
	}
}

// TestForcedKomi checks that neither a record nor a board changes a forced komi.
func TestForcedKomi(t *testing.T) {
	s := katago.Default(katago.ForGTP)
	if err := s.Set("ignoreGTPAndForceKomi", "4.5"); err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, Config{Settings: &s, Width: 5})
	board := filepath.Join(t.TempDir(), "board.json")
	if err := os.WriteFile(board, []byte(`{"shape":"5x5","komi":1}`), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, e, "get_komi", "= 4.5", "komi 7", "=", "get_komi", "= 4.5", "loadsgf "+record(t, "(;SZ[5]KM[6.5];B[cc])"), "=", "get_komi", "= 4.5",
		"tengen-board "+board, "=...", "get_komi", "= 4.5")
}

// TestRecordKomi checks that a record with rules and without a komi has the usual komi of its rules. A record without
// rules keeps the komi.
func TestRecordKomi(t *testing.T) {
	for text, want := range map[string]string{"RU[Japanese]": "6.5", "RU[JPN]": "6.5", "RU[Chinese]": "7.5", "RU[Japanese]KM[0.5]": "0.5", "RU[x]": "5", "": "5"} {
		e := newEngine(t, Config{})
		expect(t, e, "komi 5", "=", "loadsgf "+record(t, "(;GM[1]SZ[9]"+text+";B[ee])"), "=", "get_komi", "= "+want)
	}
}

// TestWeightedRecord checks that a record on a board with weights can be loaded even if it names rules that
// cannot be played there. The rules of the earlier game do not matter.
func TestWeightedRecord(t *testing.T) {
	file := record(t, `(;BOARD[{"shape":"5x5","weight":2}]RU[Japanese]KM[6.5];B[cc];W[dd])`)
	for _, rules := range []string{"chinese", "japanese"} {
		e := newEngine(t, Config{})
		expect(t, e, "kata-set-rules "+rules, "=", "loadsgf "+file, "=")
		if e.game.Len() != 2 || e.game.Graph().Weight(0) != 2 || e.game.Rules().Scoring != baduk.ScoringArea || e.game.Rules().Komi != 13 {
			t.Errorf("from %s: %d moves, weight %v, rules %v, want 2 moves, weight 2, area rules with komi 6.5", rules, e.game.Len(), e.game.Graph().Weight(0), e.game.Rules())
		}
		expect(t, e, "genmove b", "= A5", "undo", "=", "final_score", "=...")
	}
}
