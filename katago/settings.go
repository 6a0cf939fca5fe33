package katago

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tengen/mcts"
)

// Use is the command of KataGo that the settings are for. Some defaults depend on it.
type Use uint8

const (
	ForGTP      Use = iota // katago gtp
	ForAnalysis            // katago analysis
)

// Perspective is the point of view of reported numbers: reportAnalysisWinratesAs.
type Perspective uint8

const (
	sideToMove Perspective = iota // the player to move
	Black
	White
)

// NoLimit is a number of visits or playouts that stands for no limit. NoTime is a time that stands for no limit.
const (
	NoLimit int64         = 1 << 50
	NoTime  time.Duration = math.MaxInt64
)

// Limits bound a search.
type Limits struct {
	Visits   int64         // visits of the root; [NoLimit] for no limit
	Playouts int64         // playouts of the search; [NoLimit] for no limit
	Time     time.Duration // [NoTime] for no limit
}

// Stopper returns a stopper that ends a search at the limits.
func (l Limits) Stopper() mcts.Stopper {
	return func(p mcts.Progress) bool {
		return int64(p.Visits) >= l.Visits || int64(p.Playouts) >= l.Playouts || p.Elapsed >= l.Time
	}
}

// Resign says when to resign.
type Resign struct {
	Allowed bool
	// Threshold is a value of the game, from -1 (lost) over 0 (even) to 1. A turn counts towards Turns if the value
	// of the game is below Threshold.
	Threshold float64
	Turns     int     // number of turns in a row after which the player resigns
	Points    float64 // least number of points by which the player must be behind; negative for no condition
	Area      float64 // least number of moves before a resignation, divided by the number of points of the board
}

// Draw says how a move is drawn at random from the searched moves.
type Draw struct {
	// Wanted says that a temperature or a share of the human policy was set. If it is false, no move is drawn, and
	// the best move is played.
	Wanted bool
	// Early is the temperature at the start of a game, and Temperature is the temperature at its end. A
	// temperature of 0 chooses the best move, and 1 draws moves in proportion to their visits. Halflife is in
	// moves on a 19x19 board.
	Temperature, Early, Halflife float64
	// OnlyBelow is a probability, 0..1. If a move's share of the visits is larger than OnlyBelow, the temperature
	// has no influence on this move: its share is its probability. Before that, Subtract is subtracted from the
	// visits of every move.
	OnlyBelow, Subtract float64
}

// At returns the temperature at a turn on a board with this number of points. Turns are counted from 0.
func (d Draw) At(turn, points int) float64 {
	halflives := float64(turn) / d.Halflife * 19 / math.Sqrt(float64(points))
	return d.Temperature + (d.Early-d.Temperature)*math.Exp2(-halflives)
}

// Settings are KataGo's settings. Each setting has a name and a text as its value. The fields are computed from these
// values, and computed again after every [Settings.Set]. Settings may be copied.
type Settings struct {
	// Search has the search parameters for moves in GTP, or for queries in analysis. AnalysisSearch has those
	// for GTP's analysis commands.
	Search, AnalysisSearch mcts.Params
	Max                    Limits
	Ponder                 bool          // ponderingEnabled
	PonderTime             time.Duration // maxTimePondering; [NoTime] for no limit
	// Threads is numSearchThreads, and AnalysisThreads is numAnalysisThreads. Each is 0 unless set.
	Threads, AnalysisThreads int
	Lag                      time.Duration // lagBuffer
	Perspective              Perspective
	PVLen                    int // analysisPVLen: moves of a variation that are reported
	Resign                   Resign
	Draw                     Draw
	// RootPolicyOptimism is the weight of the optimistic policy, 0..1, when a net judges a position without a search.
	RootPolicyOptimism float64
	// RootSymmetryPruning makes an analysis search only one of several moves that are mirror images of each other. In
	// GTP it has no effect: every move is searched.
	RootSymmetryPruning bool
	// Rules is a text for baduk.ParseRules; empty unless set.
	Rules string
	// ForcedKomi is ignoreGTPAndForceKomi. It is nil unless set.
	ForcedKomi *float64
	// Width and Height are the size of the initial board. They are 0 unless set.
	Width, Height int
	// PreventCleanup makes two passes end a game under all rules.
	PreventCleanup bool
	// HumanProfile is the profile of humanSLProfile, such as "rank_5k". It is empty if no profile is set.
	HumanProfile string
	// StartupMessage prints the readiness lines to stderr. OGSChat prints lines for the chat of a game on OGS to stderr.
	StartupMessage, OGSChat bool
	// WarnUnusedFields warns about unknown fields of a query.
	WarnUnusedFields bool
	// LogAllRequests and LogAllResponses log queries, answers and GTP commands.
	LogAllRequests, LogAllResponses bool

	use   Use
	given map[string]string // values by name; copies share the map, so Set makes a new map
}

// Default returns KataGo's own default settings.
func Default(use Use) Settings {
	s := Settings{use: use}
	s.derive()
	return s
}

