package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestNonsensePlan reads files that are not plans. Each gives one clear error.
func TestNonsensePlan(t *testing.T) {
	good := `{"version":1,"players":[{"name":"A"},{"name":"B"}],"pairings":"gauntlet","games":4,"boards":["5x5"],"rules":"x","exactly":"x","clock":"","lag":"","patience":"","startWithin":"","seed":1}`
	with := func(key, value string) string {
		var table map[string]json.RawMessage
		if err := json.Unmarshal([]byte(good), &table); err != nil {
			t.Fatal(err)
		}
		table[key] = json.RawMessage(value)
		data, err := json.Marshal(table)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	dir := t.TempDir()
	read := func(text string) error {
		if err := os.WriteFile(filepath.Join(dir, planFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := Report(dir)
		o := options(4)
		o.OutDir, o.Players = dir, []Side{ourSide("A", ours{}), ourSide("B", ours{})}
		if _, again := Run(t.Context(), o); again == nil || err != nil && again.Error() != err.Error() {
			t.Errorf("%s: the match fails with %v, want the error of the report, %v", text, again, err)
		}
		return err
	}
	if err := read(good); err != nil {
		t.Fatalf("a valid plan is refused: %v", err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "it is empty"},
		{" \n", "it is empty"},
		{"null", "it has no version"},
		{"[]", `the file has the wrong type: array`},
		{"7", `the file has the wrong type: number`},
		{"{", "unexpected end"},
		{"\x00\xff", "invalid character"},
		{with("version", "2"), "it has version 2, but this program knows only version 1"},
		{with("version", "-1"), "it has no version"},
		{with("version", `"1"`), `version has the wrong type: string`},
		{with("players", "null"), "it has 0 players"},
		{with("players", `[{"name":"A"}]`), "it has 1 players"},
		{with("players", `[{"name":"A"},{"name":"A"}]`), `two players are called "A"`},
		{with("players", `["A","B"]`), `players has the wrong type: string`},
		{with("players", "["+strings.Repeat(`{},`, 20000)+`{}]`), "it has 20001 players, but a match has 2 to 500"},
		{with("players", `[{"name":"A","elo":1e300},{"name":"B"}]`), "player 1 cannot have 1e+300 Elo"},
		{with("games", "0"), "it has 0 games"},
		{with("games", "-5"), "it has -5 games"},
		{with("games", "1e30"), `games has the wrong type: number 1e30`},
		{with("games", "9000000000000000000"), "it has 9000000000000000000 games"},
		{with("pairings", `"unknown"`), `"unknown" does not say who plays whom`},
		{with("pairings", "3"), `pairings has the wrong type: number`},
		{with("sprt", `{"elo0":5,"elo1":1}`), "a test needs two Elo differences"},
		{with("seed", "-1"), `seed has the wrong type: number -1`},
	} {
		err := read(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), filepath.Join(dir, planFile)+" is not the plan") {
			t.Errorf("%.80q: got %v, want an error with %s", c.text, err, c.want)
		}
	}
}

// TestPlanOfNeighbours writes a plan and reads it again.
func TestPlanOfNeighbours(t *testing.T) {
	o := options(2)
	o.OutDir, o.Pairings = t.TempDir(), Neighbours
	for i := range 4 {
		o.Players = append(o.Players, ourSide(fmt.Sprint("player ", i), ours{}))
	}
	s, err := Run(t.Context(), o)
	if err != nil || s.Done != 6 || len(s.Pairings) != 3 || s.Pairings[2].First != "player 2" || s.Pairings[2].Second != "player 3" || s.Pairings[2].Done() != 2 {
		t.Fatalf("%+v, %v; want 6 games in 3 pairings of neighbours", s, err)
	}
	plan, again, err := Report(o.OutDir)
	if err != nil || plan.Pairings != Neighbours || !reflect.DeepEqual(again, s) {
		t.Errorf("%+v, %v; want %+v", again, err, s)
	}
	if data, _ := os.ReadFile(filepath.Join(o.OutDir, planFile)); !strings.Contains(string(data), `"pairings": "neighbours"`) {
		t.Errorf("%s; want pairings: neighbours", data)
	}
	o.Pairings = Gauntlet
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "pairings: neighbours there, gauntlet now") {
		t.Errorf("with other pairings: got %v, want an error that names them", err)
	}
}

// TestPlanOfReferee: a match does not continue with another referee, unless the plan is an older one without it, or the
// rules never need the referee.
func TestPlanOfReferee(t *testing.T) {
	run := func(dir string, rules baduk.Rules, games int, referee string) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := options(4)
		o.OutDir, o.Rules, o.Referee, o.Players = dir, rules, referee, []Side{ourSide("A", ours{}), ourSide("B", ours{})}
		o.Progress = func(p Progress) {
			if p.Done == games {
				cancel()
			}
		}
		if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	}
	dir := t.TempDir()
	if err := run(dir, baduk.Chinese(), 1, "net a"); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, baduk.Chinese(), 2, "net b"); err == nil || !strings.Contains(err.Error(), "referee: net a there, net b now") {
		t.Errorf("with another referee: got %v, want an error that names it", err)
	}
	plan := filepath.Join(dir, planFile)
	data, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plan, bytes.Replace(data, []byte(`"referee"`), []byte(`"unknown"`), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, baduk.Chinese(), 3, "net b"); err != nil {
		t.Errorf("an older plan: %v", err)
	}
	dir = t.TempDir()
	for i, referee := range []string{"net a", "net b"} {
		if err := run(dir, baduk.TrompTaylor(), i+1, referee); err != nil {
			t.Errorf("rules without an agreement: %v", err)
		}
	}
}

