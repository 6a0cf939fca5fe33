package neteval

// layout says where a generation of inputs has its planes and its numbers, as
// KataGo counts them; 0 says that it has none of these. All generations have the
// board as plane 0, the stones of the player to move and the opponent's as 1 and
// 2, and the numbers of [globalPass] to [globalTerritory].
type layout struct {
	// Planes. Ko is where ko or superko forbids a move, and in the clean-up where a
	// ko was taken for good; blocked are stones that may not be retaken yet there.
	liberties int // three planes: of chains with one liberty, two, three
	ko        int
	blocked   int
	history   int // five planes: the last moves, the latest first
	ladder    int // four planes: what a ladder captures, the same one turn ago, and two, and where the player captures
	area      int // two planes: the player's and the opponent's
	start     int // two planes: stones that stood where the second clean-up began
	owner     areaKind

	// Numbers.
	tax      int // two numbers
	cleanup  int // two numbers
	passEnds int
	button   int
	parity   int
	komiUnit float64 // komi is counted in so many points
	komiOver float64 // and may be so much more than the board's area

	// phases says that the history ends where the phase began, and that of a game
	// that is over the last pass is still shown. Otherwise moves are shown whatever
	// the phase, and nothing of the history once the game is over.
	phases bool
}

// ownership is what the planes of area show.
type areaKind uint8

const (
	owned       areaKind = iota // what counts now under the rules
	safe                        // what is alive or surrounded whatever the opponent plays
	safeOrOwned                 // safe where territory counts, otherwise area as if there were no tax
)

// The numbers that all generations have. The first five say that one of the last
// five moves was a pass.
const (
	globalPass      = 0
	globalKomi      = 5 // for the player
	globalKo        = 6 // two numbers
	globalSuicide   = 8
	globalTerritory = 9
)

// The generations of inputs. Numbers 15 and 16 of the last one belong to training
// with unequal playouts and are always 0 here.
var layouts = map[int]layout{
	3: {liberties: 3, ko: 6, blocked: 7, history: 9, ladder: 14, area: 18, start: 20, owner: safeOrOwned,
		cleanup: 10, passEnds: 12, parity: 13, komiUnit: 15, komiOver: 1},
	4: {liberties: 3, ko: 6, blocked: 7, history: 9, ladder: 14, area: 18, start: 20, owner: safe,
		cleanup: 10, passEnds: 12, parity: 13, komiUnit: 15, komiOver: 1},
	5: {ko: 3, blocked: 4, history: 6, start: 11,
		cleanup: 10, komiUnit: 15, komiOver: 1},
	6: {liberties: 3, ko: 6, blocked: 7, history: 9, ladder: 14, area: 18, start: 20, phases: true,
		tax: 10, cleanup: 12, passEnds: 14, parity: 15, komiUnit: 20, komiOver: 1},
	7: {liberties: 3, ko: 6, blocked: 7, history: 9, ladder: 14, area: 18, start: 20, phases: true,
		tax: 10, cleanup: 12, passEnds: 14, button: 17, parity: 18, komiUnit: 20, komiOver: 20},
}

// generation is that of the inputs of a version of models.
func generation(version int) int { return min(max(version-1, 3), 7) }
