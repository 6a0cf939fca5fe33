package player

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/rollout"
	"tengen/topology"
)

// writeRollout writes a rollout policy without knowledge.
func writeRollout(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "policy")
	if err := os.WriteFile(path, rollout.NewLearner().Linear().Append(nil), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReadRollout reads files that are not rollout policies.
func TestReadRollout(t *testing.T) {
	good := writeRollout(t)
	if _, err := ReadRollout(good); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, test := range map[string]struct {
		data []byte
		want string
	}{"empty": {nil, "does not begin with TGlinear"}, "short": {data[:len(data)/2], "its checksum is wrong"}, "other": {[]byte("some other file"), "does not begin with TGlinear"}} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, test.data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRollout(path); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error with the name and %q", name, err, test.want)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		if _, err := ReadRollout(path); err == nil || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("%s: got %v, want an error with the name", path, err)
		}
	}
}

// TestMix checks that a player's evaluators mix a net with rollouts of the given policy, and fall back to the built-in
// policy on other boards.
func TestMix(t *testing.T) {
	policy, err := ReadRollout(writeRollout(t))
	if err != nil {
		t.Fatal(err)
	}
	net, err := Loader{Log: slog.New(slog.DiscardHandler)}.Load(t.Context(), NetFile(writeRandomNet(t, 8)), 1)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	o := Options{Threads: 1, Seed: 1, Rollout: policy, Mix: 0.5, Log: slog.New(slog.NewTextHandler(&log, nil))}
	g := baduk.MustRectangle(5, 5)
	e, err := o.mixed(net.Evaluators(1))(g, baduk.Chinese())
	if err != nil || !strings.Contains(e.Info().Name, "mixed with 0.5 rollouts") || log.Len() > 0 {
		t.Errorf("on 5x5: got %v, %v and the log %q, want a mixture", e, err, &log)
	}
	torus, err := topology.Parse("torus 5x5")
	if err != nil {
		t.Fatal(err)
	}
	if e, err := o.rollouts()(torus.Graph, baduk.Chinese()); err != nil || e == nil || !strings.Contains(log.String(), "fit only rectangles") {
		t.Errorf("on a torus: got %v, %v and the log %q, want rollouts and a reason in the log", e, err, &log)
	}
	for name, p := range map[string]*Net{"mixed": net, "without a net": nil} {
		if p == nil {
			o.Mix = 0
		}
		player, err := New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		d, err := player.Genmove(t.Context(), baduk.NewGame(g, baduk.Chinese()), baduk.Black, engine.Limit{Visits: 30})
		if err != nil || d.Move.Color != baduk.Black {
			t.Errorf("%s: got %+v, %v, want a move", name, d, err)
		}
	}
	if _, err := New(net, Options{Mix: 2}); err == nil {
		t.Error("a share of 2 was accepted")
	}
}

// TestMixSettings checks players of a match with settings about rollouts.
func TestMixSettings(t *testing.T) {
	policy, net := writeRollout(t), writeRandomNet(t, 8)
	sides := func(text string) (string, error) {
		m := Match{Loader: Loader{Log: slog.New(slog.DiscardHandler)}, Model: net, Threads: 1}
		list, err := m.Sides(t.Context(), []string{text, "random"})
		if err != nil {
			return "", err
		}
		return list[0].Plan, nil
	}
	for text, want := range map[string]string{"mix=0.5,visits=3": "kernel ", "mix=0.5,visits=3,rollout=" + policy: "; rollout policy ", "model=none,visits=3,rollout=" + policy: "; rollout policy "} {
		if plan, err := sides(text); err != nil || !strings.Contains(plan, want) {
			t.Errorf("%s: got the plan %q, %v, want %q in it", text, plan, err, want)
		}
	}
	other := writeRandomNet(t, 15)
	for text, want := range map[string]string{"value=" + other: "; value net ", "model=none,value=" + other: "; kernel ", "model=none,mix=0.5,value=" + other: "; value net ",
		"mix=1,value=" + other + ",rollout=" + policy: "; rollout policy ", "model=none,value=" + other + ",rollout=" + policy: "; rollout policy "} {
		if plan, err := sides(text + ",visits=3"); err != nil || !strings.Contains(plan, want) {
			t.Errorf("%s: got the plan %q, %v, want %q in it", text, plan, err, want)
		}
	}
	for text, want := range map[string]string{"value=none": "not a net", "value=missing": "missing", "value=": "write the file of a net", "rollout=" + policy + ",value=" + other: "has no effect",
		"mix=0.5,model=none": "no net is given", "rollout=" + policy: "has no effect", "mix=1.5": "from 0 to 1", "mix=x": "from 0 to 1",
		"mix=0.5,rollout=" + net: "does not begin with TGlinear", "mix=0.5,rollout=missing": "missing", "mix=0.5,rollout=": "write the file"} {
		if _, err := sides(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
	}
	s := DefaultSession()
	s.Mix, s.Threads = 0.5, 1
	if _, err := s.Config(); err == nil || !strings.Contains(err.Error(), "--mix mixes the values of a net") {
		t.Errorf("a session without a net: got %v, want an error about --mix", err)
	}
}

// TestValue checks the evaluators of players whose values come from a net of their own.
func TestValue(t *testing.T) {
	policy, err := ReadRollout(writeRollout(t))
	if err != nil {
		t.Fatal(err)
	}
	load := func(version int) *Net {
		n, err := Loader{Log: slog.New(slog.DiscardHandler)}.Load(t.Context(), NetFile(writeRandomNet(t, version)), 1)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	net, value := load(8), load(15)
	g := baduk.MustRectangle(5, 5)
	for name, c := range map[string]struct {
		net  *Net
		o    Options
		want string
	}{
		"two nets":               {net, Options{}, net.Model().Name + " with the values of " + value.Model().Name},
		"two nets and rollouts":  {net, Options{Mix: 0.5, Rollout: policy}, net.Model().Name + " with the values of " + value.Model().Name + " mixed with 0.5 rollouts"},
		"values only":            {nil, Options{}, "uniform with the values of " + value.Model().Name},
		"values and priors":      {nil, Options{Rollout: policy}, "rollouts with the values of " + value.Model().Name},
		"values mixed, no model": {nil, Options{Mix: 0.25}, "uniform with the values of " + value.Model().Name + " mixed with 0.25 rollouts"},
	} {
		c.o.Threads, c.o.Seed, c.o.Value = 1, 1, value
		p, err := New(c.net, c.o)
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.(*netPlayer).evaluators("", 1)(g, baduk.Chinese())
		if err != nil || e.Info().Name != c.want {
			t.Errorf("%s: the evaluator is %q, %v, want %q", name, e.Info().Name, err, c.want)
		}
		d, err := p.Genmove(t.Context(), baduk.NewGame(g, baduk.Chinese()), baduk.Black, engine.Limit{Visits: 10})
		if err != nil || d.Visits < 10 {
			t.Errorf("%s: got %+v, %v, want a move after 10 visits", name, d, err)
		}
	}
}
