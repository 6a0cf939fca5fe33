package nn

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// shared holds nets and KataGo's answers that are not part of the project.
var shared = filepath.Join("..", "..", "shared")

// rawLine is one answer of KataGo to kata-raw-nn.
type rawLine struct {
	Width, Height, Symmetry int
	Komi                    float64
	ToPlay                  string
	Moves                   [][2]string
	RulesJSON               struct {
		HasButton, Suicide bool
		Ko, Scoring, Tax   string
	}
	Out struct {
		WhiteWin, WhiteLoss, NoResult                           float64
		WhiteLead, WhiteScoreSelfplay, WhiteScoreSelfplaySq     float64
		VarTimeLeft, ShorttermWinlossError, ShorttermScoreError float64
		Policy                                                  [][]*float64
		PolicyPass                                              float64
		WhiteOwnership                                          [][]float64
	}
}

// simple is a board whose net inputs can be computed without knowing the game: no stone was captured, no
// chain was ever short of liberties, and no region is enclosed.
type simple struct {
	width, height int
	stones        []byte // 0, 'B', 'W'
}

// chain returns the chain or the empty region at p. liberties is a chain's number of liberties. touches
// has the colours of the adjacent stones.
func (s *simple) chain(p int) (points []int, liberties int, touches map[byte]bool) {
	seen := map[int]bool{p: true}
	touches = map[byte]bool{}
	free := map[int]bool{}
	points = []int{p}
	for i := 0; i < len(points); i++ {
		x, y := points[i]%s.width, points[i]/s.width
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || v < 0 || u >= s.width || v >= s.height {
				continue
			}
			q := v*s.width + u
			if s.stones[q] == 0 {
				free[q] = true
			}
			if s.stones[q] != s.stones[p] {
				touches[s.stones[q]] = true
			} else if !seen[q] {
				seen[q] = true
				points = append(points, q)
			}
		}
	}
	return points, len(free), touches
}

// quiet reports whether all chains have at least three liberties and no region is enclosed.
func (s *simple) quiet() bool {
	for p, c := range s.stones {
		_, liberties, touches := s.chain(p)
		if c != 0 {
			if liberties < 3 {
				return false
			}
		} else if len(touches) == 1 {
			return false
		}
	}
	return true
}

// play returns the board after the line's moves and the points that were played. It returns false for a
// line that is not simple.
func (l *rawLine) play() (s simple, played []int, ok bool) {
	s = simple{l.Width, l.Height, make([]byte, l.Width*l.Height)}
	next := byte('B')
	for i, m := range l.Moves {
		if m[0][0] != next || m[1] == "pass" {
			return s, played, false
		}
		next ^= 'B' ^ 'W'
		column := strings.IndexByte("ABCDEFGHJKLMNOPQRSTUVWXYZ", m[1][0])
		row, _ := strconv.Atoi(m[1][1:])
		p := (l.Height-row)*l.Width + column
		if s.stones[p] != 0 {
			return s, played, false
		}
		s.stones[p] = m[0][0]
		played = append(played, p)
		if i+1 >= len(l.Moves)-2 && i > 0 && !s.quiet() {
			return s, played, false
		}
		if _, liberties, _ := s.chain(p); liberties < 3 && i+1 < len(l.Moves) {
			return s, played, false // the move might capture
		}
	}
	if l.ToPlay[0] != next || len(l.Moves) == 1 || !s.quiet() && len(l.Moves) > 0 {
		return s, played, false
	}
	for p, c := range s.stones { // an earlier chain may have lost liberties to later moves
		if _, liberties, _ := s.chain(p); c != 0 && liberties < 3 {
			return s, played, false
		}
	}
	return s, played, true
}

