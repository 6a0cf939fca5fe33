package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"tengen/baduk"
)

// Query is a set of conditions. A game must meet all conditions that are set; the zero
// value finds all games. Texts are compared in folded form (see fold.go). A text of the
// query matches if the text in the record contains it.
type Query struct {
	Player       string // a player of either colour
	Opponent     string // the other player; without Player, a player of either colour
	Black, White string
	Event        string // event, round or name of the game
	Rules        string // the rules as written or as recognised, such as "Chinese"
	Text         string // any game information, or the name of the file
	Result       Result
	Ending       Ending // the zero value is not a condition
	// Since and Until are dates in the form of [ParseDate], such as "1846-07". A game
	// is found if it may have been played between these dates. Games without a date are
	// not found.
	Since, Until string
	Komi         *baduk.Komi
	// Board is the board of the games. A Pattern already names its board.
	Board   *baduk.Graph
	Pattern *Pattern

	Sort Sort
	// Limit is the largest number of games in Answer.Page; 0 means 50. Offset is the
	// number of games before the page.
	Offset, Limit int
}

// Result is a condition on the winner.
type Result uint8

const (
	AnyResult Result = iota
	BlackWon
	WhiteWon
	PlayerWon  // the Player of the query won
	PlayerLost // the Player of the query lost
	NobodyWon  // a draw, a void game, or an unknown result
)

// Sort is the order of the games.
type Sort uint8

const (
	// Newest first, games without a date last.
	Newest Sort = iota
	// Oldest first, games without a date last.
	Oldest
	// Relevant puts those games first in which a name equals a text of the query. Next
	// come games in which a name begins with this text. If two games are equally relevant,
	// the game that shows the pattern of the query earlier comes first, and then the newer
	// game.
	Relevant
	// Added is the order in which the games were imported.
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

// where returns the conditions of the query in SQL. It leaves out the pattern.
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
			return c, fmt.Errorf("a search for games that the player won or lost needs the name of the player")
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

// rank returns an SQL expression for the relevance of a game: 0 if a name equals the
// text of the query, 1 if a name begins with it, 2 otherwise.
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

// order returns the ORDER BY terms of a query without a pattern.
func (q *Query) order() (string, []any) {
	switch q.Sort {
	case Oldest:
		return "since=0, since, id", nil
	case Added:
		return "id", nil
	case Relevant:
		if rank, args := q.rank(); len(args) > 0 { // as a term of ORDER BY, a constant would be the number of a column
			return rank + ", since=0, since DESC, id DESC", args
		}
	}
	return "since=0, since DESC, id DESC", nil
}

// selection says which games meet the conditions of a query other than its pattern. The
// element at the id of a game is 0 if the game does not meet the conditions, and its rank
// plus one if it does. A nil selection has all games.
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

// selected returns the games that meet the conditions on their information.
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
