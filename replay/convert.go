package replay

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
)

// The limits of the boards that are imported: the sides of rectangles, and the number of points of other boards.
const (
	minSide   = 2
	maxSide   = 25
	maxPoints = 1000
)

// An item passes through the stages of an import. It is either a game of a file, or a mark which says that a file or a
// source is finished.
type item struct {
	source   int // index of the source in the manifest
	file     File
	place    int    // place of the file in its source, from 1
	retry    bool   // the file failed in an earlier import
	hash     string // hash of the file's content
	number   int    // number of the game in the file, from 1
	fileDone bool   // a mark: the file was read, or reading it failed with the error err
	done     bool   // a mark: the whole source was read
	restart  bool   // a mark: the source has changed and is read from its beginning
	passed   int64  // number of bytes that were read from all sources, approximately

	read  kifu.Game
	err   error // error of reading
	label string

	game            *Game     // nil if the game was rejected
	marks           []float32 // ownership according to the territory that the record marks; nil without marks
	noRules, noKomi bool
	reason          Reason
	wrong           string

	final, disagree, unjudged bool
	fatal                     error // an error that ends the whole import
}

// isMark reports whether the item is a mark and not a game.
func (i *item) isMark() bool { return i.fileDone || i.done || i.restart }

// reject marks the game as left out.
func (i *item) reject(r Reason, wrong error) {
	i.game, i.reason, i.wrong = nil, r, wrong.Error()
}

// A converter makes games from records.
type converter struct {
	*ImportOptions
	mutex  sync.Mutex
	boards boardCache
}

// sharedGraph returns the graph that all games on the same board share.
func (c *converter) sharedGraph(g *baduk.Graph) (*baduk.Graph, error) {
	text, err := BoardText(g)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	same, err := c.boards.graph(text)
	if err == nil && same.Fingerprint() != g.Fingerprint() {
		return nil, fmt.Errorf("%v differs from the board that its text describes", g)
	}
	return same, err
}

// convert plays the moves of an item's record and chooses positions.
func (c *converter) convert(i *item) *item {
	tree := i.read.Tree
	if i.isMark() {
		return i
	}
	if tree == nil {
		i.reject(reasonUnreadable, cmp.Or(i.err, errNoGame))
		return i
	}
	i.read.Tree = nil // free the memory of the nodes, since a record has many
	if grid, ok := gridOf(tree.Graph); ok && (min(grid.Width, grid.Height) < minSide || max(grid.Width, grid.Height) > maxSide) || !ok && tree.Graph.Len() > maxPoints {
		i.reject(reasonBoard, fmt.Errorf("%v: rectangles of %d to %d points a side can be imported, and other boards of up to %d points", tree.Graph, minSide, maxSide, maxPoints))
		return i
	}
	graph, err := c.sharedGraph(tree.Graph)
	if err != nil {
		i.reject(reasonBoard, err)
		return i
	}
	if i.read.Cut != nil {
		i.reject(reasonCutOff, i.read.Cut)
		return i
	}
	rec := tree.Record()
	rec.Graph = graph
	c.settleRules(i, rec)
	played, err := rec.Game()
	if e, ok := errors.AsType[*baduk.IllegalMoveError](err); ok {
		i.reject(reasonIllegalMove, e)
		return i
	}
	if played == nil {
		i.reject(reasonSetup, err)
		return i
	}
	if err != nil {
		i.reject(reasonCutOff, err)
		return i
	}
	stones := 0
	for _, m := range rec.Moves {
		if !m.IsPass() {
			stones++
		}
	}
	if stones < c.MinMoves {
		i.reject(reasonTooShort, fmt.Errorf("only %d stones were played, and a game needs at least %d", stones, c.MinMoves))
		return i
	}
	i.game = &Game{
		Graph: graph, Rules: rec.Rules, Setup: withoutPrisoners(rec.Rules, played.Setup()), Moves: rec.Moves,
		Source: i.label, BlackRank: rec.Info.BlackRank, WhiteRank: rec.Info.WhiteRank, Date: rec.Info.Date,
		Result: parseResult(rec.Info.Result),
	}
	if i.read.Format == kifu.FormatLines && rec.Info.Source != "" {
		i.game.Source = rec.Info.Source
	}
	i.marks = marks(rec)
	turns := len(i.game.Moves)
	if c.Ends && !i.game.passToEnd(played) {
		i.reject(reasonNoEnd, errors.New("its last two moves are not both passes"))
		return i
	}
	i.game.varyKomi(c.VaryKomi, c.Seed)
	if c.Ends {
		i.game.Samples = lastPositions(i.game, c.PerGame)
	} else {
		i.game.Samples = choosePositions(i.game, c.PerGame, c.Seed)
	}
	for k := range i.game.Samples {
		s := &i.game.Samples[k]
		if s.Doubt = uint8(math.Round(255 * (1 - c.Played))); s.Turn < c.RandomMoves || s.Turn >= turns {
			s.Doubt = math.MaxUint8
		}
	}
	return i
}

