package learn

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"tengen/nn"
	"tengen/selfplay"
	"tengen/stat"
	"tengen/train"
)

// Settings say how a run learns. They are chosen when the run begins and stay the same.
type Settings struct {
	// Boards are the boards: a name such as "7x7" or "torus 7x7", or the content of a board file. Old runs have the
	// path of the file instead. Rules is a [baduk.Rules.Name] and Komi the komi that games begin with.
	Boards []string `json:"boards"`
	Rules  string   `json:"rules"`
	Komi   float64  `json:"komi"`
	// Recipe is zero, expert or alphago. Architecture is the shape of the net. From describes the weights with which the
	// run began.
	Recipe       string `json:"recipe"`
	Architecture string `json:"architecture"`
	From         string `json:"from"`

	Games selfplay.Params `json:"games"`
	// A generation learns from a window of the latest rows. After n rows in all, the window has
	// WindowFirst * (1 + WindowGrowth * ((n/WindowFirst)^WindowPower - 1) / WindowPower) rows (Wu 2019, section 4).
	// A generation plays until it has 1/Share of the window as new rows.
	WindowFirst  float64 `json:"windowFirst"`
	WindowPower  float64 `json:"windowPower"`
	WindowGrowth float64 `json:"windowGrowth"`
	Share        int     `json:"share"`

	// Reuse is the number of rows of the window that are learned for each new row. So a row is learned about Reuse times
	// while it is in the window, and more often while the window is small.
	Reuse  float64      `json:"reuse"`
	Batch  int          `json:"batch"`
	Rate   float64      `json:"rate"`
	Final  float64      `json:"final"` // share of Rate that is left at the end of a generation
	Method train.Method `json:"method"`
	// Value is the weight of the search's value in the value to learn. The rest is the result of the game.
	Value float64 `json:"value"`

	// If MatchEvery is 0 or 1, each new net plays a match against the net that plays, and has to pass the test Gate. If
	// the match ends without a verdict, the new net passes with half of the points. If MatchEvery is larger, every net
	// passes: each MatchEvery-th net plays a match against the net of the match before, which only measures. A match has
	// at most GatePairs pairs of games with GateVisits visits. With 0 pairs there are no matches.
	MatchEvery int       `json:"matchEvery,omitzero"`
	Gate       stat.SPRT `json:"gate"`
	GatePairs  int       `json:"gatePairs"`
	GateVisits int       `json:"gateVisits"`

	Seed uint64 `json:"seed"`

	// AlphaGo has the further settings of recipe [AlphaGo]. Of the settings above, this recipe does not use Games except
	// for the komi, the window, Share, Final, Value and Gate. All its nets pass; GatePairs is the number of pairs of
	// games that measure them.
	AlphaGo AlphaGoSettings `json:"alphaGo,omitzero"`
}

// DefaultSettings are the settings for a net that begins with random weights, on boards of at most this number of
// points.
func DefaultSettings(points int) Settings {
	arch := nn.Architecture{Blocks: 4, Channels: 48}
	switch {
	case points > 13*13:
		arch = nn.Architecture{Blocks: 6, Channels: 96}
	case points > 7*7:
		arch = nn.Architecture{Blocks: 5, Channels: 64}
	}
	return Settings{
		Recipe: Zero, Architecture: arch.String(), From: "random weights", Games: selfplay.DefaultParams(),
		WindowFirst: 40_000, WindowPower: 0.75, WindowGrowth: 0.4, Share: 8, Reuse: 3, Batch: 128, Rate: 2e-3, Final: 0.3,
		Method: train.Muon, MatchEvery: 4, Gate: stat.SPRT{Elo0: -20, Elo1: 30, Alpha: 0.1, Beta: 0.1}, GatePairs: 60, GateVisits: 32, Seed: 1,
	}
}

// The recipes.
const (
	Zero   = "zero"   // from random weights (Silver et al. 2017)
	Expert = "expert" // from a net that exists already
)

