package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/replay"
	"tengen/selfplay"
)

// description is what all tasks of a job have in common. The cluster stores it under its hash.
type description struct {
	Boards []boardText `json:"boards"`
	Kernel string      `json:"kernel"` // level of the kernels that compute the nets
	// Nets are the hashes of the files of the nets. For self-play the first one is the newest net. For pairs of games
	// there are two.
	Nets  []string         `json:"nets"`
	Seed  uint64           `json:"seed"`
	Games *selfplay.Params `json:"games,omitempty"` // for self-play
	Pairs *pairSettings    `json:"pairs,omitempty"` // for pairs of games
}

// boardText is a board with its rules.
type boardText struct {
	Board string  `json:"board"` // text of replay.BoardText
	Rules string  `json:"rules"` // name, without the komi
	Komi  float64 `json:"komi"`
	Share float64 `json:"share"`
}

// pairSettings are the settings of selfplay.MatchOptions.
type pairSettings struct {
	Visits       int     `json:"visits"`
	OpeningMoves int     `json:"openingMoves"`
	FairVisits   int     `json:"fairVisits"`
	KomiSpread   float64 `json:"komiSpread"`
}

// order is the data of a task: games of a job with adjacent numbers.
type order struct {
	About  string `json:"about"` // hash of the description
	Number int    `json:"number"`
	Count  int    `json:"count"`
}

// task returns the task with a name in its job.
func (o order) task(id string) cluster.Task {
	data, err := json.Marshal(o)
	if err != nil {
		panic(err) // a struct of a string and two numbers
	}
	return cluster.Task{ID: id, Data: data}
}

// maxCount is the largest number of games in a task.
const maxCount = 64

// describeBoards returns boards as text.
func describeBoards(boards []selfplay.Board) (list []boardText, err error) {
	for _, b := range boards {
		text, err := replay.BoardText(b.Graph)
		if err != nil {
			return nil, err
		}
		list = append(list, boardText{Board: text, Rules: b.Rules.Name(), Komi: b.Rules.Komi.Points(), Share: b.Share})
	}
	return list, nil
}

// boards reads the boards of a description. It opens no files.
func (d *description) boards() (list []selfplay.Board, err error) {
	for _, b := range d.Boards {
		rules, err := baduk.ParseRules(b.Rules)
		if err != nil {
			return nil, err
		}
		if rules.Komi, err = baduk.KomiOf(b.Komi); err != nil {
			return nil, err
		}
		graph, err := replay.ReadBoard(b.Board)
		if err != nil {
			return nil, err
		}
		list = append(list, selfplay.Board{Graph: graph, Rules: rules, Share: b.Share})
	}
	return list, nil
}

// report is the first line of a result. The games of self-play follow, each with its length.
type report struct {
	Kernel string `json:"kernel"` // level of the kernels that computed the net
	// Halves are the points of the first net in each pair of games, in halves.
	Halves []int `json:"halves,omitempty"`
	Games  []one `json:"games,omitempty"`
}

// one describes a game of self-play.
type one struct {
	Bytes       int `json:"bytes"`
	Searches    int `json:"searches"`
	Evaluations int `json:"evaluations"`
}

// encodeGames makes the result of a task of self-play.
func encodeGames(kernel string, games []*selfplay.Game) ([]byte, error) {
	r := report{Kernel: kernel}
	var all []byte
	for _, g := range games {
		data, err := replay.EncodeGame(g.Game)
		if err != nil {
			return nil, err
		}
		r.Games, all = append(r.Games, one{len(data), g.Searches, g.Evaluations}), append(all, data...)
	}
	head, err := json.Marshal(r)
	return append(append(head, '\n'), all...), err
}

// decode reads the first line of a result. rest is what follows.
func decode(data []byte) (r report, rest []byte, err error) {
	head, rest, found := bytes.Cut(data, []byte("\n"))
	if !found {
		return r, nil, fmt.Errorf("it has no first line")
	}
	err = json.Unmarshal(head, &r)
	return r, rest, err
}

// decodeGames reads the result of a task of self-play that ordered count games from a number on.
func decodeGames(data []byte, number, count int) (games []*selfplay.Game, kernel string, err error) {
	r, rest, err := decode(data)
	if err != nil {
		return nil, "", err
	}
	if len(r.Games) != count {
		return nil, "", fmt.Errorf("it has %d games, not %d", len(r.Games), count)
	}
	for i, o := range r.Games {
		if o.Bytes < 1 || o.Bytes > len(rest) || o.Searches < 0 || o.Evaluations < 0 {
			return nil, "", fmt.Errorf("the numbers of game %d are impossible", number+i)
		}
		g, err := replay.DecodeGame(rest[:o.Bytes])
		if err != nil {
			return nil, "", err
		}
		games, rest = append(games, &selfplay.Game{Game: g, Number: number + i, Searches: o.Searches, Evaluations: o.Evaluations}), rest[o.Bytes:]
	}
	if len(rest) > 0 {
		return nil, "", fmt.Errorf("it has %d bytes after its last game", len(rest))
	}
	return games, r.Kernel, nil
}
