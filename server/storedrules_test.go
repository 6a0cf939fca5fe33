package server

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestOldRules: files of games had the rules as numbers once, with the handicap
// bonus under a key that KataGo's object has not. Such files are read as ever.
func TestOldRules(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	for _, p := range baduk.Presets() {
		r := p.Rules
		old := fmt.Sprintf(`{"ko":%d,"suicide":%d,"scoring":%d,"tax":%d,"dead":%d,"end":%d,"handicapBonus":%d,"friendlyPass":%v,"button":%v,"passStones":%v,"komi":%d,"ties":%d}`,
			r.Ko, r.Suicide, r.Scoring, r.Tax, r.Dead, r.End, r.HandicapBonus, r.FriendlyPass, r.Button, r.PassStones, r.Komi, r.Ties)
		now, err := json.Marshal(storedRules(r))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{old, string(now)} {
			var got storedRules
			if err := json.Unmarshal([]byte(text), &got); err != nil || baduk.Rules(got) != r {
				t.Errorf("%s: %s is read as %+v, %v", p.Name, text, got, err)
			}
		}
		if p.Name != "aga" {
			continue
		}
		want := l.play(l.create(object{"rules": p.Name, "human": "both"}).ID, "E5 D5")
		l.stop()
		file, err := os.ReadFile(l.file(want.ID))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(file), string(now)) != 1 {
			t.Fatalf("the file does not have the rules %s:\n%s", now, file)
		}
		if err := os.WriteFile(l.file(want.ID), []byte(strings.Replace(string(file), string(now), old, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		l = newRig(t, dir)
		if s := l.state(want.ID); s.Message != "" || !reflect.DeepEqual(s.Rules, want.Rules) || s.Komi != want.Komi || !reflect.DeepEqual(s.Moves, want.Moves) {
			t.Errorf("the game is read as %+v", s)
		}
	}
}