// ExpertSettings are the settings for a net that plays well already. Its weights change slowly, its games vary less,
// and a new net has to be clearly better.
func ExpertSettings() Settings {
	s := DefaultSettings(19 * 19)
	s.Recipe, s.Reuse, s.Rate, s.Batch, s.Value, s.MatchEvery = Expert, 4, 3e-4, 256, 0.5, 1
	s.Games.Visits, s.Games.FastVisits, s.Games.FullShare, s.Games.Gumbel = 160, 24, 0.25, false
	s.Games.Temperature, s.Games.OpeningMoves, s.Games.VariedCounting = 0.6, 0.03, 0.2 // so the net does not forget how to count territory
	s.Gate, s.GatePairs, s.GateVisits = stat.SPRT{Elo0: -5, Elo1: 25, Alpha: 0.1, Beta: 0.1}, 200, 64
	return s
}

// Validate reports the first setting that is out of range.
func (s *Settings) Validate() error {
	if err := s.Games.Validate(); err != nil {
		return err
	}
	for _, f := range []struct {
		name           string
		value          float64
		least, largest float64
	}{
		{"the first window", s.WindowFirst, 100, 1e9}, {"the power of the window", s.WindowPower, 0.01, 1}, {"the growth of the window", s.WindowGrowth, 0, 1},
		{"the share of new rows", float64(s.Share), 1, 1000}, {"reuse", s.Reuse, 0.1, 1000}, {"the batch", float64(s.Batch), 1, 1 << 16},
		{"the learning rate", s.Rate, 1e-9, 10}, {"the last learning rate", s.Final, 0, 1}, {"the weight of the search's value", s.Value, 0, 1},
		{"the generations between matches", float64(s.MatchEvery), 0, 1e6}, {"the pairs of the gate", float64(s.GatePairs), 0, 100_000}, {"the visits of the gate", float64(s.GateVisits), 2, 1e6},
	} {
		if !(f.value >= f.least && f.value <= f.largest) {
			return fmt.Errorf("%s is %v, not from %v to %v", f.name, f.value, f.least, f.largest)
		}
	}
	if s.Recipe == AlphaGo {
		if err := s.AlphaGo.validate(); err != nil {
			return err
		}
	}
	return s.Gate.Validate()
}

// window is the number of rows from which a generation learns when n rows have been made in all.
func (s *Settings) window(n int) int {
	part := max(1, float64(n)/s.WindowFirst)
	return int(s.WindowFirst * (1 + s.WindowGrowth*(math.Pow(part, s.WindowPower)-1)/s.WindowPower))
}

// newRows is the number of rows that a generation plays when n rows have been made before it.
func (s *Settings) newRows(n int) int { return max(1, s.window(n)/s.Share) }

// fairVisits is the number of visits of a search that makes the komi of a game in a match fair, or 0 if the komi stays.
func (s *Settings) fairVisits() int {
	if s.Games.FairKomi == 0 {
		return 0
	}
	return s.Games.FastVisits
}

// Difference compares one setting of two runs, or all settings of a group. It names the first one that differs, with
// both values, or returns "". The path has the JSON names, such as "komi", "games.visits" or "gate". Difference panics
// if there is no such setting.
func Difference(a, b Settings, path string) string {
	x, y, name := reflect.ValueOf(a), reflect.ValueOf(b), ""
	for name = range strings.SplitSeq(path, ".") {
		x, y = field(x, name), field(y, name)
	}
	return difference(name, x, y)
}

// field returns the field of a struct with a JSON name.
func field(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if jsonName(v.Type().Field(i)) == name {
			return v.Field(i)
		}
	}
	panic("no setting has the name " + name)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

func difference(name string, a, b reflect.Value) string {
	if a.Kind() != reflect.Struct {
		if reflect.DeepEqual(a.Interface(), b.Interface()) {
			return ""
		}
		return fmt.Sprintf("%s was %v, not %v", name, a, b)
	}
	for i := range a.NumField() {
		if d := difference(jsonName(a.Type().Field(i)), a.Field(i), b.Field(i)); d != "" {
			return d
		}
	}
	return ""
}
