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

// Split says which games are held out for validation: whole games, never positions
// of a game that is trained on elsewhere.
type Split struct {
	// OneIn holds out one game in N, by a hash of its opening, so that the same game
	// is on the same side in every folder; 0 holds out none.
	OneIn int
	// Sources are held out as a whole, by their names.
	Sources []string
}

// Held reports whether a game is held out.
func (s Split) Held(g *Game) bool {
	return s.OneIn > 0 && g.splitKey()%uint64(s.OneIn) == 0 || slices.Contains(s.Sources, g.Source)
}

// Part is which side of a [Split] is read.
type Part uint8

// The parts.
const (
	bothParts  Part = iota
	Training        // what is not held out
	Validation      // what is
)

// ReaderOptions say what a [Reader] reads, and how.
type ReaderOptions struct {
	Dirs []string // folders of shards
	Seed uint64
	// Epochs is how many times all of it is read; 0 is without end.
	Epochs int
	// Window is how many samples are shuffled together at most, unless one block has more; 0 is
	// [DefaultWindow]. They are from blocks drawn from everywhere. It bounds the memory: a sample by a
	// teacher takes about 800 bytes on 19x19, its share of the game included.
	Window int
	Part   Part
	Split  Split
	// Ordered reads as it was written, without shuffling, and without symmetries.
	Ordered bool
	// NoSymmetry leaves all boards as they are.
	NoSymmetry bool
}

// DefaultWindow is the window of a [Reader], in samples.
const defaultWindow = 1 << 16

// Row is a sample with its game, to be seen in a symmetry.
type Row struct {
	Game  *Game
	Index int // of the sample in Game.Samples
	// Symmetry is one of the eight ways to turn and mirror a square, or four of other
	// rectangles, drawn when the row was read; see [Row.Turned].
	Symmetry uint8
	Epoch    int // from 0
	// Branch is how many of the game's last moves were tried by a search and not played; 0 for a position of the game. The game of
	// such a row ends there, and has this sample alone and no result.
	Branch int
}

// Sample is the row's, as it was written.
func (r *Row) Sample() *Sample { return &r.Game.Samples[r.Index] }

// State is where a [Reader] stands: small, exact, and all that a checkpoint needs to keep. Data names the
// folders and the options that it belongs to.
type State struct {
	Epoch int    `json:"epoch"`
	Block int    `json:"block"` // in the order of the epoch, with which the window begins
	Row   int    `json:"row"`   // of the window, that comes next
	Rows  int64  `json:"rows"`  // drawn in all
	Data  uint64 `json:"data,string"`
}

// A Reader draws rows. The blocks of all shards come in a random order; so many of
// them as fill the window are read together, and their samples come in a random order again. So the order
// follows from the seed alone, whatever was read before, and a state is a few numbers. The
// memory is that of one window. A Reader belongs to one goroutine.
type Reader struct {
	// Damage is what could not be read so far.
	Damage []*Damage

	options    ReaderOptions
	shards     []*shard
	boards     boardCache
	blocks     []blockRef
	order      []int32 // of the epoch, of all
	orderEpoch int     // the epoch whose order that is
	state      State
	next       int // block behind the window, in order
	window     []Row
	noRows     bool // nothing came of this epoch so far
}

// blockRef is a block of a shard.
type blockRef struct{ shard, block int32 }

// NewReader opens the folders.
func NewReader(o ReaderOptions) (*Reader, error) {
	if o.Window == 0 {
		o.Window = defaultWindow
	}
	if len(o.Dirs) == 0 || o.Window < 0 || o.Epochs < 0 || o.Split.OneIn < 0 {
		return nil, errors.New("a reader needs a folder, and a window, epochs and a split that are not negative")
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

// CheckSources reports the first source that the split holds out and no game is from.
func (o ReaderOptions) CheckSources() error {
	for _, name := range o.Split.Sources {
		held, err := NewReader(ReaderOptions{Dirs: o.Dirs, Epochs: 1, Ordered: true, Part: Validation, Split: Split{Sources: []string{name}}})
		if err == nil {
			_, err = held.Next()
		}
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("no game is from %q, which was to be held out", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Samples is how many samples an epoch has at most: those of both parts.
func (r *Reader) Samples() (n int) {
	for _, s := range r.shards {
		n += s.samples()
	}
	return n
}

// State is where the reader stands; a reader of the same folders and options that is given it goes on
// with the very next row.
func (r *Reader) State() State { return r.state }

// Resume goes to where another reader stood. It errs, and stays where it is, where that reader read other folders or
// had other options, the number of epochs apart.
func (r *Reader) Resume(s State) error {
	if s.Data != r.state.Data {
		wrong := "the state is that of a reader of other rows (are there new ones in the folders since?), or with another seed, window or split"
		if len(r.Damage) > 0 {
			return fmt.Errorf("%s; there is damage: %w", wrong, r.Damage[0])
		}
		return errors.New(wrong)
	}
	if s.Epoch < 0 || s.Block < 0 || s.Block > len(r.blocks) || s.Row < 0 {
		text, _ := json.Marshal(s)
		return fmt.Errorf("%s is no state of a reader", text)
	}
	before := *r
	before.orderEpoch = -1 // its memory is used again
	r.state, r.window, r.next, r.noRows = s, nil, s.Block, s.Rows == 0
	if s.Row == 0 {
		return nil
	}
	err := r.load()
	if err == nil && s.Row > len(r.window) {
		err = errors.New("the state is that of a reader that could read more: blocks were damaged since")
	}
	if err != nil {
		*r = before
	}
	return err
}

// Next is the next row. It errs with [io.EOF] after the last epoch, and at once where there is no row to
// be had at all. Damaged blocks are left out and added to Damage; any other error is the disk's.
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
			r.next, r.noRows = len(r.blocks), true // and that remains
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
		if err != nil { // what was read is not shuffled, and comes again
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

// note remembers a damage once.
func (r *Reader) addDamage(d *Damage) {
	if !slices.ContainsFunc(r.Damage, func(o *Damage) bool { return *o == *d }) {
		r.Damage = append(r.Damage, d)
	}
}

// arrange makes the order of the blocks in the epoch.
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

// random is the source of what is drawn in the epoch for one purpose.
func (r *Reader) random(purpose uint64) *rollout.Rand {
	return newRandom(r.options.Seed, uint64(r.state.Epoch), purpose)
}

// seeded mixes numbers into a seed.
func newRandom(numbers ...uint64) *rollout.Rand {
	state := rollout.Rand(0)
	for _, n := range numbers {
		state = rollout.Rand(state.Uint64() ^ n)
	}
	state.Uint64()
	return &state
}
