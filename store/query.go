package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"tengen/baduk"
)

// Query is what to look for. Everything that is set must hold; the zero value
// finds all games. Texts are parts of what the records say, compared by folding.
type Query struct {
	Player       string // either colour
	Opponent     string // the other one; either colour without Player
	Black, White string
	Event        string // event, round or name of the game
	Rules        string // as written, or as understood: "Chinese"
	Text         string // anything that the record says of its game, and its file
	Result       Result
	Ending       Ending // unless unknown
	// Since and Until are dates as far as known, "1846-07": a game is found if it
	// may have been played within. Games without a date are not.
	Since, Until string
	Komi         *baduk.Komi
	// Board is what it was played on; a Pattern has its own.
	Board   *baduk.Graph
	Pattern *Pattern

	Sort Sort
	// Limit is how many games the page of the answer has at most, 0 is 50, and
	// Offset how many come before it.
	Offset, Limit int
}

// Result is who won.
type Result uint8

const (
	AnyResult Result = iota
	BlackWon
	WhiteWon
	PlayerWon  // the Player of the query
	PlayerLost // the Player of the query
	NobodyWon  // draw, void, or not known
)

// Sort is the order of the games.
type Sort uint8

const (
	// Newest first, games without a date last.
	Newest Sort = iota
	// Oldest first, games without a date last.
	Oldest
	// Relevant has first those whose names are the text that was looked for, then
	// those that begin with it; then, with a pattern, those that show it earliest;
	// then the newest.
	Relevant
	// Added has those first that are in the library for longest.
	Added
)

// clause is a condition in SQL.
type clause struct {
	terms []string
	args  []any
}

func (c *clause) and(term string, args ...any) {
	c.terms = append(c.terms, term)
	c.args = append(c.args, args...)
}

func (c *clause) sql() string {
	if len(c.terms) == 0 {
		return "1"
	}
	return strings.Join(c.terms, " AND ")
}

// where is the query apart from its pattern.
func (q *Query) where() (clause, error) {
	var c clause
	contains := func(column, text string) {
		if text = fold(text); text != "" {
			c.and("instr("+column+",?)>0", text)
		}
	}
	player, opponent := fold(q.Player), fold(q.Opponent)
	asBlack, asWhite := "instr(black,?)>0 AND instr(white,?)>0", "instr(white,?)>0 AND instr(black,?)>0"
	switch {
	case q.Result == PlayerWon || q.Result == PlayerLost:
		if player == "" {
			return c, fmt.Errorf("whether the player won can only be asked of a player: give a name")
		}
		winner, loser := baduk.Black, baduk.White
		if q.Result == PlayerLost {
			winner, loser = loser, winner
		}
		c.and("(winner=? AND "+asBlack+" OR winner=? AND "+asWhite+")", winner, player, opponent, loser, player, opponent)
	case player != "" || opponent != "":
		c.and("("+asBlack+" OR "+asWhite+")", player, opponent, player, opponent)
	}
	contains("black", q.Black)
	contains("white", q.White)
	contains("event", q.Event)
	contains("rules", q.Rules)
	contains("text", q.Text)
	switch q.Result {
	case BlackWon:
		c.and("winner=1")
	case WhiteWon:
		c.and("winner=2")
	case NobodyWon:
		c.and("winner=0")
	}
	if q.Ending != EndingUnknown {
		c.and("ending=?", q.Ending)
	}
	if q.Since != "" {
		first, _, err := ParseDate(q.Since)
		if err != nil {
			return c, err
		}
		c.and("until>=?", first)
	}
	if q.Until != "" {
		_, last, err := ParseDate(q.Until)
		if err != nil {
			return c, err
		}
		c.and("since>0 AND since<=?", last)
	}
	if q.Komi != nil {
		c.and("komi=?", int(*q.Komi))
	}
	if q.Board != nil {
		c.and("board IN (SELECT id FROM boards WHERE fingerprint=? AND points=?)", int64(q.Board.Fingerprint()), q.Board.Len())
	}
	return c, nil
}

// rank is the order of relevance in SQL: 0 for a name that is the text, 1 for one
// that begins with it, 2 otherwise.
func (q *Query) rank() (string, []any) {
	for _, r := range []struct{ text, columns string }{
		{q.Player, "black white"}, {q.Opponent, "black white"}, {q.Black, "black"}, {q.White, "white"}, {q.Event, "event"}, {q.Text, "black white event"},
	} {
		text := fold(r.text)
		if text == "" {
			continue
		}
		var is, begins []string
		var args []any
		for column := range strings.FieldsSeq(r.columns) {
			is = append(is, column+"=?")
			begins = append(begins, "instr("+column+",?)=1")
			args = append(args, text)
		}
		args = append(args, args...)
		return "CASE WHEN " + strings.Join(is, " OR ") + " THEN 0 WHEN " + strings.Join(begins, " OR ") + " THEN 1 ELSE 2 END", args
	}
	return "2", nil
}

// order is the sort of a query without a pattern.
func (q *Query) order() (string, []any) {
	switch q.Sort {
	case Oldest:
		return "since=0, since, id", nil
	case Added:
		return "id", nil
	case Relevant:
		rank, args := q.rank()
		return rank + ", since=0, since DESC, id DESC", args
	}
	return "since=0, since DESC, id DESC", nil
}

// selection is which games a query without its pattern finds: by id, 0 for none
// and otherwise one more than the rank. Nil is all.
type selection []uint8

func (s selection) has(id int64) bool {
	return s == nil || id >= 0 && id < int64(len(s)) && s[id] > 0
}

func (s selection) rank(id int64) uint8 {
	if s == nil {
		return 0
	}
	return s[id] - 1
}

// selected asks for the games by what is known of them.
func (q *Query) selected(ctx context.Context, c *sql.Conn) (selection, error) {
	w, err := q.where()
	if err != nil || len(w.terms) == 0 {
		return nil, err
	}
	rank, args := q.rank()
	rows, err := c.QueryContext(ctx, "SELECT id, "+rank+" FROM games WHERE "+w.sql(), append(args, w.args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	s := selection{}
	for rows.Next() {
		var id int64
		var rank uint8
		if err := rows.Scan(&id, &rank); err != nil {
			return nil, err
		}
		if id < 0 || id > 1<<31 {
			return nil, fmt.Errorf("%w: a game has the number %d", ErrDamaged, id)
		}
		for int64(len(s)) <= id {
			s = append(s, make([]uint8, id+1-int64(len(s)))...)
		}
		s[id] = rank + 1
	}
	return s, rows.Err()
}