// settleRules completes the rules of a record. Package kifu has already read the komi. It reads a whole number from 100
// on as hundredths of a point. A komi above the number of points of the board would decide every game. It counts as
// missing.
func (c *converter) settleRules(i *item, rec *kifu.Record) {
	komi := rec.Rules.Komi
	doubtful := c.DoubtZeroKomi && komi == 0 && len(rec.Setup.Black)+len(rec.Setup.White) == 0
	beyond := math.Abs(komi.Points()) > float64(rec.Graph.Len())
	if i.noKomi = !rec.KomiKnown || doubtful || beyond; i.noKomi {
		komi = c.Rules.Komi
	}
	if i.noRules = !rec.RulesKnown; i.noRules && c.Rules.CheckOn(rec.Graph) == nil {
		rec.Rules = c.Rules
	}
	rec.Rules.Komi = komi
}

// varyKomi changes the komi of half of the games by whole points, up or down. The size of the change has an exponential
// distribution with the given mean, and is at most half the number of points of the board. If the game was scored,
// varyKomi corrects its result. Otherwise the result becomes unknown.
func (g *Game) varyKomi(mean float64, seed uint64) {
	key := g.key()
	random := newRandom(seed, binary.LittleEndian.Uint64(key[8:]))
	if mean == 0 || random.Below(2) == 0 {
		return
	}
	points := -mean * math.Log(1-float64(random.Uint64()>>11)/(1<<53))
	change := min(int(math.Round(points)), g.Graph.Len()/2)
	if random.Below(2) == 0 {
		change = -change
	}
	g.Rules.Komi += baduk.Komi(2 * change)
	g.Result = g.Result.shifted(-float32(change))
}

// choosePositions chooses at most the given number of positions of a game. The turns before two passes in a row are
// divided into equal parts, and one turn is drawn from each part.
func choosePositions(g *Game, most int, seed uint64) []Sample {
	turns := 0
	for turns < len(g.Moves) && (turns < 2 || !g.Moves[turns-1].IsPass() || !g.Moves[turns-2].IsPass()) {
		turns++
	}
	n := min(turns, most)
	key := g.key()
	random := newRandom(seed, binary.LittleEndian.Uint64(key[:]))
	samples := make([]Sample, n)
	for k := range samples {
		from, to := turns*k/n, turns*(k+1)/n
		samples[k] = Sample{Turn: from + random.Below(to-from), Weight: 1}
	}
	return samples
}

// passToEnd adds passes until the game is over. This is needed because under some rules the game continues after two
// passes, so that the players can remove dead stones. It reports whether the recorded game ended with two passes.
func (g *Game) passToEnd(played *baduk.Game) (ended bool) {
	n := len(g.Moves)
	if n < 2 || !g.Moves[n-1].IsPass() || !g.Moves[n-2].IsPass() {
		return false
	}
	if g.Rules.Dead == baduk.DeadCleanup {
		played.Resume(baduk.Empty) // the record ends after the players agreed on the dead stones
	}
	for !played.Over() {
		m := baduk.Move{Color: played.ToPlay(), Point: baduk.Pass}
		if played.Play(m) != nil {
			break
		}
		g.Moves = append(g.Moves, m)
	}
	return true
}

// lastPositions chooses the last positions of a game in which a move was made, at most the given number.
func lastPositions(g *Game, most int) []Sample {
	n := min(len(g.Moves), most)
	samples := make([]Sample, n)
	for k := range samples {
		samples[k] = Sample{Turn: len(g.Moves) - n + k, Weight: 1}
	}
	return samples
}

// marks returns the ownership of the points that the last node of a record marks as territory, or nil without marks.
func marks(rec *kifu.Record) []float32 {
	if len(rec.Territory[baduk.Black])+len(rec.Territory[baduk.White]) == 0 {
		return nil
	}
	all := make([]float32, rec.Graph.Len())
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		for _, p := range rec.Territory[c] {
			if rec.Graph.Contains(p) {
				all[p] = float32(c.Number())
			}
		}
	}
	return all
}

// withoutPrisoners converts the prisoners of a set-up to points if the rules count prisoners. Rows do not store
// prisoners.
func withoutPrisoners(r baduk.Rules, s baduk.Setup) baduk.Setup {
	if r.Scoring == baduk.ScoringTerritory || r.Scoring == baduk.ScoringAreaPrisoners {
		s.Scores[baduk.Black] += float64(s.Prisoners[baduk.White])
		s.Scores[baduk.White] += float64(s.Prisoners[baduk.Black])
	}
	s.Prisoners = [3]int32{}
	return s
}
