package analysis

import (
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/katago"
)

// maxMoves is the largest number of moves, and of initial stones, of a query.
const maxMoves = 10_000

// maxWarnings is the largest number of unused fields that are named in warnings.
const maxWarnings = 50

// query is a query about a game: the positions after some of its turns.
type query struct {
	id            string
	width, height int
	rules         baduk.Rules
	stones        []baduk.Move // initial stones, in the order in which they are placed
	moves         []baduk.Move
	first         baduk.Color // the player of the first turn
	turns         []int       // ascending
	priority      int64       // the priority of turns that are not in priorities
	priorities    map[int]int64

	settings katago.Settings // including the query's overrides
	pvLen    int
	avoid    avoided

	ownership, ownershipStdev           bool
	movesOwnership, movesOwnershipStdev bool
	policy, pvVisits, noResult          bool

	partial       bool          // whether to report during the search
	every, wait   time.Duration // time between reports, and before the first report
	bytes         int           // length of the query's line
	warnings      []object
	positionsLeft int         // positions without a final answer; the engine counts them
	saidFull      atomic.Bool // the log says that the memory was used up
}

// known are the fields that queries and actions may have.
var known = []string{"id", "action", "terminateId", "turnNumbers", "boardXSize", "boardYSize", "initialStones", "moves", "initialPlayer",
	"analyzeTurns", "priorities", "rules", "komi", "whiteHandicapBonus", "overrideSettings", "maxVisits", "analysisPVLen",
	"rootFpuReductionMax", "rootPolicyTemperature", "includeMovesOwnership", "includeMovesOwnershipStdev", "includeOwnership",
	"includeOwnershipStdev", "includePolicy", "includePVVisits", "includeNoResultValue", "reportDuringSearchEvery",
	"firstReportDuringSearchAfter", "priority", "allowMoves", "avoidMoves"}

// parseQuery reads the fields of a query in KataGo's order. If a query has several mistakes, parseQuery therefore
// reports the same mistake as KataGo. It returns the query even with an error, because the query has the warnings.
func parseQuery(o object, id string, opt *Options) (*query, error) {
	q := &query{id: id, settings: opt.Settings, pvLen: opt.Settings.PVLen}
	for _, part := range []func(object) error{
		func(o object) error { return q.parseBoard(o, opt.MaxSide) },
		q.parseGame, q.parseTurns, q.parseRules,
		func(o object) error { return q.parseOverrides(o, opt) },
		q.parseNumbers, q.parseIncludes, q.parseReports, q.parsePriority,
		func(o object) (err error) { q.avoid, err = parseAvoided(o, q.width, q.height); return err },
	} {
		if err := part(o); err != nil {
			return q, err
		}
	}
	if opt.Settings.WarnUnusedFields {
		q.warnUnused(o)
	}
	return q, nil
}

func (q *query) parseBoard(o object, maxSide int) error {
	say := "Must provide an integer from 2 to " + string(dump(maxSide))
	for _, side := range []struct {
		field string
		to    *int
	}{{"boardXSize", &q.width}, {"boardYSize", &q.height}} {
		n, err := integer(o, side.field, 2, int64(maxSide), say)
		if err != nil {
			if _, ok := o["boardYSize"]; !ok && o["boardXSize"] != nil {
				return wrong("boardYSize", "%s", say) // a missing size is reported before a wrong size
			}
			return err
		}
		*side.to = int(n)
	}
	return nil
}

func (q *query) parseGame(o object) (err error) {
	if v, ok := o["initialStones"]; ok {
		if q.stones, err = parseMoves(v, "initialStones", q.width, q.height, false); err != nil {
			return err
		}
	}
	v, ok := o["moves"]
	if !ok {
		return wrong("moves", "Must specify an array of [player,location] pairs")
	}
	if q.moves, err = parseMoves(v, "moves", q.width, q.height, true); err != nil {
		return err
	}
	if _, ok := o["initialPlayer"]; ok {
		q.first, err = parsePlayer(o, "initialPlayer")
	}
	return err
}

func (q *query) parseTurns(o object) error {
	v, given := o["analyzeTurns"]
	q.turns = []int{len(q.moves)}
	var turns []int64
	if given {
		var ok bool
		if turns, ok = integers(v, true); !ok {
			return wrong("analyzeTurns", "Must specify an array of integers indicating turns to analyze")
		}
		q.turns = nil
		for _, t := range turns {
			if t < 0 || t > int64(len(q.moves)) {
				return wrong("analyzeTurns", "Invalid turn number: %d", t)
			}
			q.turns = append(q.turns, int(t))
		}
		slices.Sort(q.turns)
		q.turns = slices.Compact(q.turns)
	}
	v, ok := o["priorities"]
	if !ok {
		return nil
	}
	priorities, ok := integers(v, false)
	switch {
	case !ok:
		return wrong("priorities", "Must specify an array of integers indicating priorities")
	case !given:
		return wrong("priorities", "Can only specify when also specifying analyzeTurns")
	case len(priorities) != len(turns):
		return wrong("priorities", "Must be of matching length to analyzeTurns")
	}
	q.priorities = map[int]int64{}
	for i, p := range priorities {
		if p < -mostPriority || p > mostPriority {
			return wrong("priorities", "Invalid priority: %d", p)
		}
		q.priorities[int(turns[i])] = p
	}
	return nil
}

// mostPriority is the largest priority. The smallest priority is -mostPriority.
const mostPriority = 1<<62 - 1

