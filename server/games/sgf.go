package games

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/topology"
)

const (
	maxMoves = 5000 // the most moves of a record that is opened; real games are far shorter
	maxNotes = 10   // the most notes that are kept about a record
)

// readSGF returns the set-up of a record and the events that lead to its last position. Faults of the record become
// notes, unless it has no position to show.
func (g *Games) readSGF(data []byte) (setup, []event, error) {
	rec, syntax := kifu.Parse(data)
	if rec == nil {
		return setup{}, nil, fmt.Errorf("this is not a record of a game: %w", syntax)
	}
	return g.startFrom(rec, syntax)
}

// startFrom is readSGF for a record that was parsed already. syntax is the parser's error, if any.
func (g *Games) startFrom(rec *kifu.Record, syntax error) (setup, []event, error) {
	grid, rectangle := rec.Graph.Rectangle()
	board := rec.Graph.Source()
	if board == "" && (!rectangle || max(grid.Width, grid.Height) > topology.MaxSide) {
		return setup{}, nil, fmt.Errorf("the record's board is %v, the largest allowed is %dx%[2]d", rec.Graph, topology.MaxSide)
	}
	if len(rec.Moves) > maxMoves {
		return setup{}, nil, fmt.Errorf("the record has %d moves, which is more than the %d that are read", len(rec.Moves), maxMoves)
	}
	game, broken := rec.Game()
	if game == nil {
		return setup{}, nil, broken
	}
	now := time.Now().UTC()
	start := setup{
		Event: "setup", Version: 1, Time: now, Board: board, Width: grid.Width, Height: grid.Height,
		Name: "", Title: rec.Rules.Name(), Rules: storedRules(rec.Rules),
		Handicap: rec.Setup.Handicap, ToPlay: game.Setup().ToPlay.String(),
		Human: "both", TimeMs: int(g.opt.Time / time.Millisecond),
		BlackName: boards.Shorten(rec.Info.Black), WhiteName: boards.Shorten(rec.Info.White),
	}
	info := rec.Info
	start.Info = &info
	start.begin(rec.Graph, baduk.Setup{Black: rec.Setup.Black, White: rec.Setup.White, Scores: rec.Setup.Scores, Prisoners: rec.Setup.Prisoners})
	for _, err := range []error{syntax, broken} {
		if err != nil && len(start.Notes) == 0 {
			start.Notes = append(start.Notes, err.Error())
		}
	}
	if rec.Info.Rules == "" {
		start.Notes = append(start.Notes, fmt.Sprintf("the record does not give its rules; %s ones are assumed", rec.Rules.Name()))
	}
	start.Notes = append(start.Notes, rec.Notes[:min(len(rec.Notes), maxNotes)]...)

	gm, err := newGame(start, g.boards)
	if err != nil {
		return setup{}, nil, err
	}
	var events []event
	add := func(e event) bool {
		e.Time = now
		if err = gm.apply(e); err == nil {
			events = append(events, e)
		}
		return err == nil
	}
	for _, m := range game.Moves() {
		if gm.phase != phasePlay && !add(event{Event: "resume"}) {
			break
		}
		if !add(event{Event: "play", Color: m.Color.String(), Vertex: rec.Graph.Vertex(m.Point)}) {
			break
		}
	}
	if err != nil && broken == nil {
		start.Notes = append(start.Notes, fmt.Sprintf("the record breaks off: %v", err))
	} else if loser := resigned(rec.Info.Result); loser != baduk.Empty && gm.phase == phasePlay && broken == nil {
		add(event{Event: "resign", Color: loser.String()})
	}
	start.Events = len(events)
	return start, events, nil
}

// resigned returns the player who resigned, according to the result of a record.
func resigned(result string) baduk.Color {
	if r := baduk.ParseResult(result); r.Ending == baduk.EndingResignation {
		return r.Winner.Opponent()
	}
	return baduk.Empty
}

// writeSGF writes the record of a game. If the game was made from a record, it keeps that record's game info. Once
// the game has continued, its own result replaces the result of the record.
func writeSGF(gm *game) ([]byte, error) {
	if gm.setup.Info != nil {
		info := *gm.setup.Info
		if gm.touched {
			info.Result, info.Application = gm.result(), "tengen"
		}
		rec := kifu.FromGame(gm.core, kifu.Info{})
		rec.Info, rec.RulesKnown, rec.KomiKnown = info, false, false // write only what the info has
		return sgfOf(rec)
	}
	black, white := gm.names()
	info := kifu.Info{
		Black: black, White: white,
		Date: gm.setup.Time.Local().Format(time.DateOnly), Result: gm.result(), Application: "tengen",
		Comment: gm.setup.Comment,
	}
	if t := gm.setup.Tournament; t != nil {
		info.Event, info.Round = t.Name, strconv.Itoa(t.Round)
	}
	for _, side := range []struct {
		color      baduk.Color
		name, rank *string
	}{{baduk.Black, &info.Black, &info.BlackRank}, {baduk.White, &info.White, &info.WhiteRank}} {
		if *side.name == "" && gm.setup.Human != "both" && gm.setup.Human != side.color.String() {
			*side.name = "tengen"
			if gm.setup.Rank != 0 {
				*side.rank = gm.setup.Rank.String()
			}
		}
	}
	if gm.hints > 0 {
		info.Comment = strings.TrimSpace(info.Comment + "\n\n" + hintText(gm))
	}
	rec := kifu.FromGame(gm.core, info)
	if info.Result == "" {
		rec.Info.Result = "" // the players have not agreed on the dead stones, or the game was stopped
	}
	if gm.timed() {
		return writeTimes(gm, rec)
	}
	return sgfOf(rec)
}

// writeTimes writes a record with the time control and the time of each player after each move.
func writeTimes(gm *game, rec *kifu.Record) ([]byte, error) {
	settings := gm.clocks[baduk.Black].Settings()
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	rec.Info.Time = seconds(settings.Main)
	if _, over, ok := strings.Cut(settings.String(), "+"); ok {
		rec.Info.Overtime = over + " " + settings.Kind.String()
	}
	t, err := rec.Tree()
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "", "the record cannot be written: %v", err)
	}
	number := 0
	for n := range t.Root().MainLine() {
		if !n.HasMove() || number == len(gm.after) {
			continue
		}
		left, over := "BL", "OB"
		if gm.core.Turn(number).Color == baduk.White {
			left, over = "WL", "OW"
		}
		k := gm.after[number]
		main, period, count := k.Parts()
		if k.Overtime() {
			main = period
			n.SetValues(over, strconv.Itoa(count))
		}
		n.SetValues(left, seconds(main))
		number++
	}
	var b bytes.Buffer
	if _, err := kifu.Write(&b, kifu.WriteOptions{}, t); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// hintText says how many hints the person took.
func hintText(gm *game) string {
	name, number := "Black", fmt.Sprintf("%d hints", gm.hints)
	if gm.setup.Human == "white" {
		name = "White"
	}
	if gm.hints == 1 {
		number = "a hint"
	}
	return name + " played with " + number + "."
}

func sgfOf(rec *kifu.Record) ([]byte, error) {
	var b bytes.Buffer
	if err := rec.Write(&b); err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "", "the record cannot be written: %v", err)
	}
	return b.Bytes(), nil
}
