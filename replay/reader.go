package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"

	"tengen/rollout"
)

// Split says which games are held out for validation. It holds out whole games, so training and validation never share
// positions of a game.
type Split struct {
	// If OneIn is above 0, a hash of the opening decides which games are held out: one game in OneIn. The same game is
	// therefore held out in all folders or in none. If OneIn is 0, the hash holds out no games.
	OneIn int
	// Sources are the names of sources whose games are all held out.
	Sources []string
}

// Held reports whether a game is held out.
func (s Split) Held(g *Game) bool {
	return s.OneIn > 0 && g.splitKey()%uint64(s.OneIn) == 0 || slices.Contains(s.Sources, g.Source)
}

// Part says which games of a [Split] are read.
type Part uint8

// The parts.
const (
	bothParts  Part = iota
	Training        // games that are not held out
	Validation      // games that are held out
)

// ReaderOptions say what a [Reader] reads, and how.
type ReaderOptions struct {
	Dirs []string // folders of shards
	Seed uint64
	// Epochs is the number of times that all rows are read. 0 means without end.
	Epochs int
	// Window is the largest number of samples that are shuffled together, unless a single block has more. The blocks of
	// a window come from all shards. 0 means 65,536. The window limits the memory that a reader takes: a sample with a
	// teacher's targets takes about 800 bytes on 19x19, including its share of the game.
	Window int
	Part   Part
	Split  Split
	// Ordered reads rows in the order in which they were written, without symmetries.
	Ordered bool
	// NoSymmetry leaves all boards as they are.
	NoSymmetry bool
}

// defaultWindow is the default of ReaderOptions.Window, in samples.
const defaultWindow = 1 << 16

// Row is a sample with its game, and a symmetry for both; see [Row.Turned].
type Row struct {
	Game  *Game
	Index int // index of the sample in Game.Samples
	// Symmetry is one of the eight symmetries of a square, or one of the four of other rectangles. It is drawn when the
	// row is read. [Row.Turned] applies it.
	Symmetry uint8
	Epoch    int // number of the epoch, from 0
	// Branch is the number of moves at the end of the game that were not played: a search tried them. It is 0 for a
	// position of the game as it was played. The game of a row with a branch ends with the branch. It has only this
	// sample and no result.
	Branch int
}

// Sample returns the row's sample as it was written, without the symmetry.
func (r *Row) Sample() *Sample { return &r.Game.Samples[r.Index] }

// State is the exact position of a [Reader]. A checkpoint stores the state, from which a new Reader can continue. Data
// is a hash of the folders and options to which the state belongs.
type State struct {
	Epoch int    `json:"epoch"`
	Block int    `json:"block"` // place of the window's first block in the order of the epoch
	Row   int    `json:"row"`   // index of the next row in the window
	Rows  int64  `json:"rows"`  // number of rows returned since the beginning
	Data  uint64 `json:"data,string"`
}

// A Reader draws rows in random order. It puts the blocks of all shards into a random order. Then it reads as many
// blocks as fill a window, and puts the samples of the window into a random order. The order depends only on the seed,
// so a few numbers are enough to store the reader's position. Only one window is in memory. A Reader must not be used
// by several goroutines at the same time.
type Reader struct {
	// Damage lists the damage found so far.
	Damage []*Damage

	options    ReaderOptions
	shards     []*shard
	boards     boardCache
	blocks     []blockRef
	order      []int32 // order of the blocks in the epoch, as indices into blocks
	orderEpoch int     // epoch to which the field order belongs
	state      State
	next       int // index in the field order of the first block after the window
	window     []Row
	noRows     bool // no row of the epoch has been returned
}

// blockRef is a block of a shard.
type blockRef struct{ shard, block int32 }

// NewReader opens the folders.
func NewReader(o ReaderOptions) (*Reader, error) {
	if o.Window == 0 {
		o.Window = defaultWindow
	}
	if len(o.Dirs) == 0 || o.Window < 0 || o.Epochs < 0 || o.Split.OneIn < 0 {
		return nil, errors.New("a reader needs a folder of rows, and the window, the epochs and the split must not be negative")
	}
	r := &Reader{options: o, orderEpoch: -1, noRows: true}
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %d %d %d %q %v %v\n", o.Seed, o.Window, o.Part, o.Split.OneIn, o.Split.Sources, o.Ordered, o.NoSymmetry)
	for _, dir := range o.Dirs {
		f, err := OpenFolder(dir)
		if err != nil {
			return nil, err
		}
		r.Damage = append(r.Damage, f.Damage...)
		for _, s := range f.shards {
			for i, b := range s.blocks {
				r.blocks = append(r.blocks, blockRef{int32(len(r.shards)), int32(i)})
				fmt.Fprintln(sum, b.header())
			}
			r.shards = append(r.shards, s)
		}
	}
	r.state.Data = sum.Sum64()
	return r, nil
}