// features returns the inputs that nets of versions 8 to 17 have for a line. It returns false for a line
// that is not simple.
func (l *rawLine) features() (Input, bool) {
	s, played, ok := l.play()
	if !ok {
		return Input{}, false
	}
	area := l.Width * l.Height
	in := Input{Width: l.Width, Height: l.Height, Spatial: make([]float32, 22*area), Global: make([]float32, 19)}
	set := func(plane, p int) {
		x, y := p%l.Width, p/l.Width
		x, y = l.turn(x, y)
		in.Spatial[plane*area+y*in.Width+x] = 1
	}
	own := l.ToPlay[0]
	for p, c := range s.stones {
		set(0, p)
		if c == 0 {
			continue
		}
		other := 0
		if c != own {
			other = 1
		}
		set(1+other, p)
		if _, liberties, _ := s.chain(p); liberties <= 3 {
			set(2+liberties, p)
		}
		if l.RulesJSON.Scoring == "AREA" {
			set(18+other, p)
		}
	}
	for i := range min(5, len(played)) {
		set(9+i, played[len(played)-1-i])
	}
	l.setGlobals(in.Global, own, area)
	return in, true
}

// setGlobals sets the global inputs for the player own on a board of this area.
func (l *rawLine) setGlobals(g []float32, own byte, area int) {
	komi := l.Komi
	if l.RulesJSON.Scoring == "TERRITORY" && own == 'W' {
		komi++ // KataGo counts territory as area and gives a point for each stone that was played
	}
	if own == 'B' {
		komi = -komi
	}
	g[5] = float32(max(min(komi, float64(area)+20), -float64(area)-20) / 20)
	switch l.RulesJSON.Ko {
	case "POSITIONAL":
		g[6], g[7] = 1, 0.5
	case "SITUATIONAL":
		g[6], g[7] = 1, -0.5
	}
	flag := func(i int, on bool) {
		if on {
			g[i] = 1
		}
	}
	flag(8, l.RulesJSON.Suicide)
	flag(9, l.RulesJSON.Scoring == "TERRITORY")
	flag(10, l.RulesJSON.Tax != "NONE")
	flag(11, l.RulesJSON.Tax == "ALL")
	flag(17, l.RulesJSON.HasButton)
	if l.RulesJSON.Scoring == "AREA" {
		below := math.Floor((komi-float64(area%2))/2)*2 + float64(area%2)
		switch d := komi - below; {
		case d < 0.5:
			g[18] = float32(d)
		case d < 1.5:
			g[18] = float32(1 - d)
		default:
			g[18] = float32(d - 2)
		}
	}
}

// turn returns the place of a point on the board as the net sees it, under the given symmetry. Bit 0 swaps
// top and bottom, and bit 1 left and right. Bit 2 then swaps rows and columns.
func (l *rawLine) turn(x, y int) (int, int) {
	if l.Symmetry&2 != 0 {
		x = l.Width - 1 - x
	}
	if l.Symmetry&1 != 0 {
		y = l.Height - 1 - y
	}
	if l.Symmetry&4 != 0 {
		return y, x
	}
	return x, y
}

func softplus(x float64) float64 { return math.Log1p(math.Exp(x)) }

