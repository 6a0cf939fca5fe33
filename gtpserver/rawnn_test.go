package gtpserver

import (
	"fmt"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
)

// asked is a judge that remembers its arguments, and answers different numbers for different outputs.
type asked struct {
	game     *baduk.Game
	symmetry []neteval.Symmetry
	optimism float64
	profile  string
}

func (a *asked) judge(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
	a.game, a.optimism, a.profile = g, optimism, profile
	a.symmetry = append(a.symmetry, s)
	j := neteval.Judgement{Win: 0.25, Loss: 0.625, NoResult: 0.125, ScoreMean: -2.5, ScoreSquare: 100, Lead: 3, VarTimeLeft: 4, WinError: 0.5, ScoreError: -1}
	for p := range g.Graph().Len() {
		j.Policy = append(j.Policy, float32(p)/100)
		j.Ownership = append(j.Ownership, float32(p)/-8)
	}
	j.Policy[1], j.Policy = -1, append(j.Policy, 0.5)
	return j, nil
}

// askedPolicy is the end of an answer: the policy and the ownership of [asked].
const askedPolicy = `policy
0.000000     NAN 0.020000
0.030000 0.040000 0.050000
policyPass 0.500000
whiteOwnership
0.0000000 0.1250000 0.2500000
0.3750000 0.5000000 0.6250000

`

