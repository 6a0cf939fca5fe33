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

// A Game is a game as it was played, together with the positions of the game that nets are trained on.
type Game struct {
	Graph *baduk.Graph
	Rules baduk.Rules // rules, including the komi
	Setup baduk.Setup
	Moves []baduk.Move
	// Source names the collection that the game is from. The ranks and the date have the form of the record, and are ""
	// if the record lacks them.
	Source, BlackRank, WhiteRank, Date string
	Result                             Result
	// Final is the owner of each point at the end. Points of living stones and of territory have the player's colour.
	// Neutral points and the empty points of a seki have Empty. Final is nil if the owners are unknown.
	Final []baduk.Color
	// Samples are in the order of their turns. A turn has at most one sample without a branch, which
	// comes first.
	Samples []Sample
}

// SelfPlay is the [Game].Source of games that a net played against itself.
const SelfPlay = "self-play"

// Ending is how a game ended. The zero value means that it is unknown.
type Ending uint8

// The endings.
const (
	EndUnknown     Ending = iota // the record does not say how the game ended
	EndCounted                   // the score was counted and is in Result.Lead, where 0 is a draw
	EndResignation               // a player resigned
	EndTime                      // a player ran out of time, or left
	EndForfeit                   // a referee decided the game
	EndVoid                      // no result
	EndWon                       // a player won, and the record does not say how or by how much
)

// endings are the names of the endings, as in String.
var endings = [...]string{"unknown", "counted", "resignation", "time", "forfeit", "void", "won"}

// String returns the ending in a word.
func (e Ending) String() string {
	if int(e) >= len(endings) {
		return fmt.Sprintf("Ending(%d)", uint8(e))
	}
	return endings[e]
}

// Result is the result of a game, as far as it is known.
type Result struct {
	By     Ending
	Winner baduk.Color // Empty if neither player won or the winner is unknown
	Lead   float32     // Black's lead in points if By is EndCounted; otherwise 0
}

// Win returns the result as the probability that Black won: 1, 0, or 0.5 for a draw. It returns false if the winner is
// unknown or if the game had no result.
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

// A Sample is a position of a game with its targets.
type Sample struct {
	// Turn is the number of turns before the position. The move to learn is Moves[Turn] and the opponent's answer is
	// Moves[Turn+1], if the game has these moves.
	Turn int
	// Branch lists moves that a search tried from the position at Turn. If Branch is not empty, the sample is the
	// position after these moves. It has only the teacher's targets, because the game did not continue from that
	// position. If Branch is empty, the sample is the position at Turn.
	Branch []baduk.Move
	// Weight is the weight of the sample in training: above 0, usually 1.
	Weight float32
	// Doubt is the amount by which the weight of the moves that were played is reduced, in 255ths. With 0 these moves
	// have their full weight. With 255 only a teacher's moves are learned. Doubt does not change the weight of the
	// result.
	Doubt uint8
	// Policy is a teacher's policy for the player to move, the largest shares first. It is nil if the sample has no
	// teacher's policy.
	Policy []Share
	Value  *Value // a teacher's evaluation; nil if only the result of the game is known
	// Ownership is a teacher's expected owner of each point, from 127 for Black to -127 for White. It is nil if
	// unknown.
	Ownership []int8
}

// A Share is the probability of a move.
type Share struct {
	Point baduk.Point // or Pass
	Part  uint16      // in 65,535ths; the sum of a sample's parts is at most 65,535
}

// Value is a teacher's evaluation of a position.
type Value struct {
	Win        float32 // probability that Black wins, 0..1; a draw and no result count half
	NoResult   float32 // probability that the game has no result, 0..1
	Lead       float32 // Black's lead in points
	ScoreMean  float32 // Black's mean final score in points; 0 if the teacher does not give it
	ScoreStdev float32 // standard deviation of the final score in points; 0 if the teacher does not give it
}

