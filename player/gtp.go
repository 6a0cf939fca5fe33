package player

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"math"
	"strconv"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/gtpserver"
	"tengen/internal/usage"
	"tengen/katago"
	"tengen/rollout"
	"tengen/topology"
)

// Session holds the settings and nets of a GTP session. [DefaultSession] has the defaults.
type Session struct {
	Name, Version string // reported to the client
	// KataGo holds KataGo's settings. The fields below override KataGo's settings with the same
	// meaning.
	KataGo katago.Settings
	// AsKataGo says that the program was called like KataGo. In this case KataGo's settings decide
	// when the player resigns. Otherwise [engine.DefaultResignParams] decide.
	AsKataGo bool

	Rules   *baduk.Rules    // initial rules; nil means those of the board, of KataGo's settings, or Tromp-Taylor
	Komi    *baduk.Komi     // initial komi; nil means that of the board or the rules
	Board   *topology.Board // initial board; nil means a square of Size
	Size    int             // 0 means that of KataGo's settings, or 19
	Letters gtpserver.Letters
	Strict  bool // refuse, on every board, moves that the rules forbid

	Visits  int         // visits per move; 0 leaves the limit to KataGo's settings and the clock
	Time    float64     // seconds per move; 0 leaves the limit to KataGo's settings and the clock
	Lag     *float64    // seconds reserved on every move for network latency; nil means KataGo's settings, or 0.1
	Rank    engine.Rank // the human rank to play at
	Ponder  bool
	Threads int    // 0 means KataGo's setting, or one per processor
	Seed    uint64 // 0 means an unpredictable seed
	Memory  int64  // bytes for the search

	Net, Human *Net // the net, nil for rollouts; and the human SL net, nil for no human policy
	// Rollout is the policy of rollouts, and Mix is their share in the values of the search; see [Options].
	Rollout *rollout.Linear
	Mix     float64
	Value   *Net                           // net with the values of the search; nil means Net
	People  func(engine.Rank) eval.Factory // for play at a rank; see [Options]
	Log     *slog.Logger
	Chat    io.Writer // receives a line about every move, if not nil
}

// DefaultSession returns a session with KataGo's default settings.
func DefaultSession() Session {
	return Session{Name: "tengen", KataGo: katago.Default(katago.ForGTP), Memory: 512 << 20}
}

// Validate returns an error if a field is out of range.
func (s *Session) Validate() error {
	if s.Size < 0 || s.Visits < 0 || s.Time < 0 || s.Lag != nil && *s.Lag < 0 {
		return fmt.Errorf("player: invalid GTP session: board size %d, %d visits, %v s per move", s.Size, s.Visits, s.Time)
	}
	return Options{Threads: s.Threads, Memory: s.Memory, Mix: s.Mix}.Validate()
}

// Settings returns KataGo's settings, overridden by the other fields. It fails if the session cannot be
// played, for example because of its rules or its komi. It does not need the nets, so a caller can ask for
// the settings before it loads them.
func (s *Session) Settings() (katago.Settings, error) {
	k := s.KataGo
	if err := s.Validate(); err != nil {
		return k, err
	}
	threads := AllThreads()
	if k.Threads > 0 {
		threads = k.Threads
	}
	if s.Threads > 0 {
		threads = s.Threads
	}
	over := map[string]string{"numSearchThreads": strconv.Itoa(threads)}
	if s.Visits > 0 {
		over["maxVisits"] = strconv.Itoa(s.Visits)
	}
	if s.Time > 0 {
		over["maxTime"] = fmt.Sprint(s.Time)
	}
	if s.Ponder {
		over["ponderingEnabled"] = "true"
	}
	switch {
	case s.Lag != nil:
		over["lagBuffer"] = fmt.Sprint(*s.Lag)
	case !k.Given("lagBuffer"):
		over["lagBuffer"] = "0.1"
	}
	if !s.AsKataGo {
		r := engine.DefaultResignParams()
		over["allowResignation"] = "true"
		over["resignThreshold"] = fmt.Sprint(2*r.Below - 1)
		over["resignConsecTurns"] = strconv.Itoa(r.After)
		over["resignMinScoreDifference"] = fmt.Sprint(r.Behind)
		over["resignMinMovesPerBoardArea"] = fmt.Sprint(r.From)
	}
	for name, text := range over {
		if err := k.Set(name, text); err != nil {
			return k, usage.Errorf("%v", err)
		}
	}
	_, err := s.start(k)
	return k, err
}