func TestRawNNFormat(t *testing.T) {
	var a asked
	e := newEngine(t, Config{Width: 3, Height: 2, Judge: a.judge})
	want := `= symmetry 2
whiteWin 0.625000
whiteLoss 0.250000
noResult 0.125000
whiteLead -3.000
whiteScoreSelfplay 2.500
whiteScoreSelfplaySq 100.000
varTimeLeft 4.000
shorttermWinlossError 0.500
shorttermScoreError -1.000
` + askedPolicy
	if got := ask(t, e, "kata-raw-nn 2"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRawHumanNN checks that the net of human games is asked with the profile that is set, and that the outputs have
// KataGo's names.
func TestRawHumanNN(t *testing.T) {
	var a asked
	e := newEngine(t, Config{Width: 3, Height: 2, Human: &Human{Model{Name: "h.bin.gz", Internal: "people", Version: 15, Imitates: true}, a.judge}})
	want := `= symmetry 2
whiteWin 0.625000
whiteLoss 0.250000
noResult 0.125000
whiteScore 2.500
whiteScoreSq 100.000
shorttermWinlossError 0.500
shorttermScoreError -1.000
` + askedPolicy
	expect(t, e, "kata-raw-human-nn 2", "? Cannot run kata-raw-human-nn, humanSLProfile parameter was not set", "kata-set-param humanSLProfile preaz_3k", "=")
	if got := ask(t, e, "kata-raw-human-nn w 2"); got != want || a.profile != "preaz_3k" || a.game.ToPlay() != baduk.White {
		t.Errorf("got\n%s\nwant\n%s\nfor the profile preaz_3k, got %s", got, want, a.profile)
	}
	expect(t, e, "kata-raw-human-nn 2 0.5", "? Unexpected extra argument '0.5' for kata-raw-human-nn...",
		"kata-get-models", `= [{"internalName":"people","maxBatchSize":1,"name":"h.bin.gz","usesHumanSLProfile":true,"usingFP16":"false","version":15}]`)
	e = newEngine(t, Config{Width: 3, Height: 2, Human: &Human{Model{Name: "plain.bin.gz"}, a.judge}})
	expect(t, e, "kata-set-param humanSLProfile rank_1d", "? Could not set params: WARNING: humanSLProfile is specified as config param but model(s) don't use it: plain.bin.gz",
		"kata-raw-human-nn 2", "= symmetry 2...", "kata-set-param humanSLChosenMoveProp 0.5", "=")
	e = newEngine(t, Config{Models: []Model{{Name: "h.bin.gz", Imitates: true}}})
	expect(t, e, "kata-set-param humanSLProfile rank_1d", "=", "kata-set-param humanSLProfile", "? Could not set params: the net of -model imitates human players: set humanSLProfile to a profile such as rank_5k",
		"kata-set-param humanSLProfile _", "? Could not set params: the net of -model imitates human players: set humanSLProfile to a profile such as rank_5k", "kata-get-param humanSLProfile", "= rank_1d",
		"kata-set-param humanSLChosenMoveProp 0.5", "? Could not set params: Provided parameter humanSLChosenMoveProp but no human model was specified...")
}

// TestNoProfile checks that KataGo's two other texts for no profile are accepted without a net of human games, and that
// kata-get-param answers them as they were set.
func TestNoProfile(t *testing.T) {
	e := newEngine(t, Config{})
	expect(t, e, "kata-set-param humanSLProfile _", "=", "kata-get-param humanSLProfile", "= _",
		`kata-set-param humanSLProfile ""`, "=", "kata-get-param humanSLProfile", `= ""`,
		`kata-set-params {"humanSLProfile":"_"}`, "=", "kata-get-param humanSLProfile", "= _", "kata-set-param humanSLProfile", "=", "kata-get-param humanSLProfile", "=")
	e = newEngine(t, Config{Width: 3, Height: 2, Human: &Human{Model{Name: "h.bin.gz", Imitates: true}, new(asked).judge}})
	expect(t, e, "kata-set-param humanSLProfile rank_5k", "=", "kata-raw-human-nn 2", "= symmetry 2...",
		"kata-set-param humanSLProfile _", "=", "kata-raw-human-nn 2", "? Cannot run kata-raw-human-nn, humanSLProfile parameter was not set")
}

func TestRawNNArguments(t *testing.T) {
	for _, c := range []struct {
		args       string
		symmetries int
		optimism   float64
		toPlay     baduk.Color
		refused    string
	}{
		{args: "3", symmetries: 1, optimism: 0.2, toPlay: baduk.White},
		{args: "ALL", symmetries: 8, optimism: 0.2, toPlay: baduk.White},
		{args: "b 0 0.75", symmetries: 1, optimism: 0.75, toPlay: baduk.Black},
		{args: "White 7 1", symmetries: 1, optimism: 1, toPlay: baduk.White},
		{args: "", refused: "Expected a symmetry argument 'all' or index [0-7] for"},
		{args: "w", refused: "Expected a symmetry argument 'all' or index [0-7] for"},
		{args: "8", refused: "Expected a symmetry argument 'all' or index [0-7] but got '8' for"},
		{args: "2 1.5", refused: "Expected an optimism value in [0,1] but got '1.5' for"},
		{args: "2 nan", refused: "Expected an optimism value in [0,1] but got 'nan' for"},
		{args: "2 1 1", refused: "Unexpected extra argument '1' for"},
	} {
		var a asked
		e := newEngine(t, Config{Width: 5, Judge: a.judge})
		got := ask(t, e, "play b C3", "kata-raw-nn "+c.args)
		if c.refused != "" {
			if !strings.Contains(got, "? "+c.refused+" kata-raw-nn (") || a.game != nil {
				t.Errorf("%q: got %s, want the failure %q", c.args, got, c.refused)
			}
			continue
		}
		if len(a.symmetry) != c.symmetries || a.optimism != c.optimism || a.game.ToPlay() != c.toPlay || a.game.At(12) != baduk.Black {
			t.Errorf("%q: got the symmetries %v, optimism %g, %v to play (%s), want %d symmetries, %g, %v", c.args, a.symmetry, a.optimism, a.game.ToPlay(), got,
				c.symmetries, c.optimism, c.toPlay)
		}
		if stays := c.toPlay == baduk.White; stays != (a.game.Len() == 1) {
			t.Errorf("%q: the net sees %d moves, want 1 only if White is to play", c.args, a.game.Len())
		}
	}
	if got := ask(t, newEngine(t, Config{}), "kata-raw-nn 0"); !strings.HasPrefix(got, "? unknown command") {
		t.Errorf("without a net: got %s, want an unknown command", got)
	}
}

// TestRawNNCleanup checks that two passes do not begin a clean-up for the net unless a command asked for it, even if
// they begin one in the game itself.
func TestRawNNCleanup(t *testing.T) {
	for _, c := range []struct {
		commands string
		phase    int
		over     bool
	}{
		{"play b C3|play w pass|play b pass", 0, true},
		{"play b C3|play w pass|play b pass|play w C4", 0, false},
		{"play b C3|play w pass|play b pass|kgs-genmove_cleanup w", 1, false},
		{"play b C3|play w pass|play b pass|kgs-genmove_cleanup w|undo|undo", 0, false},
		{"play b C3|play w pass|play b pass|kgs-genmove_cleanup w|clear_board|play b C3|play w pass|play b pass", 0, true},
	} {
		var a asked
		e := newEngine(t, Config{Width: 5, Rules: baduk.Japanese(), Judge: a.judge})
		got := ask(t, e, append(strings.Split(c.commands, "|"), "kata-raw-nn 0")...)
		if strings.Contains(got, "?") || a.game.Phase() != c.phase || a.game.Over() != c.over {
			t.Errorf("%s: phase %d, over %v, want %d, %v: %s", c.commands, a.game.Phase(), a.game.Over(), c.phase, c.over, got)
		}
		if own := e.game; c.phase == 0 && c.over && (own.Phase() == 0) {
			t.Errorf("%s: the game itself is in phase %d, want a clean-up", c.commands, own.Phase())
		}
	}
}

func TestRawNNFails(t *testing.T) {
	e := newEngine(t, Config{Width: 5, Judge: func(*baduk.Game, neteval.Symmetry, float64, string) (neteval.Judgement, error) {
		return neteval.Judgement{}, fmt.Errorf("a net\ncannot read this board")
	}})
	expect(t, e, "kata-raw-nn 0", "? a net; cannot read this board")
}

// TestSampledSymmetries checks that the net's judgement in rootInfo is the mean over rootNumSymmetriesToSample
// symmetries. A board that is not square has four.
func TestSampledSymmetries(t *testing.T) {
	for _, c := range []struct{ height, samples, asked int }{{3, 1, 1}, {3, 2, 2}, {3, 8, 8}, {2, 3, 3}, {2, 8, 4}} {
		var a asked
		judge := func(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
			j, err := a.judge(g, s, optimism, profile)
			j.WinError, j.ScoreError, j.VarTimeLeft = float64(s), 2*float64(s), -1
			j.Policy[0] = float32(s)
			return j, err
		}
		e := newEngine(t, Config{Width: 3, Height: c.height, Judge: judge})
		expect(t, e, fmt.Sprintf("kata-set-param rootNumSymmetriesToSample %d", c.samples), "=")
		r := request{root: true, color: baduk.Black}
		e.lookAtNet(&r)
		mean := float64(c.asked-1) / 2
		if len(a.symmetry) != c.asked || r.net.WinError != mean || r.net.ScoreError != 2*mean || r.net.VarTimeLeft != -1 || float64(r.net.Policy[0]) != mean || r.net.Policy[1] != -1 {
			t.Errorf("%+v: asked for the symmetries %v and got %+v, want %d symmetries and the means %v and %v", c, a.symmetry, r.net, c.asked, mean, 2*mean)
		}
	}
}
