package replay

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
)

// A Game is a game as it was played, with the positions of it that are trained on.
type Game struct {
	Graph *baduk.Graph
	Rules baduk.Rules // komi included
	Setup baduk.Setup
	Moves []baduk.Move
	// Source names the collection that the game is from. The ranks and the date are
	// as they were written, "" where nothing was.
	Source, BlackRank, WhiteRank, Date string
	Result                             Result
	// Final is whose each point was at the end, by point: living stones, and what counts
	// as territory; Empty for dame and the points of a seki. Nil where it is not
	// known.
	Final []baduk.Color
	// Samples are in the order of their turns. A turn has at most one sample without a branch, the first
	// of that turn.
	Samples []Sample
}

// Ending is how a game ended. The zero value is not known.
type Ending uint8

// The endings.
const (
	EndUnknown     Ending = iota
	EndCounted            // Result.Lead is by how much; 0 is a draw
	EndResignation        // a player resigned
	EndTime               // a player ran out of time, or left
	EndForfeit            // decided by a referee
	EndVoid               // no result
	EndWon                // a player won, it is not said how or by how much
)

// endings are their names.
var endings = [...]string{"unknown", "counted", "resignation", "time", "forfeit", "void", "won"}

// String is the ending in a word.
func (e Ending) String() string {
	if int(e) >= len(endings) {
		return fmt.Sprintf("Ending(%d)", uint8(e))
	}
	return endings[e]
}

// Result is how a game came out, as far as that is known.
type Result struct {
	By     Ending
	Winner baduk.Color // Empty if neither player won or the winner is unknown
	Lead   float32     // points of Black ahead, where By is EndCounted; 0 elsewhere
}

// Win is the result as a probability that Black won: 1, 0, or 0.5 for a draw. It reports false
// if unknown or if the game had no result.
func (r Result) Win() (win float32, ok bool) {
	switch {
	case r.Winner == baduk.Black:
		return 1, true
	case r.Winner == baduk.White:
		return 0, true
	case r.By == EndCounted:
		return 0.5, true
	}
	return 0, false
}

// A Sample is a position of a game and what is to be learnt there.
type Sample struct {
	// Turn is the number of turns made before the position: what is to be learnt is
	// Moves[Turn], and the opponent's answer Moves[Turn+1], if the game has them.
	Turn int
	// Branch are moves from the position at Turn that a search tried; the sample is the position after them. It belongs to
	// no turn of the game: there is no move to learn but the teacher's, and no result. Empty: the position at Turn itself.
	Branch []baduk.Move
	// Weight is how much the sample counts, above 0; 1 is usual.
	Weight float32
	// Doubt is how little the moves of the game are to be learnt here, in 255ths: 0 they are as usual, 255
	// not at all, so that of the moves only a teacher's are. It says nothing of the result.
	Doubt uint8
	// Policy is that of the player to move by a teacher, the largest shares first. Nil: the move that
	// was played.
	Policy []Share
	Value  *Value // by a teacher; nil: only the result of the game
	// Ownership is a teacher's, by point: 127 is Black's, -127 White's. Nil: not known.
	Ownership []int8
}

// A Share is how probable a move is.
type Share struct {
	Point baduk.Point // or Pass
	Part  uint16      // in 65,535ths; those of a sample sum to that at most
}

// Value is what a teacher thinks of a position.
type Value struct {
	Win        float32 // probability that Black wins, a draw and no result counting half, 0..1
	NoResult   float32 // probability that the game has no result, 0..1
	Lead       float32 // points that Black is ahead
	ScoreMean  float32 // mean of the final score, points, Black's; 0 where the teacher does not say
	ScoreStdev float32 // its standard deviation, points; 0 where the teacher does not say
}

// At is the game before that turn, with the player to move who then moved. It errs where the game does
// not have so many turns, and where its rules forbid one of them, which those of a game that [Import]
// took in do not. See [Player] for many games.
func (g *Game) At(turn int) (*baduk.Game, error) { return new(Player).At(g, turn) }

// turnTo gives the turn in a position of the game to the player who moved there.
func (g *Game) setTurn(at *baduk.Game) {
	if n := at.Len(); n < len(g.Moves) && g.Moves[n].Color != at.ToPlay() && !at.Over() {
		at.SetToPlay(g.Moves[n].Color)
	}
}

// Key names the game by its board, its set-up and its moves, passes at the end left out: the same
// game from two sources has one key, whatever is said about it.
func (g *Game) key() [16]byte { return g.hash(len(g.Moves)) }

// opening is how many moves at most decide on which side of a [Split] a game is: on small boards, where games are shorter,
// as many as a fifth of the points.
func (g *Game) opening() int { return min(60, g.Graph.Len()/5) }

