package jobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"tengen/baduk"
	"tengen/replay"
)

// position is a position with its history, as text.
type position struct {
	Board  string       `json:"board"` // text of replay.BoardText
	Rules  string       `json:"rules"` // text of baduk.Rules.KataGo
	Setup  baduk.Setup  `json:"setup"`
	Moves  []baduk.Move `json:"moves"`
	ToPlay baduk.Color  `json:"toPlay"`
}

// describePosition describes a position. It fails if the text would not give the same position again.
func describePosition(g *baduk.Game) (json.RawMessage, error) {
	p := position{Rules: g.Rules().KataGo(), Setup: g.Setup(), Moves: g.Moves(), ToPlay: g.ToPlay()}
	var err error
	if p.Board, err = replay.BoardText(g.Graph()); err != nil {
		return nil, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	again, err := readPosition(text)
	if err != nil {
		return nil, err
	}
	if again.Rules() != g.Rules() || !reflect.DeepEqual(again.Setup(), g.Setup()) || again.Over() != g.Over() || again.Phase() != g.Phase() ||
		again.Settling() != g.Settling() || again.Graph().Fingerprint() != g.Graph().Fingerprint() ||
		!slices.Equal(again.Position().Numbers(nil), g.Position().Numbers(nil)) {
		return nil, errors.New("it cannot be described")
	}
	return text, nil
}

// readPosition reads a description.
func readPosition(text json.RawMessage) (*baduk.Game, error) {
	var p position
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	graph, err := replay.ReadBoard(p.Board)
	if err != nil {
		return nil, err
	}
	rules, err := baduk.ParseRules(p.Rules)
	if err != nil {
		return nil, err
	}
	g, err := baduk.NewGameFrom(graph, rules, p.Setup)
	if err != nil {
		return nil, err
	}
	for i, m := range p.Moves {
		if g.Over() {
			g.Resume(baduk.Empty)
		}
		if g.Force(m); g.Len() != i+1 {
			return nil, fmt.Errorf("move %d cannot be played", i+1)
		}
	}
	if p.ToPlay != baduk.Black && p.ToPlay != baduk.White {
		return nil, errors.New("the player to move is neither black nor white")
	}
	g.SetToPlay(p.ToPlay)
	return g, nil
}
