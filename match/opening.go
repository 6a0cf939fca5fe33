package match

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/rollout"
)

// An Opening is the common beginning of a pair of games: a board, its initial stones, and moves that the referee plays
// for the players.
type Opening struct {
	Name  string // file and number of the game, to show to the user; may be empty
	Graph *baduk.Graph
	Setup baduk.Setup
	Moves []baduk.Move
}

// digest returns a text that is different for different openings.
func (o *Opening) digest() string {
	h := sha256.New()
	fmt.Fprintln(h, o.Graph, o.Graph.Source(), o.Setup, o.Moves)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// ReadOpenings reads the games of a file, or of all SGF files in a folder and its subfolders. Files are read in the
// order of their names. An opening consists of the first moves of a game, up to the given number, without passes at the
// end. If the number is 0, it consists of all moves.
//
// ReadOpenings skips a game, with a notice, if the game cannot be read or replayed, has no moves, or gives the same
// opening as an earlier game. If no opening remains, ReadOpenings returns an error.
func ReadOpenings(path string, moves int) (openings []Opening, notices []string, err error) {
	files := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("the openings: %w", err)
	}
	switch {
	case info.IsDir():
		files = nil
		err = filepath.WalkDir(path+string(filepath.Separator), func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(name), ".sgf") {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, nil, fmt.Errorf("the openings: %w", err)
		}
		slices.Sort(files)
	case !info.Mode().IsRegular(): // reading a pipe or a device might never end
		return nil, nil, fmt.Errorf("%q is not a regular file", path)
	}
	seen := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, fmt.Errorf("the openings: %w", err)
		}
		games, err := kifu.LoadBytes(data, kifu.Options{Name: file})
		if err != nil {
			notices = append(notices, fmt.Sprintf("%s: %v", file, err))
			continue
		}
		for i, tree := range games.Trees {
			name := filepath.Base(file)
			if len(games.Trees) > 1 {
				name = fmt.Sprintf("%s game %d", name, i+1)
			}
			o, err := openingOf(tree.Record(), moves)
			if err == nil {
				if same := seen[o.digest()]; same != "" {
					err = fmt.Errorf("it begins like %s", same)
				}
			}
			if err != nil {
				notices = append(notices, fmt.Sprintf("%s: %v", name, err))
				continue
			}
			o.Name = name
			seen[o.digest()] = name
			openings = append(openings, o)
		}
	}
	if len(openings) == 0 {
		return nil, notices, fmt.Errorf("%s has no opening", strings.Join(append([]string{path}, notices...), "; "))
	}
	return openings, notices, nil
}

// openingOfGame returns all moves of a game as an opening.
func openingOfGame(g *baduk.Game) Opening {
	return Opening{Graph: g.Graph(), Setup: g.Setup(), Moves: g.Moves()}
}

func openingOf(r *kifu.Record, moves int) (Opening, error) {
	o := Opening{Graph: r.Graph, Setup: r.Setup, Moves: r.Moves}
	if moves > 0 && len(o.Moves) > moves {
		o.Moves = o.Moves[:moves]
	}
	for len(o.Moves) > 0 && o.Moves[len(o.Moves)-1].IsPass() {
		o.Moves = o.Moves[:len(o.Moves)-1]
	}
	if len(o.Moves)+len(o.Setup.Black)+len(o.Setup.White) == 0 {
		return o, errors.New("it has no moves")
	}
	_, err := o.begin(r.Rules)
	return o, err
}

// begin returns a game in which the opening has been played.
func (o *Opening) begin(r baduk.Rules) (*baduk.Game, error) {
	g, err := baduk.NewGameFrom(o.Graph, r, o.Setup)
	if err != nil {
		return nil, err
	}
	for i, m := range o.Moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if g.Over() {
		return nil, fmt.Errorf("the game is over after %d moves", len(o.Moves))
	}
	return g, nil
}

// addRandomMoves adds random legal moves to the opening, except moves that fill simple eyes of the player. It stops
// early if there is no other move.
func (o *Opening) addRandomMoves(r baduk.Rules, moves int, seed uint64) error {
	g, err := o.begin(r)
	if err != nil {
		return err
	}
	rng := rollout.Rand(seed)
	u := rollout.NewUniform(o.Graph)
	for range moves {
		p := u.Choose(g, g.ToPlay(), &rng)
		m := baduk.Move{Color: g.ToPlay(), Point: p}
		if m.IsPass() || g.Play(m) != nil || g.Over() {
			break
		}
		o.Moves = append(o.Moves[:len(o.Moves):len(o.Moves)], m)
	}
	return nil
}
