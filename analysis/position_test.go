package analysis

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"
)

// TestPositions replays games of random moves and set-ups with moves out of turn, kos, repetitions and suicides. It
// compares with KataGo 1.17.2 the player to move after each turn and the points that are illegal then, or the first
// move that is impossible. TENGEN_POSITIONS names another file of such games.
func TestPositions(t *testing.T) {
	path := "testdata/positions.jsonl"
	if more := os.Getenv("TENGEN_POSITIONS"); more != "" {
		path = more
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newTestEngine(t, nil)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var fact struct {
			Query json.RawMessage
			Error string
			Turns [][2]any // the player to move, and the illegal points
		}
		if err := json.Unmarshal(lines.Bytes(), &fact); err != nil {
			t.Fatal(err)
		}
		c := newClient(t, e)
		c.send(string(fact.Query))
		answers := c.rest()
		if fact.Error != "" {
			if len(answers) != 1 || answers[0]["error"] != fact.Error || answers[0]["field"] != "moves" {
				t.Errorf("%s\n got %.200v\nwant %s", fact.Query, answers, fact.Error)
			}
			continue
		}
		if len(answers) != len(fact.Turns) {
			t.Errorf("%s\n%d answers, want %d: %.200v", fact.Query, len(answers), len(fact.Turns), answers)
			continue
		}
		for _, o := range answers {
			illegal := []any{}
			for i, p := range o["policy"].([]any) {
				if p == -1.0 {
					illegal = append(illegal, float64(i))
				}
			}
			turn := int(o["turnNumber"].(float64))
			got := [2]any{o["rootInfo"].(map[string]any)["currentPlayer"], illegal}
			if !reflect.DeepEqual(got, fact.Turns[turn]) {
				t.Errorf("%s\nturn %d: %v, want %v", fact.Query, turn, fmt.Sprint(got), fmt.Sprint(fact.Turns[turn]))
			}
		}
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}

// TestConservativePass checks that a pass that ends the game is searched further, unless conservativePass is off.
func TestConservativePass(t *testing.T) {
	c := newClient(t, newTestEngine(t, nil))
	for _, on := range []bool{true, false} {
		c.send(fmt.Sprintf(`{"id":"a","rules":"tromp-taylor","komi":7.5,"boardXSize":9,"boardYSize":9,"moves":[["b","E5"],["w","pass"]],`+
			`"allowMoves":[{"player":"b","moves":["pass"],"untilDepth":1}],"overrideSettings":{"conservativePass":%v}}`, on))
		m := c.read()["moveInfos"].([]any)[0].(map[string]any)
		if counted := m["winrate"] == 1.0 && m["scoreLead"] == 73.5; counted == on || (len(m["pv"].([]any)) > 1) != on {
			t.Errorf("conservativePass %v: got %v, want a pass that is searched or counted", on, m)
		}
	}
}