// TestKataGoEndToEnd evaluates real nets on simple boards, and compares the decoded outputs with those that
// KataGo printed.
func TestKataGoEndToEnd(t *testing.T) {
	nets := map[string]string{
		"g170-b6c96":                      "g170-b6c96-s175395328-d26788732",
		"b7c96h3tfrs-test5-cnorm":         "b7c96h3tfrs-test5-cnorm",
		"b7c96h6kv3qk32v16tflrs-fson-bnh": "b7c96h6kv3qk32v16tflrs-fson-bnh",
	}
	for answers, net := range nets {
		m, err := ReadFile(filepath.Join(shared, "models", net+".bin.gz"), Limits{})
		if os.IsNotExist(err) {
			t.Logf("skipped, the net is missing: %v", err)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(filepath.Join(shared, "testdata", "katago-nn", answers+".jsonl.gz"))
		if err != nil {
			t.Logf("skipped: %v", err)
			continue
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		compared, limit := 0, 4
		if os.Getenv("TENGEN_LONG") == "1" {
			limit = math.MaxInt
		}
		for d := json.NewDecoder(z); d.More() && compared < limit; {
			var l rawLine
			if err := d.Decode(&l); err != nil {
				t.Fatal(err)
			}
			if l.Width != l.Height && l.Symmetry >= 4 {
				continue
			}
			in, ok := l.features()
			if !ok {
				continue
			}
			compared++
			out, err := Evaluate(m, in)
			if err != nil {
				t.Fatal(err)
			}
			compareRaw(t, m, &l, out)
		}
		f.Close()
		if compared == 0 {
			t.Errorf("%s: no position was simple enough to compare", net)
		}
		t.Logf("%s: %d positions compared", net, compared)
	}
}

func compareRaw(t *testing.T, m *Model, l *rawLine, out Output) {
	t.Helper()
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s, %dx%d %v symmetry %d: %s is %v, KataGo says %v", m.Name, l.Width, l.Height, l.Moves, l.Symmetry, what, got, want)
		}
	}
	sign := 1.0
	if l.ToPlay == "B" {
		sign = -1
	}
	none := out.Value[2]
	if l.RulesJSON.Ko != "SIMPLE" && l.RulesJSON.Scoring != "TERRITORY" {
		none = math.Inf(-1)
	}
	win, loss, none := math.Exp(out.Value[0]), math.Exp(out.Value[1]), math.Exp(none)
	sum := win + loss + none
	win, loss, none = win/sum, loss/sum, none/sum
	if sign < 0 {
		win, loss = loss, win
	}
	near("win", win, l.Out.WhiteWin, 2e-5)
	near("loss", loss, l.Out.WhiteLoss, 2e-5)
	near("no result", none, l.Out.NoResult, 2e-5)
	p := m.PostProcess
	mean, stdev := out.Score[0]*p.ScoreMean, softplus(out.Score[1])*p.ScoreStdev
	near("score", sign*mean*(1-none), l.Out.WhiteScoreSelfplay, 2e-3)
	square := (mean*mean + stdev*stdev) * (1 - none)
	near("square of score", square, l.Out.WhiteScoreSelfplaySq, 1e-3+1e-4*square)
	near("lead", sign*out.Score[2]*p.Lead*(1-none), l.Out.WhiteLead, 2e-3)
	if m.Version >= 14 {
		near("time left", softplus(out.Score[3])*p.VarianceTime, l.Out.VarTimeLeft, 2e-3)
		near("winloss error", softplus(out.Score[4]/2)*math.Sqrt(p.ShorttermValueError), l.Out.ShorttermWinlossError, 1e-3)
		near("score error", softplus(out.Score[5]/2)*math.Sqrt(p.ShorttermScoreError), l.Out.ShorttermScoreError, 1e-3)
	}
	logit := func(channels []float64) float64 {
		if len(channels) == 1 {
			return channels[0]
		}
		const optimism = 0.2 // the default of KataGo's rootPolicyOptimism
		return channels[0] + optimism*(channels[1]-channels[0])
	}
	width := l.Width
	at := func(x, y int) int {
		x, y = l.turn(x, y)
		return y*width + x
	}
	sum = math.Exp(logit(out.Pass))
	for y, row := range l.Out.Policy {
		for x, want := range row {
			if want != nil {
				sum += math.Exp(logit(at2(out.Policy, at(x, y))))
			}
		}
	}
	near("pass", math.Exp(logit(out.Pass))/sum, l.Out.PolicyPass, 2e-5)
	for y, row := range l.Out.Policy {
		for x, want := range row {
			near("ownership", sign*math.Tanh(out.Ownership[at(x, y)]), l.Out.WhiteOwnership[y][x], 2e-5)
			if want != nil {
				near("policy", math.Exp(logit(at2(out.Policy, at(x, y))))/sum, *want, 2e-5)
			}
		}
	}
}

// at2 returns the logits of all policies at one point.
func at2(policy [][]float64, p int) []float64 {
	var out []float64
	for _, channel := range policy {
		out = append(out, channel[p])
	}
	return out
}
