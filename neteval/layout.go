package neteval

// layout contains the indices of a generation's planes and numbers, as in KataGo (NNInputs::fillRowV3 to
// fillRowV7). 0 means that the generation does not have the input. In all generations, plane 0 is the board,
// plane 1 has the stones of the player to move, and plane 2 has the stones of the opponent. All generations
// have the numbers from [globalPass] to [globalTerritory].
type layout struct {
	// Indices of planes. ko marks points on which ko or superko forbids a move. In the clean-up, ko marks kos
	// that can no longer be taken. The plane blocked marks stones that may not be retaken yet.
	liberties int // three planes: chains with one, two and three liberties
	ko        int
	blocked   int
	history   int // five planes: the last moves, the latest first
	ladder    int // four planes: stones caught in a ladder now, one turn ago, two turns ago; the player's capturing moves
	area      int // two planes: area of the player, area of the opponent
	start     int // two planes: stones at the beginning of the second clean-up
	owner     areaKind

	// Indices of numbers.
	tax      int // two numbers
	cleanup  int // two numbers
	passEnds int
	button   int
	parity   int
	komiUnit float64 // unit of the komi input, in points
	komiOver float64 // largest difference between the komi and the board's area, in points

	// If phases is true, the history begins with the present phase, and the history of a finished game is its
	// last pass. If phases is false, the history includes earlier phases, and a finished game has no history.
	phases bool
}

// areaKind is the kind of area that the planes of area show.
type areaKind uint8

const (
	owned       areaKind = iota // area or territory under the rules
	safe                        // points that the player holds whatever the opponent plays, see safeArea
	safeOrOwned                 // safe points under territory scoring; otherwise the area, ignoring taxes
)

// Indices of the numbers that all generations have. Each of the first five numbers is 1 if a certain one of the
// last five moves was a pass.
const (
	globalPass      = 0
	globalKomi      = 5 // komi for the player to move
	globalKo        = 6 // two numbers
	globalSuicide   = 8
	globalTerritory = 9
)

// layouts contains the layout of each generation of inputs. Generation 7 has two more numbers, 15 and 16. They
// are for training games in which the players had unequal numbers of playouts, and are always 0 in this
// package.
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

// generation returns the generation of inputs that a model version reads.
func generation(version int) int { return min(max(version-1, 3), 7) }
