package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"tengen/baduk"
	"tengen/findings"
	"tengen/internal/wording"
	"tengen/recordfiles"
	"tengen/store"
)

// SGFFindCmd is `tengen sgf find`.
type SGFFindCmd struct {
	Library  string `default:"${data_dir}/library.db" placeholder:"FILE" help:"The library, created by tengen sgf index (default ${default})."`
	Player   string `placeholder:"NAME" help:"Games of this player, with either colour. Part of the name is enough, here and below." config:"-"`
	Opponent string `placeholder:"NAME" help:"The other player." config:"-"`
	Black    string `placeholder:"NAME" help:"Player of Black." config:"-"`
	White    string `placeholder:"NAME" help:"Player of White." config:"-"`
	Result   string `placeholder:"RESULT" help:"B+, W+, B+R (by resignation), W+T (time), B+F (forfeit), 0 (draw), Void; or points, resignation, time, forfeit." config:"-"`
	Winner   Winner `placeholder:"WINNER" help:"Winner: black, white, nobody, or with --player also player or opponent." config:"-"`
	From     string `placeholder:"DATE" help:"Games played on this date or later: 1846, 1846-07 or 1846-07-21." config:"-"`
	To       string `placeholder:"DATE" help:"Games played on this date or earlier." config:"-"`
	Rules    string `placeholder:"NAME" help:"Games under these rules." config:"-"`
	Komi     *Komi  `placeholder:"K" help:"Games with this komi." config:"-"`
	Event    string `placeholder:"TEXT" help:"Event, round or name of the game." config:"-"`
	Text     string `placeholder:"TEXT" help:"Any game information in the record, or the name of its file." config:"-"`
	patternFlags
	Sort   Sort     `placeholder:"ORDER" default:"newest" help:"Order of the list: newest first, oldest first, most relevant first, or as added (newest, oldest, relevant, added) (default ${default})." config:"-"`
	Save   Path     `placeholder:"DIR" help:"Write the listed games as files into this folder, which is created if missing." config:"-"`
	Limit  Count    `default:"20" placeholder:"N" help:"Maximum number of games to list (default ${default}). All games are counted." config:"-"`
	JSON   bool     `help:"Print one JSON object per game, then one per continuation, then one for the whole search." config:"-"`
	Folder []string `arg:"" optional:"" name:"folder" help:"Not accepted: to search a folder, first add it to the library with tengen sgf index."`
}

// Help explains patterns.
func (SGFFindCmd) Help() string {
	return "A game is found if it meets all conditions. A pattern matches in any symmetry and with the colours exchanged. In a drawing, a row of " +
		"dashes is the upper or lower edge of the board, and a bar is the left or right edge. For example, this pattern is in a corner:\n\n" +
		"  tengen sgf find --pattern '+----/|..../|..X./|...O'\n\nThe next moves in the games found are listed with their frequency and the share of games " +
		"that the side to play won. Letters mark these moves in the printed drawing."
}

// Winner is the winner of the games to find.
type Winner string

// UnmarshalText reads a colour or a role.
func (w *Winner) UnmarshalText(text []byte) error {
	return oneOf(w, text, winners...)
}

var winners = []string{"black", "white", "nobody", "player", "opponent"}

// Sort is an order of games.
type Sort string

// UnmarshalText reads the name of an order.
func (s *Sort) UnmarshalText(text []byte) error {
	return oneOf(s, text, orders...)
}

var orders = []string{"newest", "oldest", "relevant", "added"}