// CheckSources returns an error if a held-out source has no game.
func (o ReaderOptions) CheckSources() error {
	for _, name := range o.Split.Sources {
		held, err := NewReader(ReaderOptions{Dirs: o.Dirs, Epochs: 1, Ordered: true, Part: Validation, Split: Split{Sources: []string{name}}})
		if err == nil {
			_, err = held.Next()
		}
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("no game is from %q, so it cannot be held out", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Samples returns the number of samples in all blocks, including samples of held-out games.
func (r *Reader) Samples() (n int) {
	for _, s := range r.shards {
		n += s.samples()
	}
	return n
}

// State returns the reader's position. A reader with the same folders and options can resume from it, and continues
// with the next row.
func (r *Reader) State() State { return r.state }

// ErrOtherRows is wrapped by errors of [Reader.Resume] for rows that are not those of the saved position.
var ErrOtherRows = errors.New("the saved position does not fit the rows")

// Resume moves the reader to a position that State returned. It fails if the position is from a reader with other
// folders or options, and does not move the reader. The option Epochs may differ.
func (r *Reader) Resume(s State) error {
	if s.Data != r.state.Data {
		wrong := fmt.Errorf("%w: it is for other rows (were rows added to the folders since?), or for another seed, window or split", ErrOtherRows)
		if len(r.Damage) > 0 {
			return fmt.Errorf("%w; there is damage: %w", wrong, r.Damage[0])
		}
		return wrong
	}
	if s.Epoch < 0 || s.Block < 0 || s.Block > len(r.blocks) || s.Row < 0 {
		text, _ := json.Marshal(s)
		return fmt.Errorf("%s is not a possible position of a reader", text)
	}
	before := *r
	before.orderEpoch = -1 // the memory of before.order will be overwritten
	r.state, r.window, r.next, r.noRows = s, nil, s.Block, s.Rows == 0
	if s.Row == 0 {
		return nil
	}
	err := r.load()
	if err == nil && s.Row > len(r.window) {
		err = fmt.Errorf("%w: it is beyond the rows that can be read, because blocks have been damaged since it was saved", ErrOtherRows)
	}
	if err != nil {
		*r = before
	}
	return err
}

// Next returns the next row. It returns [io.EOF] after the last epoch, or at once if the folders have no rows. It skips
// damaged blocks and adds them to Damage. Any other error comes from the disk.
func (r *Reader) Next() (Row, error) {
	for r.state.Row >= len(r.window) {
		if r.next >= len(r.blocks) {
			if r.noRows {
				return Row{}, io.EOF
			}
			r.state.Epoch, r.next, r.noRows = r.state.Epoch+1, 0, true
		}
		if r.options.Epochs > 0 && r.state.Epoch >= r.options.Epochs {
			r.state.Block, r.state.Row, r.window = 0, 0, nil
			r.next, r.noRows = len(r.blocks), true // later calls return io.EOF as well
			return Row{}, io.EOF
		}
		r.state.Block, r.state.Row = r.next, 0
		if err := r.load(); err != nil {
			return Row{}, err
		}
	}
	row := r.window[r.state.Row]
	row.unfold()
	r.state.Row++
	r.state.Rows++
	r.noRows = false
	return row, nil
}

// load reads the window that begins with the block of the state.
func (r *Reader) load() error {
	r.orderBlocks()
	r.window = r.window[:0]
	rows := 0
	r.next = r.state.Block
	for r.next < len(r.blocks) {
		ref := r.blocks[r.order[r.next]]
		s := r.shards[ref.shard]
		if rows += int(s.blocks[ref.block].rows); rows > r.options.Window && r.next > r.state.Block {
			break
		}
		r.next++
		games, err := s.block(int(ref.block), &r.boards)
		if damage, ok := errors.AsType[*Damage](err); ok {
			r.addDamage(damage)
			continue
		}
		if err != nil { // do not shuffle the rows that were read: the next call reads them again
			r.window, r.next = r.window[:0], r.state.Block
			return err
		}
		for _, g := range games {
			if r.options.Part != bothParts && r.options.Split.Held(g) != (r.options.Part == Validation) {
				continue
			}
			for i := range g.Samples {
				r.window = append(r.window, Row{Game: g, Index: i, Epoch: r.state.Epoch})
			}
		}
	}
	if r.options.Ordered {
		return nil
	}
	random := r.random(uint64(r.state.Block) + 1)
	for i := len(r.window) - 1; i > 0; i-- {
		j := random.Below(i + 1)
		r.window[i], r.window[j] = r.window[j], r.window[i]
	}
	for i := range r.window {
		if drawn := uint8(random.Uint64() >> 61); !r.options.NoSymmetry {
			r.window[i].Symmetry = drawn & r.window[i].Game.symmetries()
		}
	}
	return nil
}

// addDamage adds an entry to Damage unless it is already listed.
func (r *Reader) addDamage(d *Damage) {
	if !slices.ContainsFunc(r.Damage, func(o *Damage) bool { return *o == *d }) {
		r.Damage = append(r.Damage, d)
	}
}

// orderBlocks makes the order of the blocks in the state's epoch.
func (r *Reader) orderBlocks() {
	if r.orderEpoch == r.state.Epoch {
		return
	}
	r.orderEpoch = r.state.Epoch
	r.order = r.order[:0]
	for i := range r.blocks {
		r.order = append(r.order, int32(i))
	}
	if r.options.Ordered {
		return
	}
	random := r.random(0)
	for i := len(r.order) - 1; i > 0; i-- {
		j := random.Below(i + 1)
		r.order[i], r.order[j] = r.order[j], r.order[i]
	}
}

// random returns the random source for the given purpose in the current epoch.
func (r *Reader) random(purpose uint64) *rollout.Rand {
	return newRandom(r.options.Seed, uint64(r.state.Epoch), purpose)
}

// newRandom returns a random source seeded with several numbers.
func newRandom(numbers ...uint64) *rollout.Rand {
	state := rollout.Rand(0)
	for _, n := range numbers {
		state = rollout.Rand(state.Uint64() ^ n)
	}
	state.Uint64()
	return &state
}
