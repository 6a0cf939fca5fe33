package games

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/server/wire/wiretest"
)

// TestOldRules checks that old files of games can still be read. They have the rules as numbers, and the handicap bonus
// under a key that KataGo's object does not have.
func TestOldRules(t *testing.T) {
	dir := t.TempDir()
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
		var want State
		l := wiretest.Serve(t, newGamesIn(t, dir, 0).Routes())
		l.Call("POST", "/api/games", wiretest.Object{"rules": p.Name, "human": "both"}, &want)
		for i, vertex := range []string{"E5", "D5"} {
			l.Call("POST", "/api/games/"+want.ID+"/play", wiretest.Object{"number": i + 1, "vertex": vertex}, &want)
		}
		path := filepath.Join(dir, "games", want.ID+".jsonl")
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(file), string(now)) != 1 {
			t.Fatalf("the file does not have the rules %s:\n%s", now, file)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(file), string(now), old, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		var s State
		l = wiretest.Serve(t, newGamesIn(t, dir, 0).Routes())
		if l.Call("GET", "/api/games/"+want.ID, nil, &s); s.Message != "" || !reflect.DeepEqual(s.Rules, want.Rules) || s.Komi != want.Komi || !reflect.DeepEqual(s.Moves, want.Moves) {
			t.Errorf("the game is read as %+v", s)
		}
	}
}
