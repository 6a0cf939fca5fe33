package player

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/katago"
	"tengen/nn"
)

// writeRandomNet writes a small random net of version 8 or 15.
func writeRandomNet(t *testing.T, version int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), fmt.Sprintf("random-v%d.bin.gz", version))
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o := nn.RandomOptions{Version: version, Blocks: map[int]string{8: "rg", 15: "r(g)"}[version]}
	if err := nn.Write(f, nn.Random(uint64(version), o), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNetKnowsItsFile checks that a loaded net has the name and the digest of its file.
func TestNetKnowsItsFile(t *testing.T) {
	for _, file := range []NetFile{"", NetFile(writeRandomNet(t, 8))} {
		net, err := Loader{Log: slog.New(slog.DiscardHandler)}.Load(t.Context(), file, 1)
		if err != nil {
			t.Fatal(err)
		}
		want, err := netDigest(file)
		if got := net.digest(); err != nil || net.File != file || got != want {
			t.Errorf("%s: got the file %s with the digest %s (%v), want the digest %s", file, net.File, got, err, want)
		}
	}
}

// TestMatchJudge checks that the judge uses the net of Model, not a net that only a player uses.
func TestMatchJudge(t *testing.T) {
	own, given := writeRandomNet(t, 8), writeRandomNet(t, 15)
	m := Match{Loader: Loader{Log: slog.New(slog.DiscardHandler)}, Model: given}
	if _, err := m.Sides(t.Context(), []string{"visits=1,model=" + own, "random"}); err != nil {
		t.Fatal(err)
	}
	judge, plan, err := m.Judge(t.Context())
	if plan != "net "+m.sums[given]+"; kernel auto" {
		t.Errorf("the judge has the plan %q, want its net and its kernel", plan)
	}
	if err != nil || m.nets[computedNet{sum: m.sums[given]}] == nil || len(m.nets) != 2 {
		t.Fatalf("the judge has not loaded its net (%v): there are %d nets, want 2", err, len(m.nets))
	}
	if _, err := judge(t.Context(), baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())); err != nil {
		t.Error(err)
	}
}

// TestMatchSharesNets has many players with the same net under two names. The net is loaded
// once per kernel.
func TestMatchSharesNets(t *testing.T) {
	net := writeRandomNet(t, 8)
	link := filepath.Join(filepath.Dir(net), "link")
	if err := os.Symlink(net, link); err != nil {
		t.Skip("this system has no links:", err)
	}
	var log bytes.Buffer
	m := Match{Loader: Loader{Log: slog.New(slog.NewTextHandler(&log, nil))}, Model: net}
	sides, err := m.Sides(t.Context(), []string{"rank=20k..9d", "rank=20k..9d,model=" + link, "visits=3,kernel=generic"})
	if err != nil || len(sides) != 59 || len(m.nets) != 2 || strings.Count(log.String(), "msg=net") != 2 {
		t.Fatalf("got %d players and %d nets (%v), want 59 and 2, each loaded once: %s", len(sides), len(m.nets), err, &log)
	}
	if _, _, err := m.Judge(t.Context()); err != nil || len(m.nets) != 2 {
		t.Errorf("with the judge there are %d nets (%v), want 2", len(m.nets), err)
	}
	if sides[0].Name != "20k" || sides[28].Name != "9d" || !strings.HasPrefix(sides[28].Plan, "rank=9d; net ") {
		t.Errorf("got %+v and %+v, want the ranks 20k and 9d with the net", sides[0], sides[28])
	}
}

// TestSessionResigns checks that a player resigns by tengen's own thresholds if called as
// tengen, and by the settings of the configuration if called like KataGo.
func TestSessionResigns(t *testing.T) {
	resigns := func(s Session) engine.ResignParams {
		t.Helper()
		s.Threads, s.Seed = 1, 1
		config, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		if err := config.Tune(*config.Settings, false); err != nil {
			t.Fatal(err)
		}
		return config.Player.(*engine.Engine).Params().Resign
	}
	want := engine.DefaultResignParams()
	got := resigns(DefaultSession())
	if got.After != want.After || got.Behind != want.Behind || got.From != want.From || got.Below < want.Below-1e-9 || got.Below > want.Below+1e-9 {
		t.Errorf("called as tengen, it resigns by %+v, want %+v", got, want)
	}
	as := func(override string) Session {
		call := katago.Call{Overrides: []string{override}}
		s := DefaultSession()
		var err error
		if s.KataGo, _, err = call.Settings(katago.ForGTP); err != nil {
			t.Fatal(err)
		}
		s.AsKataGo = call.Given()
		return s
	}
	if got := resigns(as("maxVisits=5")); got.After != 0 {
		t.Errorf("it resigns by %+v, want never", got)
	}
	got = resigns(as("allowResignation=true,resignThreshold=-0.9,resignConsecTurns=2,resignMinScoreDifference=7,resignMinMovesPerBoardArea=0.25"))
	if got.After != 2 || got.Behind != 7 || got.From != 0.25 || got.Below < 0.0499 || got.Below > 0.0501 {
		t.Errorf("the conditions for resigning are %+v, want them after 2 turns, 7 points behind, from 0.25 moves per point, below 0.05", got)
	}
}