// At returns the game as it was before the given turn. The player to move is the player of Moves[turn]. At fails if the
// game has fewer turns, or if the rules forbid one of the moves before it. The games of [Import] have only legal moves.
// For many games [Player.At] is faster.
func (g *Game) At(turn int) (*baduk.Game, error) { return new(Player).At(g, turn) }

// setTurn sets the player to move of the game at. It sets the player who made the next move in g.
func (g *Game) setTurn(at *baduk.Game) {
	if n := at.Len(); n < len(g.Moves) && g.Moves[n].Color != at.ToPlay() && !at.Over() {
		at.SetToPlay(g.Moves[n].Color)
	}
}

// key returns a hash of the game's board, set-up and moves, without passes at the end. If two sources have the same
// game, both copies have the same key. The other data of their records does not matter.
func (g *Game) key() [16]byte { return g.hash(len(g.Moves)) }

// opening returns the number of first moves whose hash decides whether a [Split] holds the game out: a fifth of the
// number of points, and at most 60.
func (g *Game) opening() int { return min(60, g.Graph.Len()/5) }

// splitKey identifies the game by its opening. If two records of a game differ only in their last moves, a split
// therefore holds out both or neither.
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

// errGame is wrapped by the errors of the method check.
var errGame = errors.New("the game cannot be stored")

// check fails if the game has points off the board, samples of turns that do not exist, or numbers out of range. It
// does not check whether the moves are legal.
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
			return bad("the set-up has a stone on point %d, and the board has %d points", p, g.Graph.Len())
		}
	}
	if g.Setup.ToPlay > baduk.White || g.Setup.Handicap < 0 || g.Setup.Handicap > g.Graph.Len() || !finite(g.Setup.Scores[:]...) {
		return bad("its set-up is impossible")
	}
	for i, m := range g.Moves {
		if m.Color != baduk.Black && m.Color != baduk.White || m.Point != baduk.Pass && !g.Graph.Contains(m.Point) {
			return bad("turn %d is not a move", i)
		}
	}
	if r := g.Result; int(r.By) >= len(endings) || r.Winner > baduk.White || !finite(r.Lead) || r.By != EndCounted && r.Lead != 0 {
		return bad("its result is impossible")
	}
	if g.Final != nil && len(g.Final) != g.Graph.Len() || len(g.Final) > 0 && slices.Max(g.Final) > baduk.White {
		return bad("the owners of its points at the end do not fit the board")
	}
	before := -1
	for i := range g.Samples {
		s := &g.Samples[i]
		if s.Turn < before || s.Turn == before && len(s.Branch) == 0 || s.Turn > len(g.Moves) {
			return bad("sample %d is at turn %d and the sample before it at turn %d, in a game of %d turns", i, s.Turn, before, len(g.Moves))
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
		return fmt.Errorf("its weight is %v", s.Weight)
	}
	sum := 0
	for _, share := range s.Policy {
		if share.Point != baduk.Pass && !g.Contains(share.Point) {
			return fmt.Errorf("its policy has a share for point %d, and the board has %d points", share.Point, g.Len())
		}
		sum += int(share.Part)
	}
	if s.Policy != nil && (sum == 0 || sum > math.MaxUint16) {
		return fmt.Errorf("the parts of its policy sum to %d, not to a number from 1 to %d", sum, math.MaxUint16)
	}
	if v := s.Value; v != nil && (!finite(v.Win, v.NoResult, v.Lead, v.ScoreMean, v.ScoreStdev) ||
		!isProbability(v.Win) || !isProbability(v.NoResult) || v.ScoreStdev < 0) {
		return fmt.Errorf("its values %+v are impossible", *v)
	}
	if s.Ownership != nil && len(s.Ownership) != g.Len() {
		return fmt.Errorf("its ownership has %d points, and the board has %d", len(s.Ownership), g.Len())
	}
	return nil
}

// isProbability reports whether p is from 0 to 1.
func isProbability(p float32) bool { return cmp.Compare(p, 0) >= 0 && p <= 1 }

func finite[F float32 | float64](numbers ...F) bool {
	for _, n := range numbers {
		if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
			return false
		}
	}
	return true
}