func (q *query) parseRules(o object) (err error) {
	const say = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with detailed rules parameters."
	var text string
	switch v := o["rules"].(type) {
	case string:
		text = v
	case object:
		text = string(dump(v))
	default:
		return wrong("rules", say)
	}
	if q.rules, err = baduk.ParseRules(text); err != nil {
		return wrong("rules", "Could not parse rules: %s", text)
	}
	if _, ok := o["komi"]; ok {
		const say = "Must be a integer or half-integer from -400.0 to 400.0"
		komi, err := number(o, "komi", -400, 400, say)
		if err == nil {
			q.rules.Komi, err = baduk.KomiOf(komi)
		}
		if err != nil {
			return wrong("komi", say)
		}
	}
	if v, ok := o["whiteHandicapBonus"]; ok {
		text, ok := v.(string)
		if !ok {
			return wrong("whiteHandicapBonus", "Must be a string")
		}
		for _, b := range []baduk.HandicapBonus{baduk.BonusNone, baduk.BonusLessOne, baduk.BonusEachGets} {
			if b.String() == text {
				q.rules.HandicapBonus = b
				return nil
			}
		}
		return wrong("whiteHandicapBonus", "Rules::parseWhiteHandicapBonusRule: Invalid whiteHandicapBonus rule: %s", text)
	}
	return nil
}

func (q *query) parseOverrides(o object, opt *Options) error {
	v, ok := o["overrideSettings"]
	if !ok && opt.judgeImitates() {
		return opt.imitates(&q.settings)
	}
	if !ok {
		return nil
	}
	warning, err := opt.override(&q.settings, v)
	if warning != "" {
		q.warnings = append(q.warnings, warningAnswer(q.id, "overrideSettings", warning))
	}
	if err == nil && (len(v.(object)) > 0 || opt.judgeImitates()) {
		err = opt.imitates(&q.settings)
	}
	return err // analysisPVLen in overrideSettings has no effect: queries have their own field
}

func (q *query) parseNumbers(o object) error {
	if _, ok := o["maxVisits"]; ok {
		n, err := integer(o, "maxVisits", 1, katago.NoLimit, "Must be an integer from 1 to 2^50")
		if err != nil {
			return err
		}
		q.settings.Max.Visits = n
	}
	if _, ok := o["analysisPVLen"]; ok {
		n, err := integer(o, "analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000")
		if err != nil {
			return err
		}
		q.pvLen = int(n)
	}
	if _, ok := o["rootFpuReductionMax"]; ok {
		x, err := number(o, "rootFpuReductionMax", 0, 2, "Must be a number from 0.0 to 2.0")
		if err != nil {
			return err
		}
		q.settings.Search.RootFPU = x
	}
	if _, ok := o["rootPolicyTemperature"]; ok {
		x, err := number(o, "rootPolicyTemperature", 0.01, 100, "Must be a number from 0.01 to 100.0")
		if err != nil {
			return err
		}
		q.settings.Search.RootTemperature = x
	}
	return nil
}

func (q *query) parseIncludes(o object) (err error) {
	for _, flag := range []struct {
		field string
		to    *bool
	}{
		{"includeMovesOwnership", &q.movesOwnership}, {"includeMovesOwnershipStdev", &q.movesOwnershipStdev},
		{"includeOwnership", &q.ownership}, {"includeOwnershipStdev", &q.ownershipStdev},
		{"includePolicy", &q.policy}, {"includePVVisits", &q.pvVisits}, {"includeNoResultValue", &q.noResult},
	} {
		if _, ok := o[flag.field]; ok {
			if *flag.to, err = boolean(o, flag.field); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q *query) parseReports(o object) error {
	q.every, q.wait = math.MaxInt64, math.MaxInt64
	const say = "Must be number of seconds from 0.001 to 1000000.0"
	for _, t := range []struct {
		field string
		to    []*time.Duration
	}{{"reportDuringSearchEvery", []*time.Duration{&q.every, &q.wait}}, {"firstReportDuringSearchAfter", []*time.Duration{&q.wait}}} {
		if _, ok := o[t.field]; !ok {
			continue
		}
		seconds, err := number(o, t.field, 0.001, 1e6, say)
		if err != nil {
			return err
		}
		q.partial = true
		for _, to := range t.to {
			*to = time.Duration(seconds * float64(time.Second))
		}
	}
	return nil
}

func (q *query) parsePriority(o object) (err error) {
	if _, ok := o["priority"]; !ok {
		return nil
	}
	if _, ok := o["priorities"]; ok {
		return wrong("priority", "Cannot specify both priority and priorities")
	}
	q.priority, err = integer(o, "priority", -mostPriority, mostPriority, "Must be a number between -2^62 and 2^62")
	return err
}

// priorityOf is the priority of a turn.
func (q *query) priorityOf(turn int) int64 {
	if p, ok := q.priorities[turn]; ok {
		return p
	}
	return q.priority
}

// warnUnused adds warnings about unknown fields.
func (q *query) warnUnused(o object) {
	more := 0
	for _, field := range slices.Sorted(maps.Keys(o)) {
		switch {
		case slices.Contains(known, field):
		case len(q.warnings) < maxWarnings:
			q.warnings = append(q.warnings, warningAnswer(q.id, field,
				"Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)"))
		default:
			more++
		}
	}
	if more > 0 {
		q.warnings = append(q.warnings, warningAnswer(q.id, "", string(dump(more))+" more unexpected or unused fields"))
	}
}