// Config builds the player of the session and the configuration of its GTP engine.
func (s *Session) Config() (gtpserver.Config, error) {
	k, err := s.Settings()
	if err != nil {
		return gtpserver.Config{}, err
	}
	if s.Net.Imitates() && k.HumanProfile == "" {
		return gtpserver.Config{}, s.Net.needsProfile()
	}
	config, err := s.start(k)
	if err != nil {
		return config, err
	}
	named := func(setting string) string { return "--" + setting }
	if err := checkRollout(s.Net != nil, s.Value != nil, s.Mix, s.Rollout != nil, named); err != nil {
		return config, err
	}
	player, err := New(s.Net, Options{Threads: k.Threads, Seed: s.Seed, Memory: s.Memory, Rollout: s.Rollout, Mix: s.Mix, Value: s.Value, People: s.People, Log: s.Log})
	if err != nil {
		return config, err
	}
	config.Player, config.Tune = player, tuner(player, s.Human)
	config.Benchmark = (&Benchmark{Net: s.Net, Threads: k.Threads}).Line
	if s.Net != nil {
		config.Judge, config.RootJudge = s.Net.judge, s.Net.judgeFast
		config.Models = []gtpserver.Model{s.Net.gtpModel()}
	}
	if s.Human != nil {
		config.Human = &gtpserver.Human{Model: s.Human.gtpModel(), Judge: s.Human.judge}
	}
	return config, nil
}

// start returns the parts of the configuration that do not depend on the player: the initial state
// of a game, and the limits of the search.
func (s *Session) start(k katago.Settings) (gtpserver.Config, error) {
	config := gtpserver.Config{
		Name: s.Name, Version: s.Version,
		Settings: &k,
		Limit:    engine.Limit{Rank: s.Rank},
		Letters:  s.Letters, Strict: s.Strict,
		Board: s.Board, Width: cmp.Or(s.Size, k.Width, 19), Height: cmp.Or(s.Size, k.Height, 19),
		Seed: seedOrRandom(s.Seed),
		Log:  s.Log, Chat: s.Chat,
	}
	usual := baduk.TrompTaylor()
	if k.Rules != "" {
		r, err := baduk.ParseRules(k.Rules)
		if err != nil {
			return config, usage.Errorf("the rules of the configuration: %v", err)
		}
		usual = r
	}
	var err error
	if config.Rules, err = RulesOn(s.Board, s.Rules, s.Komi, usual); err != nil {
		return config, err
	}
	if k := config.Rules.Komi.Points(); math.Abs(k) > gtpserver.MostKomi {
		return config, usage.Errorf("a komi of %v cannot be played over GTP: expected %d to %d", k, -gtpserver.MostKomi, gtpserver.MostKomi)
	}
	return config, nil
}

// RulesOn chooses the rules for a board. A nil board is an ordinary rectangle. The rules are the
// given ones. If given is nil, they are those that the board suggests. If the board suggests none,
// they are the usual ones. The komi is chosen in the same way, independently of the rules.
func RulesOn(board *topology.Board, given *baduk.Rules, komi *baduk.Komi, usual baduk.Rules) (baduk.Rules, error) {
	r := usual
	if given != nil {
		r = *given
	} else if board != nil && board.Rules != "" {
		var err error
		if r, err = baduk.ParseRules(board.Rules); err != nil {
			return r, err
		}
	}
	if board != nil && board.Komi != nil {
		r.Komi = *board.Komi
	}
	if komi != nil {
		r.Komi = *komi
	}
	if board != nil {
		if err := r.CheckOn(board.Graph); err != nil {
			return r, usage.Errorf("%v", err)
		}
	}
	return r, nil
}