// derive computes the fields from the texts of the settings.
func (s *Settings) derive() {
	fresh := Settings{use: s.use, given: s.given, Search: mcts.NetParams()}
	if seed := s.Search.Seed; seed != 0 {
		fresh.Search.Seed = seed
	}
	fresh.Search.MaxBytes = s.Search.MaxBytes
	for _, list := range [][]param{searchParams, ownParams, configKeys} {
		for i := range list {
			p := &list[i]
			if p.apply == nil {
				continue
			}
			v, err := p.parse(fresh.text(p))
			if err != nil {
				panic(fmt.Sprintf("katago: the default of %s: %v", p.name, err)) // a mistake in the tables, which every test would find
			}
			p.apply(&fresh, v)
		}
	}
	fresh.switches()
	fresh.boards()
	fresh.rules()
	fresh.AnalysisSearch.MaxBytes, fresh.AnalysisSearch.Seed = fresh.Search.MaxBytes, fresh.Search.Seed
	*s = fresh
}

// switches turns off parameters that have a separate switch, if that switch is off.
func (s *Settings) switches() {
	off := func(name string, what *float64) {
		if !s.truth(name) {
			*what = 0
		}
	}
	off("useNoisePruning", &s.Search.NoisePruning)
	off("useUncertainty", &s.Search.Uncertainty)
	if !s.truth("useLcbForSelection") {
		s.Search.LCBVisits = mcts.NoLCB
	}
	off("rootNoiseEnabled", &s.Search.RootNoise)
	off("fpuParentWeightByVisitedPolicy", &s.Search.FPUBlend)
	s.Draw.Wanted = s.Given("chosenMoveTemperature") || s.Given("chosenMoveTemperatureEarly") || s.Search.HumanPolicy.Choice > 0
	wide, hides := s.AnalysisSearch.RootWide, s.AnalysisSearch.HidePast
	s.AnalysisSearch = s.Search
	if s.AnalysisSearch.RootWide = wide; s.Given("analysisIgnorePreRootHistory") {
		s.AnalysisSearch.HidePast = hides
	}
}

// AnalysisApart reports whether GTP's analysis has other search settings than the search for moves. If the settings are
// the same, analysis and search for moves share their results.
func (s Settings) AnalysisApart() bool {
	return s.Given("analysisWideRootNoise") || s.Given("analysisIgnorePreRootHistory")
}

// Set sets one setting. An empty text removes the setting. If KataGo does not have the setting, the error is an
// [*UnknownError]. If the value is invalid, the error has KataGo's text. If there is an error, nothing changes.
func (s *Settings) Set(name, text string) error {
	name = alias(name)
	p := find(name)
	if p == nil && meaningOf(name) == unknown {
		return &UnknownError{Name: name}
	}
	given := maps.Clone(s.given)
	if given == nil {
		given = make(map[string]string)
	}
	if text == "" {
		delete(given, name)
	} else {
		if p != nil {
			if _, err := p.parse(text); err != nil {
				return err
			}
		}
		given[name] = text
	}
	next := *s
	next.given = given
	if name == "rules" { // a name of rules excludes settings for their parts, and the other way round
		for _, part := range ruleKeys {
			delete(given, part)
		}
	} else if slices.Contains(ruleKeys, name) {
		delete(given, "rules")
	}
	if err := next.checkRules(); err != nil {
		return err
	}
	next.derive()
	*s = next
	return nil
}

// Given reports whether the setting with this name was set.
func (s Settings) Given(name string) bool {
	_, ok := s.given[alias(name)]
	return ok
}

// Value returns a setting's value as kata-get-param answers it, or false if kata-get-param does not know the
// setting.
func (s Settings) Value(name string) (string, bool) {
	for i := range ownParams {
		if p := &ownParams[i]; p.name == name {
			return p.plain(s.text(p)), true
		}
	}
	for i := range searchParams {
		if p := &searchParams[i]; p.name == name && !p.unlisted {
			return p.json(s.text(p)), true
		}
	}
	return "", false
}

// Names returns the settings that kata-set-param can set and kata-list-params lists, in KataGo's order.
func Names() []string {
	var names []string
	for i := range ownParams {
		names = append(names, ownParams[i].name)
	}
	for i := range searchParams {
		if !searchParams[i].unlisted {
			names = append(names, searchParams[i].name)
		}
	}
	return names
}

// Validate reports the first parameter that is out of range. Parameters that were set by name are always in
// range.
func (s Settings) Validate() error {
	if err := s.Search.Validate(); err != nil {
		return err
	}
	return s.AnalysisSearch.Validate()
}

// text returns a setting's value, or its default.
func (s *Settings) text(p *param) string {
	if text, ok := s.given[p.name]; ok {
		return text
	}
	switch p.name { // defaults that depend on other settings
	case "rootPolicyTemperatureEarly":
		return s.text(find("rootPolicyTemperature"))
	case "rootFpuLossProp":
		return s.text(find("fpuLossProp"))
	case "rootFpuReductionMax":
		if s.truth("rootNoiseEnabled") {
			return "0"
		}
	case "rootPolicyOptimism":
		return shortest(min(s.number("policyOptimism"), 0.2))
	case "fpuParentWeightByVisitedPolicyPow":
		if !s.truth("fpuParentWeightByVisitedPolicy") {
			return "1"
		}
	case "genmoveAntiMirror":
		if text, ok := s.given["antiMirror"]; ok {
			return text
		}
	}
	if s.use == ForAnalysis && p.analysis != "" {
		return p.analysis
	}
	return p.standard
}

func (s *Settings) number(name string) float64 {
	p := find(name)
	v, _ := p.parse(s.text(p)) // cannot fail: Set accepts only valid values
	return v.number
}

func (s *Settings) truth(name string) bool {
	p := find(name)
	v, _ := p.parse(s.text(p))
	return v.truth
}
