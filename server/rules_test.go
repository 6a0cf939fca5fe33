package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/lab"
	"tengen/server/boards"
)

func TestConfigListsEverything(t *testing.T) {
	l := newRig(t, t.TempDir())
	var c struct {
		Rules   []boards.Ruleset
		Axes    []struct{ Key string }
		Boards  []struct{ Name, Example string }
		MaxSide int
	}
	l.call("GET", "/api/config", nil, &c)
	if len(c.Rules) < 20 || len(c.Axes) != 11 || len(c.Boards) < 12 || c.MaxSide != 52 {
		t.Fatalf("got %d rulesets, %d axes, %d boards; want at least 20 rulesets, 11 axes, at least 12 boards and the longest side 52", len(c.Rules), len(c.Axes), len(c.Boards))
	}
	for _, r := range c.Rules {
		fromDocument := strings.Contains(r.Name, "-00")
		if (r.Group == "specification") != fromDocument || c.Rules[0].Group != "usual" {
			t.Errorf("%s is in the group %q (want specification: %v), and the first ruleset is in the group %q (want usual)", r.Name, r.Group, fromDocument, c.Rules[0].Group)
		}
	}
	// Every example can be played on.
	for _, b := range c.Boards {
		if s := l.create(object{"board": b.Example, "human": "both"}); len(s.Stones) == 0 {
			t.Errorf("a game on %s is %+v, want some points", b.Example, s)
		}
	}
	// Every ruleset can be played, by name and with all its values.
	for _, r := range c.Rules {
		for _, wish := range []object{{"rules": r.Name}, {"rules": jsonOf(r.Values), "komi": r.Komi}} {
			wish["human"] = "both"
			if s := l.create(wish); !maps.Equal(s.Rules.Values, r.Values) || s.Komi != r.Komi {
				t.Errorf("the rules %v were described as %q with komi %v", wish, s.Rules.Name, s.Komi)
			}
		}
	}
}