// Run searches.
func (c *SGFFindCmd) Run(env *Env, sgf *SGFCmd) error {
	if len(c.Folder) > 0 {
		return usagef("find searches the library, not files: first add %s with tengen sgf index %s", c.Folder[0], c.Folder[0])
	}
	query, vertices, err := c.query(env, sgf.recordLimits)
	if err != nil {
		return err
	}
	info, err := os.Stat(c.Library)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the library %s does not exist: create it with tengen sgf index FOLDER", c.Library)
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, not a library: add its records to a library with tengen sgf index %s", c.Library, c.Library)
	case err != nil:
		return fmt.Errorf("%s: %w", wording.FileName(c.Library), wording.WithoutPath(err))
	}
	library, err := store.Open(c.Library, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	began := time.Now()
	answer, err := library.Search(env.Ctx, query)
	f := findings.Findings{Answer: answer, Pattern: query.Pattern, Vertices: vertices, Took: time.Since(began)}
	if err == nil {
		f.Games, err = library.Count(env.Ctx)
	}
	if err == nil && c.Save != "" {
		err = c.save(env, library, answer)
	}
	if env.Ctx.Err() != nil {
		err = fmt.Errorf("%w: the rest was skipped", errInterrupted)
	}
	if err = errors.Join(err, library.Close()); err != nil {
		return err
	}
	if _, unknown := baduk.ParseRules(c.Rules); c.Rules != "" && answer.Games == 0 && unknown != nil {
		fmt.Fprintf(env.Stderr, "tengen: --rules: %s\n", wording.OneLine(unknown.Error()))
	}
	out := newResults(env)
	if c.JSON {
		return out.end(f.WriteJSON(out))
	}
	return out.end(f.Write(out))
}

// query returns the query, and the names of the points of its pattern; see [patternFlags.pattern].
func (c *SGFFindCmd) query(env *Env, limits recordLimits) (store.Query, []string, error) {
	q := store.Query{Player: c.Player, Opponent: c.Opponent, Black: c.Black, White: c.White, Event: c.Event, Rules: c.Rules, Text: c.Text,
		Since: c.From, Until: c.To, Limit: int(c.Limit)}
	for _, date := range []struct{ flag, text string }{{"--from", c.From}, {"--to", c.To}} {
		if date.text != "" {
			if _, _, err := store.ParseDate(date.text); err != nil {
				return q, nil, usagef("%s: %v", date.flag, err)
			}
		}
	}
	if c.From != "" && c.To != "" {
		first, _, _ := store.ParseDate(c.From)
		if _, last, _ := store.ParseDate(c.To); first > last {
			return q, nil, usagef("--from %s is later than --to %s", c.From, c.To)
		}
	}
	if c.Komi != nil {
		komi, err := baduk.KomiOf(float64(*c.Komi))
		if err != nil {
			return q, nil, err // Komi.UnmarshalText has checked it
		}
		q.Komi = &komi
	}
	q.Sort = map[string]store.Sort{"oldest": store.Oldest, "relevant": store.Relevant, "added": store.Added}[string(c.Sort)]
	if err := c.outcome(&q); err != nil {
		return q, nil, err
	}
	pattern, vertices, err := c.pattern(env, limits)
	if err != nil {
		return q, nil, err
	}
	q.Pattern = pattern
	if c.Size > 0 {
		if q.Board, err = baduk.Rectangle(int(c.Size), int(c.Size)); err != nil {
			return q, nil, err
		}
	}
	return q, vertices, nil
}

// save writes the records of the listed games. They are the same as when they were imported.
func (c *SGFFindCmd) save(env *Env, library *store.Library, answer store.Answer) error {
	dir := string(c.Save)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", wording.FileName(dir), wording.WithoutPath(err))
	}
	for i, found := range answer.Page {
		game, err := library.Game(env.Ctx, found.ID)
		if err != nil {
			return err
		}
		_, err = recordfiles.WriteNew(dir, recordfiles.GameName(found.Info, i+1, len(answer.Page)), func(w io.Writer) error {
			_, err := w.Write(game.Record)
			return err
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(env.Stderr, "tengen: %s written to %s\n", wording.Counted(len(answer.Page), "game"), wording.FileName(dir))
	return nil
}

// outcome reads --winner and --result.
func (c *SGFFindCmd) outcome(q *store.Query) error {
	q.Result = map[string]store.Result{"black": store.BlackWon, "white": store.WhiteWon, "nobody": store.NobodyWon,
		"player": store.PlayerWon, "opponent": store.PlayerLost}[string(c.Winner)]
	if (c.Winner == "player" || c.Winner == "opponent") && c.Player == "" {
		return usagef("--winner %s needs --player", c.Winner)
	}
	if c.Result == "" {
		return nil
	}
	winner, ending, err := findings.ParseResult(c.Result)
	if err != nil {
		return usagef("--result: %v", err)
	}
	q.Ending = ending
	if winner != store.AnyResult {
		if c.Winner != "" && q.Result != winner {
			return usagef("--result %s and --winner %s contradict each other", c.Result, c.Winner)
		}
		q.Result = winner
	}
	return nil
}
