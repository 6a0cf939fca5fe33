package katago

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tengen/mcts"
)

// Use says for which of KataGo's programs the settings are. Some defaults differ.
type Use uint8

const (
	ForGTP      Use = iota // katago gtp
	ForAnalysis            // katago analysis
)

// Perspective is the player whose numbers are reported: reportAnalysisWinratesAs.
type Perspective uint8

const (
	sideToMove Perspective = iota // the player to move
	Black
	White
)

// NoLimit is the number of visits or playouts that means no limit. NoTime is the time that means no limit.
const (
	NoLimit int64         = 1 << 50
	NoTime  time.Duration = math.MaxInt64
)

// Limits bound a search.
type Limits struct {
	Visits   int64         // of the root; [NoLimit] for no bound
	Playouts int64         // of the search; [NoLimit] for no bound
	Time     time.Duration // [NoTime] for no bound
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
	// Threshold is the value of the game, -1 lost to 0 even, below which a turn counts.
	Threshold float64
	Turns     int     // how many turns in a row
	Points    float64 // fewest points by which the player must be behind; below 0 for any
	Area      float64 // fewest moves that must have been played, as a part of the board's points
}

// Draw says how a move is drawn from the searched moves, instead of the best.
type Draw struct {
	// Wanted is whether a temperature or a share of the human policy was set. Otherwise the best move is
	// played.
	Wanted bool
	// Early is the temperature at the start of a game and Temperature the one at its end: 0 takes the best
	// move, 1 draws moves in proportion to their visits. Halflife is in moves on a 19x19 board.
	Temperature, Early, Halflife float64
	// OnlyBelow is the probability, 0..1, above which a move keeps the probability of its visits. Subtract is
	// a number of visits that is first taken from every move.
	OnlyBelow, Subtract float64
}

// At is the temperature at a turn, from 0, on a board with this number of points.
func (d Draw) At(turn, points int) float64 {
	halflives := float64(turn) / d.Halflife * 19 / math.Sqrt(float64(points))
	return d.Temperature + (d.Early-d.Temperature)*math.Exp2(-halflives)
}

// Settings are KataGo's settings. The fields are computed from the values by name, again after every
// [Settings.Set]. Settings may be copied.
type Settings struct {
	// Search has KataGo's search parameters: for moves in GTP, for queries in analysis. AnalysisSearch is the
	// same for GTP's analysis commands.
	Search, AnalysisSearch mcts.Params
	Max                    Limits
	Ponder                 bool          // ponderingEnabled
	PonderTime             time.Duration // maxTimePondering; [NoTime] for no bound
	// Threads is numSearchThreads and AnalysisThreads numAnalysisThreads, each 0 unless set.
	Threads, AnalysisThreads int
	Lag                      time.Duration // lagBuffer
	Perspective              Perspective
	PVLen                    int // analysisPVLen: moves of a variation that are reported
	Resign                   Resign
	Draw                     Draw
	// RootPolicyOptimism is the weight of the optimistic policy, 0..1, when a net is asked without a search.
	RootPolicyOptimism float64
	// RootSymmetryPruning treats moves that are mirror images of each other as one, in analysis. In GTP every
	// move is searched.
	RootSymmetryPruning bool
	// Rules is a text for baduk.ParseRules; empty unless set.
	Rules string
	// ForcedKomi is ignoreGTPAndForceKomi, nil unless set.
	ForcedKomi *float64
	// Width and Height are the initial board, 0 unless set.
	Width, Height int
	// PreventCleanup makes two passes end a game under all rules.
	PreventCleanup bool
	// HandicapByMoves counts several moves of Black at the start as handicap stones.
	HandicapByMoves bool
	// HumanProfile is humanSLProfile, such as "rank_5k".
	HumanProfile string
	// StartupMessage prints the readiness lines to stderr. LogToStderr prints the log there, and OGSChat
	// prints lines for the chat of a game on OGS.
	StartupMessage, LogToStderr, OGSChat bool
	// WarnUnusedFields warns of fields of a query that have no meaning.
	WarnUnusedFields bool
	// LogAllRequests and LogAllResponses log queries, answers and GTP commands.
	LogAllRequests, LogAllResponses bool

	use   Use
	given map[string]string // values by name; a map is never changed, because copies share it
}

// Default returns KataGo's own default settings.
func Default(use Use) Settings {
	s := Settings{use: use}
	s.derive()
	return s
}

// derive computes the fields from the values by name.
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

// switches turns off parameters whose own switch is off.
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

// AnalysisApart reports whether settings make GTP's analysis differ from the search for moves. If not, both
// share their results.
func (s Settings) AnalysisApart() bool {
	return s.Given("analysisWideRootNoise") || s.Given("analysisIgnorePreRootHistory")
}

// Set sets one setting. An empty text removes it. A setting that KataGo does not have is an [*UnknownError];
// an invalid value is an error in KataGo's words. On an error nothing changes.
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
	if name == "rules" { // the later of the rules' name and their parts counts
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

// Given reports whether a name was set.
func (s Settings) Given(name string) bool {
	_, ok := s.given[alias(name)]
	return ok
}

// Value is a setting's value as kata-get-param answers it, or false if kata-get-param does not know it.
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

// Names are the settings that kata-set-param can set and kata-list-params lists, in KataGo's order.
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

// text is a setting's value, or its default.
func (s *Settings) text(p *param) string {
	if text, ok := s.given[p.name]; ok {
		return text
	}
	switch p.name { // defaults that depend on others
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
