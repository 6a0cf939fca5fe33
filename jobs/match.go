package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tengen/cluster"
	"tengen/kifu"
	"tengen/match"
)

// MatchAbout describes a match for workers.
type MatchAbout struct {
	Players  []string          `json:"players"` // texts of match.ParsePlayer, with the names of Files
	Names    []string          `json:"names"`   // names of the players in results
	Kernel   string            `json:"kernel"`  // text of player.Kernel
	Level    string            `json:"level"`   // fastest kernels of the owner's processor, or those of Kernel
	Flags    map[string]string `json:"flags"`   // of tengen match, by name, as in match.Recipe
	Pairings match.Pairings    `json:"pairings"`
	Seed     uint64            `json:"seed"`
	// Files are the hashes of files, by the name that the players use.
	Files map[string]string `json:"files,omitempty"`

	paths map[string]string // by name: where the owner has the file
}

// fileSettings are the settings of a player whose values are names of files.
var fileSettings = []string{"model=", "value=", "rollout="}

// Describe makes the description of a match from its recipe. The function path returns the path of a file that the
// recipe names. Other programs are refused as players: a worker runs only tengen.
func Describe(r match.Recipe, o *match.Options, path func(string) string) (*MatchAbout, error) {
	a := &MatchAbout{Kernel: r.Kernel, Flags: map[string]string{}, Pairings: o.Pairings, Files: map[string]string{}, paths: map[string]string{}}
	file := func(name string) (string, error) {
		if name == "" || name == "built-in" || name == "none" {
			return name, nil
		}
		data, err := os.ReadFile(path(name))
		if err != nil {
			return "", err
		}
		hash := cluster.HashOf(data)
		short := hash[:16] + "-" + strings.ReplaceAll(filepath.Base(name), ",", "-")
		a.Files[short], a.paths[short] = hash, path(name)
		return short, nil
	}
	for _, text := range r.Players {
		specs, err := match.ParsePlayers(text)
		if err != nil {
			return nil, err
		}
		for _, spec := range specs {
			if spec.IsProgram() {
				return nil, fmt.Errorf("player %q: workers run only players of tengen, not other programs", spec.Text)
			}
			parts := strings.Split(spec.Text, ",")
			for i, part := range parts {
				key, name, found := strings.Cut(strings.TrimSpace(part), "=")
				if !found || !slices.Contains(fileSettings, strings.TrimSpace(key)+"=") {
					continue
				}
				short, err := file(strings.TrimSpace(name))
				if err != nil {
					return nil, err
				}
				parts[i] = key + "=" + short
			}
			a.Players = append(a.Players, strings.Join(parts, ","))
		}
	}
	for i := range o.Players {
		a.Names = append(a.Names, o.Players[i].Name)
	}
	for name, text := range r.Flags {
		var err error
		switch name {
		case "openings":
			err = errors.New("--openings: workers do not have the files of the openings; use --random-moves")
		case "model":
			text, err = file(text)
		case "board":
			if data, readErr := os.ReadFile(path(text)); readErr == nil {
				text = string(data)
			}
		}
		if err != nil {
			return nil, err
		}
		a.Flags[name] = text
	}
	return a, nil
}

// store puts the files of a match into the cluster.
func (a *MatchAbout) store(ctx context.Context, l *cluster.Cluster) error {
	for name, path := range a.paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if cluster.HashOf(data) != a.Files[name] {
			return fmt.Errorf("%s has changed since the match began: restore the file, and run the same command again", path)
		}
		if _, err := l.Put(ctx, data); err != nil {
			return err
		}
	}
	return nil
}

// check refuses a description that names a program or a file that is not in Files.
func (a *MatchAbout) check() error {
	known := func(name string) error {
		if name != "" && name != "built-in" && name != "none" && a.Files[name] == "" {
			return fmt.Errorf("the file %q is not a part of the match", name)
		}
		return nil
	}
	for _, text := range a.Players {
		specs, err := match.ParsePlayers(text)
		if err != nil {
			return err
		}
		for _, s := range specs {
			if s.IsProgram() {
				return fmt.Errorf("player %q: this worker runs only players of tengen", text)
			}
			if err := errors.Join(known(s.Model), known(s.Value), known(s.Rollout)); err != nil {
				return err
			}
		}
	}
	for name := range a.Files {
		if name != filepath.Base(name) || strings.ContainsAny(name, `/\:`) || name == "." || name == ".." {
			return fmt.Errorf("%q is not the name of a file", name)
		}
	}
	if board := strings.TrimSpace(a.Flags["board"]); !strings.HasPrefix(board, "{") {
		if _, err := os.Stat(board); board != "" && err == nil {
			return fmt.Errorf("the board %q is the name of a file", board)
		}
	}
	if a.Flags["openings"] != "" {
		return errors.New("openings are files")
	}
	return known(a.Flags["model"])
}

// table is the table of a match.
type table struct {
	*match.Table
	kernel string
}

