package server

import (
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"

	"tengen/baduk"
	"tengen/learn"
	"tengen/nn"
	"tengen/selfplay"
)

func TestConfigTellsOfTraining(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.Runs = t.TempDir() })
	var config map[string]any
	if l.call("GET", "/api/config", nil, &config); config["training"] != true {
		t.Errorf("the configuration says %v of training, want true", config["training"])
	}
}

// TestGameOfLearningAsRecord opens a game of a run of tengen learn as a record. Opened again, it is the same record.
func TestGameOfLearningAsRecord(t *testing.T) {
	t.Parallel()
	runs := t.TempDir()
	s := learn.DefaultSettings(9)
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{"3x3"}, "tromp-taylor", 7, "b1c16"
	s.Games.Visits, s.Games.FastVisits, s.Games.DecidedVisits = 8, 4, 4
	s.WindowFirst, s.Share, s.Batch, s.GatePairs = 240, 4, 16, 0
	err := learn.Run(t.Context(), learn.Options{Dir: filepath.Join(runs, "tiny"), Settings: s, Generations: 1, Threads: 1, Parallel: 1,
		Model: nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, 1), Level: nn.FastestLevel(), Log: slog.New(slog.DiscardHandler),
		Boards: func(learn.Settings) ([]selfplay.Board, error) {
			return []selfplay.Board{{Graph: baduk.MustRectangle(3, 3), Rules: baduk.TrompTaylor(), Share: 1}}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	l := newRig(t, t.TempDir(), func(o *Options) { o.Runs = runs })
	var first, second struct {
		ID, Name string
		Tree     struct{ Nodes []any }
	}
	game := map[string]any{"run": "tiny", "generation": 1, "game": 2}
	if status := l.call("POST", "/api/learning/record", game, &first); status != 200 || first.Name != "tiny-1-3.sgf" || len(first.Tree.Nodes) < 3 {
		t.Fatalf("status %d, %+v", status, first)
	}
	if status := l.call("POST", "/api/learning/record", game, &second); status != 200 || second.ID != first.ID {
		t.Errorf("opened again: status %d, %q, want the record %q", status, second.ID, first.ID)
	}
	game["generation"] = 2
	l.refused(http.StatusNotFound, "POST", "/api/learning/record", game)
}
