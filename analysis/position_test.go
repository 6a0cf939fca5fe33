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