// table returns the table of a match, with the files of its players. The caller calls done when it does not use the
// table any more.
func (h *Hands) table(ctx context.Context, about string) (t *table, done func(), err error) {
	return h.tables.get(about, keptPools, func() (*table, error) {
		data, err := h.Cluster.Get(ctx, about)
		if err != nil {
			return nil, err
		}
		var a MatchAbout
		if err := json.Unmarshal(data, &a); err != nil {
			return nil, err
		}
		if err := a.check(); err != nil {
			return nil, err
		}
		dir := filepath.Join(h.Dir, about[:16])
		if err := h.fetch(ctx, a.Files, dir); err != nil {
			return nil, err
		}
		level := h.level(a.Level)
		t, err := h.Match(ctx, &a, dir, level)
		if err != nil {
			return nil, err
		}
		return &table{t, level.String()}, nil
	})
}

// fetch writes files into a folder. The keys of the map are their names, and the values their hashes. It leaves a file
// alone that is there already, because another task may be reading it.
func (h *Hands) fetch(ctx context.Context, files map[string]string, dir string) error {
	h.fetching.Lock()
	defer h.fetching.Unlock()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, hash := range files {
		path := filepath.Join(dir, name)
		if data, err := os.ReadFile(path); err == nil && cluster.HashOf(data) == hash {
			continue
		}
		data, err := h.Cluster.Get(ctx, hash)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// matchGame is the result of a task of a match.
type matchGame struct {
	Kernel string           `json:"kernel"` // level of the kernels that computed the nets
	Result match.GameResult `json:"result"`
	SGF    string           `json:"sgf"`
}

// game does a task of a match: one game.
func (h *Hands) game(ctx context.Context, t cluster.Task, _ func(string)) ([]byte, error) {
	var o order
	if err := json.Unmarshal(t.Data, &o); err != nil {
		return nil, permanent(err)
	}
	if o.Count != 1 || len(o.About) < 16 {
		return nil, permanent(errors.New("it does not order one game"))
	}
	table, done, err := h.table(ctx, o.About)
	defer done()
	if err != nil {
		return nil, err
	}
	result, sgf, err := table.Play(ctx, o.Number)
	if err != nil {
		return nil, err
	}
	return json.Marshal(matchGame{table.kernel, result, string(sgf)})
}

// MatchCrew plays the games of a match in other processes.
type MatchCrew struct {
	Checks
	Cluster *cluster.Cluster
	About   *MatchAbout
	// Table examines games, and plays the sample of Verify again. Repeatable says that its players make the same moves
	// every time.
	Table      *match.Table
	Repeatable bool
}

// Play implements [match.Elsewhere].
func (c *MatchCrew) Play(ctx context.Context, seed uint64, todo []int, take match.TakeGame) error {
	c.About.Seed = seed
	text, err := json.Marshal(c.About)
	if err != nil {
		return err
	}
	// The description has the seed, so the same match has the same name when it is continued.
	about := cluster.HashOf(text)
	next, enough := 0, false
	return c.Cluster.Run(ctx, cluster.Job{Queue: cluster.Match, Name: "match-" + about[:16], Retries: retries, Enough: func() bool { return enough },
		Store: func(ctx context.Context) error {
			if err := c.About.store(ctx, c.Cluster); err != nil {
				return err
			}
			_, err := c.Cluster.Put(ctx, text)
			return err
		},
		Next: func() (cluster.Task, bool) {
			if next == len(todo) {
				return cluster.Task{}, false
			}
			next++
			return order{about, todo[next-1], 1}.task(fmt.Sprint(todo[next-1])), true
		},
		Take: func(r cluster.Result) error {
			var n int
			if _, err := fmt.Sscan(r.ID, &n); err != nil || !slices.Contains(todo, n) {
				return nil // recorded in an earlier sitting
			}
			g, rec, err := c.examine(ctx, r, n)
			if err != nil {
				return err
			}
			stop, err := take(g, rec)
			enough = enough || stop // a copy of a game that is recorded already does not stop the match
			return err
		},
	})
}

// examine checks a game that a worker has sent.
func (c *MatchCrew) examine(ctx context.Context, r cluster.Result, n int) (match.GameResult, *kifu.Record, error) {
	var m matchGame
	if err := json.Unmarshal(r.Data, &m); err != nil {
		return m.Result, nil, rejected(r, err)
	}
	repeat, err := c.again(r, m.Kernel)
	if err != nil {
		return m.Result, nil, err
	}
	rec, err := c.Table.Check(n, &m.Result, []byte(m.SGF))
	if err != nil {
		return m.Result, nil, rejected(r, err)
	}
	// A slow machine can change the result of a game, so such a game is not compared.
	if repeat && c.Repeatable && !m.Result.Unrepeatable() {
		again, _, err := c.Table.Play(ctx, n)
		if err != nil {
			return m.Result, nil, err
		}
		if !again.Unrepeatable() && again.Timeless() != m.Result.Timeless() {
			return m.Result, nil, rejected(r, fmt.Errorf("game %d: played again, it is another game", n))
		}
	}
	return m.Result, rec, nil
}