func jsonOf(values map[string]string) string {
	var parts []string
	for k, v := range values {
		parts = append(parts, `"`+k+`":"`+v+`"`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Under Japanese rules the players agree on the dead stones, or continue in the clean-up.
func TestTerritoryGame(t *testing.T) {
	l := newRig(t, t.TempDir())
	wall := "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 pass A1 pass pass" // a white stone behind Black's wall
	agreed := l.create(object{"width": 5, "height": 5, "rules": "japanese", "komi": 0.5, "human": "both"})
	s := l.play(agreed.ID, wall)
	if s.Phase != "dead" || s.Cleanup != 1 || !s.Rules.Agreement || !s.Rules.Cleanup {
		t.Fatalf("after the passes: %+v", s)
	}
	s = l.act(agreed.ID, "dead", object{"vertex": "A1"})
	if row := s.Score.Rows[1]; row.Key != "prisoners" || row.Black.Points != 1 || !strings.Contains(row.Black.Note, "dead") {
		t.Errorf("prisoners %+v", s.Score.Rows)
	}
	s = l.act(agreed.ID, "accept", nil)
	if s.Phase != "over" || s.Result != "B+5.5" || len(s.Dead) != 1 {
		t.Errorf("agreed: %+v", s)
	}

	disputed := l.create(object{"width": 5, "height": 5, "rules": "japanese", "komi": 0.5, "human": "both"})
	l.play(disputed.ID, wall)
	s = l.act(disputed.ID, "resume", object{"color": "white"})
	if s.Phase != "play" || s.Cleanup != 1 || s.ToPlay != "black" {
		t.Fatalf("disputed: %+v", s)
	}
	s = l.play(disputed.ID, "A2 pass B1 pass pass")
	if s.Phase != "dead" || s.Cleanup != 2 || s.Captures["black"] != 1 {
		t.Fatalf("after the first clean-up: %+v", s)
	}
	l.act(disputed.ID, "resume", nil)
	s = l.play(disputed.ID, "pass pass")
	if s.Phase != "over" || s.Result == "" || s.Result == "Void" {
		t.Errorf("after the second clean-up: %+v", s)
	}
	if s = l.act(disputed.ID, "undo", nil); s.Phase != "play" || s.Cleanup != 2 {
		t.Errorf("a pass of the second clean-up taken back: %+v", s)
	}
}

// Under territory scoring without a clean-up, the opponent of the player who asks to resume moves first.
func TestRequesterOfResumption(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct{ rules, requester, toPlay string }{
		{"lrs-004-japanese", "black", "white"}, {"lrs-004-japanese", "white", "black"}, {"lrs-004-japanese", "", "white"},
		{"chinese", "black", "white"}, {"chinese", "white", "white"},
	} {
		s := l.create(object{"width": 5, "height": 5, "rules": test.rules, "human": "both"})
		l.play(s.ID, "C3 pass pass")
		if s = l.act(s.ID, "resume", object{"color": test.requester}); s.ToPlay != test.toPlay || s.Phase != "play" {
			t.Errorf("%s: %q asked to resume, and %s is to play", test.rules, test.requester, s.ToPlay)
		}
		s = l.play(s.ID, "B2 A5")
		if s = l.act(s.ID, "undo", nil); s.Number != 5 {
			t.Errorf("after undo the next move is number %d", s.Number)
		}
	}
	s := l.create(object{"width": 5, "height": 5, "rules": "lrs-004-japanese", "human": "black"})
	s = l.play(s.ID, "C3 pass")
	if s = l.act(s.ID, "resume", nil); s.Moves[len(s.Moves)-1].Color != "white" || s.ToPlay != "black" {
		t.Errorf("the engine did not begin: %+v", s)
	}
}

// A ko that is taken in the clean-up is blocked until a turn is spent on it.
func TestKoBlockInCleanup(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 5, "height": 5, "rules": "japanese", "human": "both"})
	l.play(s.ID, "B4 C4 B2 C2 A3 D3 E1 B3 pass pass")
	if s = l.act(s.ID, "resume", nil); s.ToPlay != "black" || s.Cleanup != 1 {
		t.Fatalf("the resumed game is %+v, want Black to play in the first clean-up", s)
	}
	s = l.play(s.ID, "C3") // takes the ko
	if !slices.Equal(s.Blocked, []string{"C3"}) || s.Lifted {
		t.Fatalf("blocked %v", s.Blocked)
	}
	s = l.play(s.ID, "C3") // White spends the turn
	if len(s.Blocked) != 0 || !s.Lifted || s.Stones[12] != 1 || s.ToPlay != "black" {
		t.Errorf("lifted: %+v", s)
	}
	if s = l.play(s.ID, "A1"); s.Lifted {
		t.Error("an ordinary move is said to lift a block")
	}
}

// Under simple ko, a position that occurs for the third time makes the game void.
func TestVoidGame(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, trouble := range lab.Troubles() {
		i := slices.IndexFunc(trouble.Outcomes, func(o lab.Outcome) bool { return o.Result == "Void" && !o.Still })
		if i < 0 {
			continue
		}
		game, err := trouble.Game(baduk.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		geo, _ := game.Graph().Geometry()
		board, err := json.Marshal(object{
			"shape": fmt.Sprintf("%dx%d", geo.Width, geo.Height), "toPlay": trouble.ToPlay.String(),
			"black": boards.Vertices(game.Graph(), game.Setup().Black), "white": boards.Vertices(game.Graph(), game.Setup().White),
		})
		if err != nil {
			t.Fatal(err)
		}
		s := l.create(object{"board": string(board), "rules": trouble.Outcomes[i].Rules, "human": "both"})
		for _, step := range slices.Concat(trouble.Steps, trouble.Outcomes[i].Then) {
			s = l.play(s.ID, step.Vertex)
		}
		if s.Result != "Void" || s.Phase != "over" || !strings.Contains(s.ResultText, "void") || s.Score.Result != "Void" || !s.CanUndo {
			t.Errorf("%s: got %+v, want a game that is over, can be undone and is void in its result, its text and its score", trouble.Name, s)
		}
		return
	}
	t.Error("no trouble makes a game void, want at least one")
}