// splitKey names the game by its opening, so that two records of one game that differ
// in their last moves are on the same side of a split.
func (g *Game) splitKey() uint64 {
	key := g.hash(min(g.opening(), len(g.Moves)))
	return binary.LittleEndian.Uint64(key[:])
}

func (g *Game) hash(turns int) [16]byte {
	for turns > 0 && g.Moves[turns-1].IsPass() {
		turns--
	}
	data := binary.LittleEndian.AppendUint64(nil, g.Graph.Fingerprint())
	stones := func(points []baduk.Point) {
		data = binary.LittleEndian.AppendUint16(data, uint16(len(points)))
		for _, p := range slices.Sorted(slices.Values(points)) {
			data = binary.LittleEndian.AppendUint16(data, uint16(p))
		}
	}
	stones(g.Setup.Black)
	stones(g.Setup.White)
	for _, m := range g.Moves[:turns] {
		data = append(data, byte(m.Color))
		data = binary.LittleEndian.AppendUint16(data, uint16(m.Point))
	}
	sum := sha256.Sum256(data)
	return [16]byte(sum[:16])
}

// errGame is wrapped by the errors of Check.
var errGame = errors.New("not a game that can be kept")

// Check errs where the game contradicts itself: points beside the board, samples of turns that there
// are not, numbers out of their range. It does not play it.
func (g *Game) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", errGame, fmt.Sprintf(format, args...))
	}
	if g.Graph == nil {
		return bad("it has no board")
	}
	if err := g.Rules.CheckOn(g.Graph); err != nil {
		return fmt.Errorf("%w: %w", errGame, err)
	}
	for _, p := range slices.Concat(g.Setup.Black, g.Setup.White) {
		if !g.Graph.Contains(p) {
			return bad("a stone of the set-up on point %d of %d", p, g.Graph.Len())
		}
	}
	if g.Setup.ToPlay > baduk.White || g.Setup.Handicap < 0 || g.Setup.Handicap > g.Graph.Len() || !finite(g.Setup.Scores[:]...) {
		return bad("an impossible start")
	}
	for i, m := range g.Moves {
		if m.Color != baduk.Black && m.Color != baduk.White || m.Point != baduk.Pass && !g.Graph.Contains(m.Point) {
			return bad("turn %d is not a move", i)
		}
	}
	if r := g.Result; int(r.By) >= len(endings) || r.Winner > baduk.White || !finite(r.Lead) || r.By != EndCounted && r.Lead != 0 {
		return bad("an impossible result")
	}
	if g.Final != nil && len(g.Final) != g.Graph.Len() || len(g.Final) > 0 && slices.Max(g.Final) > baduk.White {
		return bad("owners of the points that do not fit the board")
	}
	before := -1
	for i := range g.Samples {
		s := &g.Samples[i]
		if s.Turn < before || s.Turn == before && len(s.Branch) == 0 || s.Turn > len(g.Moves) {
			return bad("sample %d is of turn %d, after one of turn %d, in a game of %d turns", i, s.Turn, before, len(g.Moves))
		}
		before = s.Turn
		for _, m := range s.Branch {
			if m.Color != baduk.Black && m.Color != baduk.White || m.Point != baduk.Pass && !g.Graph.Contains(m.Point) {
				return bad("sample %d has a branch with a move that is not possible on the board", i)
			}
		}
		if err := s.check(g.Graph); err != nil {
			return bad("sample %d: %v", i, err)
		}
	}
	return nil
}

func (s *Sample) check(g *baduk.Graph) error {
	if !finite(s.Weight) || s.Weight <= 0 {
		return fmt.Errorf("a weight of %v", s.Weight)
	}
	sum := 0
	for _, share := range s.Policy {
		if share.Point != baduk.Pass && !g.Contains(share.Point) {
			return fmt.Errorf("a share of point %d of %d", share.Point, g.Len())
		}
		sum += int(share.Part)
	}
	if s.Policy != nil && (sum == 0 || sum > math.MaxUint16) {
		return fmt.Errorf("a policy that sums to %d of %d", sum, math.MaxUint16)
	}
	if v := s.Value; v != nil && (!finite(v.Win, v.NoResult, v.Lead, v.ScoreMean, v.ScoreStdev) ||
		!isProbability(v.Win) || !isProbability(v.NoResult) || v.ScoreStdev < 0) {
		return fmt.Errorf("impossible values %+v", *v)
	}
	if s.Ownership != nil && len(s.Ownership) != g.Len() {
		return fmt.Errorf("an ownership of %d points on a board of %d", len(s.Ownership), g.Len())
	}
	return nil
}

// within reports whether p is a probability.
func isProbability(p float32) bool { return cmp.Compare(p, 0) >= 0 && p <= 1 }

func finite[F float32 | float64](numbers ...F) bool {
	for _, n := range numbers {
		if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
			return false
		}
	}
	return true
}
