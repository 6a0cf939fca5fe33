package katago

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tengen/mcts"
)

// Use is which of KataGo's programs the settings are for: some defaults differ.
type Use uint8

const (
	ForGTP      Use = iota // katago gtp
	ForAnalysis            // katago analysis
)

// Perspective is whose numbers are reported: reportAnalysisWinratesAs.
type Perspective uint8

const (
	SideToMove Perspective = iota // those of the player to move
	Black
	White
)

// NoLimit is the number of visits or playouts that stands for no limit, NoTime the time.
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

// Stopper ends a search at the limits.
func (l Limits) Stopper() mcts.Stopper {
	return func(p mcts.Progress) bool {
		return int64(p.Visits) >= l.Visits || int64(p.Playouts) >= l.Playouts || p.Elapsed >= l.Time
	}
}

// Resign says when a game is given up.
type Resign struct {
	Allowed bool
	// Threshold is the value of the game, -1 lost to 0 even, under which a turn counts.
	Threshold float64
	Turns     int     // how many turns in a row
	Points    float64 // how far behind at the least; less than 0 for any
	Area      float64 // how many moves at the least, as a part of the board's points
}

// Draw says how a move is drawn from those that were searched, in place of the best.
type Draw struct {
	// Wanted is whether somebody set a temperature, or wants moves as people play them: until
	// then the best move is played.
	Wanted bool
	// Early is the temperature at the start and Temperature the one in the end: 0 takes the
	// best, 1 draws moves as often as their visits say. Halflife is in moves of a 19x19
	// board.
	Temperature, Early, Halflife float64
	// OnlyBelow is the chance, 0..1, above which moves are drawn as their visits say;
	// Subtract is in visits, taken from all moves first.
	OnlyBelow, Subtract float64
}

// At is the temperature for a turn, from 0, on a board of so many points.
func (d Draw) At(turn, points int) float64 {
	halflives := float64(turn) / d.Halflife * 19 / math.Sqrt(float64(points))
	return d.Temperature + (d.Early-d.Temperature)*math.Exp2(-halflives)
}

// Settings are what KataGo's names set. The fields are made from what was set by name, and
// made again by every [Settings.Set]. Settings may be copied.
type Settings struct {
	// Search is what KataGo's search parameters mean here: for moves in GTP, for queries
	// in analysis. AnalysisSearch is the same for what GTP calls analysis.
	Search, AnalysisSearch mcts.Params
	Max                    Limits
	Ponder                 bool          // ponderingEnabled
	PonderTime             time.Duration // maxTimePondering; [NoTime] for no bound
	// Threads is numSearchThreads, 0 unless set; AnalysisThreads is
	// numAnalysisThreads in the same way.
	Threads, AnalysisThreads int
	Lag                      time.Duration // lagBuffer
	Perspective              Perspective
	PVLen                    int // analysisPVLen: moves of a variation that are reported
	Resign                   Resign
	Draw                     Draw
	// RootPolicyOptimism is how much of the optimistic policy counts, 0..1, where a net
	// is asked by itself.
	RootPolicyOptimism float64
	// RootSymmetryPruning treats moves that are each other's mirror images as one, in
	// analysis; in GTP every move is searched for itself.
	RootSymmetryPruning bool
	// Rules is what baduk.ParseRules reads; empty unless set.
	Rules string
	// ForcedKomi is ignoreGTPAndForceKomi, nil unless set.
	ForcedKomi *float64
	// Width and Height are the board to begin with, 0 unless set.
	Width, Height int
	// PreventCleanup lets two passes end a game whatever the rules.
	PreventCleanup bool
	// HandicapByMoves counts several moves of Black at the start as handicap stones.
	HandicapByMoves bool
	// HumanProfile is humanSLProfile, such as "rank_5k".
	HumanProfile string
	// StartupMessage prints the readiness lines to stderr, LogToStderr the log; OGSChat
	// adds lines for the chat of a game on OGS.
	StartupMessage, LogToStderr, OGSChat bool
	// WarnUnusedFields warns of fields of a query that mean nothing.
	WarnUnusedFields bool
	// LogAllRequests and LogAllResponses log queries, answers and GTP commands.
	LogAllRequests, LogAllResponses bool

	use   Use
	given map[string]string // as they were set; never written after another may have it
}

// Default is the settings before anything is set, KataGo's own.
func Default(use Use) Settings {
	s := Settings{use: use}
	s.derive()
	return s
}

// derive makes the fields from what was set.
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
				panic(fmt.Sprintf("katago: the default of %s: %v", p.name, err)) // every test fails here
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

// switches turns off what has a switch of its own beside its size.
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

// AnalysisApart reports whether somebody set what makes GTP's analysis differ from the
// search for moves: until then what either found serves both.
func (s Settings) AnalysisApart() bool {
	return s.Given("analysisWideRootNoise") || s.Given("analysisIgnorePreRootHistory")
}

// Set sets one name, in a file or over it. An empty text takes back what was set. A name
// that nobody knows is an [*UnknownError]; a value that is none is an error in KataGo's
// words. Nothing changes on an error.
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
	if name == "rules" { // the later of a name and its parts counts
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

// Value is the value of a name as kata-get-param answers it, false where that does not
// know the name.
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

// Names are all that kata-set-param can set and kata-list-params lists, in KataGo's order.
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

// Validate reports the first thing that makes no sense; what was set by name never does.
func (s Settings) Validate() error {
	if err := s.Search.Validate(); err != nil {
		return err
	}
	return s.AnalysisSearch.Validate()
}

// text is what a name was set to, or its default.
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
	v, _ := p.parse(s.text(p)) // Set let nothing else in
	return v.number
}

func (s *Settings) truth(name string) bool {
	p := find(name)
	v, _ := p.parse(s.text(p))
	return v.truth
}
