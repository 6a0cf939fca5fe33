package match

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/stat"
)

// Plan has everything that decides which games a match has. It is written before the first game. A match can be
// continued only if the plan has not changed. Changes of a few fields are allowed; the comments of these fields say so.
type Plan struct {
	Version     int            `json:"version"`               // version of the format of the plan
	Application string         `json:"application,omitempty"` // program that made the plan; may change
	Created     string         `json:"created,omitempty"`     // time in the format of RFC 3339; may change
	Event       string         `json:"event,omitempty"`
	Players     []PlanPlayer   `json:"players"`
	Pairings    Pairings       `json:"pairings"`
	Games       int            `json:"games"` // games of each pairing
	SPRT        *stat.SPRT     `json:"sprt,omitempty"`
	Boards      []string       `json:"boards"`
	Setups      string         `json:"setups,omitempty"` // fingerprint of the boards' initial stones and scores
	Rules       string         `json:"rules"`
	Exactly     string         `json:"exactly"`            // the rules in full
	Openings    []planOpenings `json:"openings,omitempty"` // by board
	RandomMoves int            `json:"randomMoves,omitempty"`
	Handicap    int            `json:"handicap,omitempty"`
	Clock       string         `json:"clock"`
	Lag         string         `json:"lag"`
	Patience    string         `json:"patience"`
	StartWithin string         `json:"startWithin"`
	MaxMoves    int            `json:"maxMoves,omitempty"`
	// Referee is the text of Options.Referee. It is empty in older plans, and under rules that never need the referee to
	// judge dead stones.
	Referee string `json:"referee,omitempty"`
	Seed    uint64 `json:"seed"`
	// Command holds settings of the caller that are needed to run the match again. It may change, for example in the
	// spelling of file names, because the other fields hold everything that has to stay the same.
	Command map[string]string `json:"command,omitempty"`
}

// planOpenings describes the openings of a board.
type planOpenings struct {
	Count       int    `json:"count"`
	Fingerprint string `json:"fingerprint"`
}

const planVersion = 1

func newPlan(o *Options, s *schedule) Plan {
	p := Plan{
		Version: planVersion, Application: o.Application, Created: time.Now().UTC().Format(time.RFC3339), Event: o.Event,
		Pairings: o.Pairings, Games: o.Games, Rules: o.Rules.String(), Exactly: o.Rules.KataGo(),
		RandomMoves: o.RandomMoves, Handicap: o.Handicap, Clock: o.Clock.String(), Lag: o.Lag.String(), Patience: o.Patience.String(),
		StartWithin: o.StartPatience.String(), MaxMoves: o.MaxMoves, Seed: o.Seed, Command: o.Command,
	}
	if (o.SPRT != stat.SPRT{}) {
		test := o.SPRT
		p.SPRT = &test
	}
	if o.Rules.Agreement() {
		p.Referee = o.Referee
	}
	for _, side := range o.Players {
		player := PlanPlayer{Name: side.Name, Is: side.Plan, Elo: side.Elo}
		if side.Clock != nil {
			player.Clock = side.Clock.String()
		}
		p.Players = append(p.Players, player)
	}
	setups := sha256.New()
	for i, b := range s.boards {
		p.Boards = append(p.Boards, boardName(b.Graph))
		fmt.Fprintln(setups, b.Graph.Source(), b.Setup)
		if s.openings == nil {
			continue
		}
		h := sha256.New()
		for _, o := range s.openings[i] {
			fmt.Fprintln(h, o.Name, o.digest())
		}
		p.Openings = append(p.Openings, planOpenings{len(s.openings[i]), hex.EncodeToString(h.Sum(nil)[:8])})
	}
	p.Setups = hex.EncodeToString(setups.Sum(nil)[:8])
	return p
}

// readPlan reads the plan of the match in a folder.
func readPlan(dir string) (Plan, error) {
	data, err := os.ReadFile(filepath.Join(dir, planFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Plan{}, fmt.Errorf("%s is not the folder of a match: it has no %s (%w)", dir, planFile, fs.ErrNotExist)
	}
	if err != nil {
		return Plan{}, err // it has the path
	}
	p, err := decodePlan(data)
	if err != nil {
		return Plan{}, fmt.Errorf("%s is not the plan of a match, or this program cannot read it: %w", filepath.Join(dir, planFile), err)
	}
	return p, nil
}

// decodePlan reads and checks a plan.
func decodePlan(data []byte) (p Plan, err error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return p, errors.New("it is empty")
	}
	if err := json.Unmarshal(data, &p); err != nil {
		if bad, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return p, fmt.Errorf("%s has the wrong type: %s", cmp.Or(bad.Field, "the file"), bad.Value)
		}
		return p, err
	}
	switch {
	case p.Version < 1:
		return p, errors.New("it has no version")
	case p.Version != planVersion:
		return p, fmt.Errorf("it has version %d, but this program knows only version %d: continue the match with the program that began it", p.Version, planVersion)
	case len(p.Players) < 2 || len(p.Players) > maxPlayers:
		return p, fmt.Errorf("it has %d players, but a match has 2 to %d", len(p.Players), maxPlayers)
	case p.Games < 1 || p.Games > maxGames:
		return p, fmt.Errorf("it has %d games of each pairing, but a match has 1 to %d", p.Games, maxGames)
	}
	names := map[string]bool{}
	for i, player := range p.Players {
		switch {
		case names[player.Name]:
			return p, fmt.Errorf("two players are called %q", player.Name)
		case player.Elo != nil && !(math.Abs(*player.Elo) <= maxElo):
			return p, fmt.Errorf("player %d cannot have %v Elo", i+1, *player.Elo)
		}
		names[player.Name] = true
	}
	if p.SPRT != nil {
		if err := p.SPRT.Validate(); err != nil {
			return p, err
		}
		if len(p.Players) != 2 {
			return p, fmt.Errorf("it has a test between two players, but %d players", len(p.Players))
		}
	}
	return p, nil
}

// differences lists the differences of two plans. The line of a difference has the old and the new value. An older plan
// does not have the referee.
func (p Plan) differences(now Plan) []string {
	if p.Referee == "" {
		now.Referee = ""
	}
	was, is := map[string]string{}, map[string]string{}
	p.flatten(was)
	now.flatten(is)
	var keys []string
	for key := range was {
		keys = append(keys, key)
	}
	for key := range is {
		if _, both := was[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var lines []string
	for _, key := range keys {
		a, hadOne := was[key]
		b, hasOne := is[key]
		switch {
		case a == b && hadOne == hasOne:
		case !hadOne:
			lines = append(lines, fmt.Sprintf("%s: not set in the folder, %s now", key, b))
		case !hasOne:
			lines = append(lines, fmt.Sprintf("%s: %s in the folder, not set now", key, a))
		default:
			lines = append(lines, fmt.Sprintf("%s: %s there, %s now", key, a, b))
		}
	}
	return lines
}

// flatten writes the values of a plan into a map. The key of a value is its path in the JSON. Fields that may change
// are left out.
func (p Plan) flatten(into map[string]string) {
	p.Application, p.Created, p.Command = "", "", nil
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // JSON can hold all types and values of a plan
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		panic(err) // cannot happen: the JSON was just written
	}
	flatten(nil, value, into)
}

func flatten(path []string, value any, into map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		for key, each := range v {
			flatten(append(path[:len(path):len(path)], key), each, into)
		}
	case []any:
		for i, each := range v {
			flatten(append(path[:len(path):len(path)], fmt.Sprint(i+1)), each, into)
		}
	default:
		into[strings.Join(path, " ")] = fmt.Sprint(v)
	}
}