// TestPlayersRest plays with many players. Only the two that play keep an engine.
func TestPlayersRest(t *testing.T) {
	o := options(2)
	now, most := 0, 0
	for i := range 6 {
		o.Players = append(o.Players, LocalSide(fmt.Sprint("player ", i), Local{New: func(seed uint64) (Engine, error) {
			now++
			most = max(most, now)
			return closing{ours{seed: seed}, &now}, nil
		}}))
	}
	if _, err := Run(context.Background(), o); err != nil || most != 2 || now != 0 {
		t.Errorf("%d engines at once, %d in the end, %v; want 2 and 0", most, now, err)
	}
}

type closing struct {
	ours
	open *int
}

func (c closing) Close() error {
	*c.open--
	return nil
}

// TestPlanPlayer checks that a player of a plan gives back the parts of its text.
func TestPlanPlayer(t *testing.T) {
	for _, test := range []struct {
		text    string
		threads int
		sum     string
		rollout string
		value   string
		want    string
	}{
		{"visits=8", 0, "", "", "", "visits=8"},
		{"visits=8", 2, "", "", "", "visits=8; threads=2"},
		{"visits=8,threads=1", 1, "abc", "", "", "visits=8,threads=1; net abc; kernel auto"},
		{"rank=9d", 2, "abc", "", "", "rank=9d; threads=2; net abc; kernel auto"},
		{"mix=0.5,rollout=p", 1, "abc", "def", "", "mix=0.5,rollout=p; threads=1; net abc; kernel auto; rollout policy def"},
		{"value=v,rollout=p", 1, "abc", "def", "ghi", "value=v,rollout=p; threads=1; net abc; kernel auto; rollout policy def; value net ghi"},
		{"model=none,value=v", 1, "", "", "ghi", "model=none,value=v; threads=1; kernel auto; value net ghi"},
	} {
		spec, err := ParsePlayer(test.text)
		if err != nil {
			t.Fatal(err)
		}
		p := PlanPlayer{Is: spec.Plan(test.threads, Sums{Net: test.sum, Rollout: test.rollout, Value: test.value, Kernel: "auto"})}
		if p.Is != test.want || p.Text() != test.text || p.Net() != test.sum || p.Rollout() != test.rollout || p.Value() != test.value {
			t.Errorf("got %q with the text %q, the net %q, the policy %q and the values %q, want %+v", p.Is, p.Text(), p.Net(), p.Rollout(), p.Value(), test)
		}
	}
}
