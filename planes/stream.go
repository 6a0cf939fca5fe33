package planes

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// Options are the options of [Write].
type Options struct {
	Reader   *replay.Reader
	Size     int               // side of the stream's boards; smaller boards are in their upper left corner
	Rows     int               // the largest number of rows to write; 0 means all
	Threads  int               // number of threads; 0 means one for each processor
	Progress func(written int) // called after every batch, if not nil
}

// Validate returns an error if a field is out of range.
func (o Options) Validate() error {
	if o.Reader == nil || o.Size < 1 || o.Rows < 0 || o.Threads < 0 {
		return fmt.Errorf("planes cannot be written: the number of rows (%d), the size (%d) or the number of threads (%d) is too small, or the reader is missing", o.Rows, o.Size, o.Threads)
	}
	return nil
}

// batchRows is the number of rows in a batch. The threads make the rows of a batch together.
const batchRows = 256

// Write writes the header and the rows. For any number of threads, the rows are in the order of the reader.
// Write returns two numbers: written is the number of rows that it wrote; left is the number of rows that it
// left out because their boards are too large or are not rectangles. If ctx ends before the last row, the
// stream ends with a complete row, and Write returns ctx's error.
func Write(ctx context.Context, w io.Writer, o Options) (written, left int, err error) {
	if err := o.Validate(); err != nil {
		return 0, 0, err
	}
	l := Layout{o.Size}
	if _, err := w.Write(l.header()); err != nil {
		return 0, 0, err
	}
	makers := make([]*rowMaker, cmp.Or(o.Threads, runtime.GOMAXPROCS(0)))
	for i := range makers {
		makers[i] = &rowMaker{Layout: l}
	}
	rows := make([]replay.Row, 0, batchRows)
	made := make([][]byte, batchRows)
	for {
		rows = rows[:0]
		for len(rows) < batchRows && (o.Rows == 0 || written+len(rows) < o.Rows) {
			row, err := o.Reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return written, left, err
			}
			rows = append(rows, row)
		}
		if len(rows) == 0 {
			return written, left, nil
		}
		if ctx.Err() != nil {
			return written, left, ctx.Err()
		}
		failed := make([]error, len(makers))
		var all sync.WaitGroup
		for t, m := range makers {
			all.Go(func() {
				for i := t; i < len(rows) && failed[t] == nil; i += len(makers) {
					made[i], failed[t] = m.row(made[i][:0], &rows[i])
				}
			})
		}
		all.Wait()
		if err := errors.Join(failed...); err != nil {
			return written, left, err
		}
		for i := range rows {
			if len(made[i]) == 0 {
				left++
				continue
			}
			if _, err := w.Write(made[i]); err != nil {
				return written, left, err
			}
			written++
		}
		if o.Progress != nil {
			o.Progress(written)
		}
		if epoch := rows[len(rows)-1].Epoch; epoch > 0 && written == 0 {
			return written, left, fmt.Errorf("none of the %d rows is on a board that fits", left)
		}
	}
}

// A rowMaker makes the bytes of rows. Only one goroutine may use it.
type rowMaker struct {
	Layout
	features map[*baduk.Graph]*neteval.Features // features of each board; nil for a board that cannot be written
	input    nn.Input
	player   replay.Player
}

// inputsVersion is the version of nets for which the inputs are made.
const inputsVersion = 8

// maxBoards is the largest number of boards whose features are kept.
const maxBoards = 64

func (m *rowMaker) featuresOf(g *baduk.Graph) *neteval.Features {
	f, known := m.features[g]
	if !known {
		if grid, ok := g.Rectangle(); ok && max(grid.Width, grid.Height) <= m.Size {
			f, _ = neteval.NewFeatures(g, &nn.Model{Version: inputsVersion}) // fails if nets cannot read the board
		}
		if m.features == nil || len(m.features) > maxBoards {
			m.features = map[*baduk.Graph]*neteval.Features{}
		}
		m.features[g] = f
	}
	return f
}

// row appends the bytes of a row to dst. It appends nothing if the row's board cannot be written. All numbers are from
// the perspective of the player to move.
func (m *rowMaker) row(dst []byte, r *replay.Row) ([]byte, error) {
	f := m.featuresOf(r.Game.Graph)
	if f == nil {
		return dst, nil
	}
	game, s := r.Turned()
	at, err := m.player.At(game, s.Turn)
	if err != nil {
		return dst, err
	}
	f.Fill(at, &m.input)
	begin := len(dst)
	dst = append(dst, make([]byte, m.RowLen())...)
	grid, _ := game.Graph.Rectangle()
	w := rowWriter{Layout: m.Layout, b: dst[begin:], grid: grid, sign: float32(at.ToPlay().Number())}
	w.flags = uint32(r.Symmetry)<<8 | uint32(s.Doubt)<<16
	w.float(m.Weight(), s.Weight)
	w.values(game, s)
	for i, v := range m.input.Global {
		w.float(m.Globals()+4*i, v)
	}
	w.moves(game, s, at.ToPlay())
	if err := w.planes(m.input.Spatial); err != nil {
		return dst[:begin], err
	}
	w.owners(game, s)
	binary.LittleEndian.PutUint32(w.b, w.flags)
	return dst, nil
}

// A rowWriter writes the parts of one row.
type rowWriter struct {
	Layout
	b     []byte // the row
	grid  baduk.Grid
	sign  float32 // 1 if Black is to move, -1 if White is
	flags uint32
}

func (w *rowWriter) float(at int, v float32) {
	binary.LittleEndian.PutUint32(w.b[at:], math.Float32bits(v))
}

func (w *rowWriter) short(at int, v uint16) { binary.LittleEndian.PutUint16(w.b[at:], v) }

// index returns the index of a point on the stream's board. A pass comes after the points.
func (w *rowWriter) index(p baduk.Point) int {
	if p == baduk.Pass {
		return w.Area()
	}
	x, y := w.grid.XY(p)
	return y*w.Size + x
}

// values writes the teacher's value and the game's result.
func (w *rowWriter) values(game *replay.Game, s *replay.Sample) {
	if v := s.Value; v != nil {
		w.flags |= HasValue
		w.float(w.Value(), playersWin(v.Win, w.sign))
		w.float(w.Value()+4, v.NoResult)
		w.float(w.Value()+8, w.sign*v.Lead)
		w.float(w.Value()+12, w.sign*v.ScoreMean)
		w.float(w.Value()+16, v.ScoreStdev)
	}
	if win, ok := game.Result.Win(); ok {
		w.flags |= HasResult
		w.float(w.Result(), playersWin(win, w.sign))
		if game.Result.By == replay.EndCounted {
			w.flags |= HasLead
			w.float(w.Result()+4, w.sign*game.Result.Lead)
		}
	}
}

// moves writes the move that was played, the opponent's answer, and the policy.
func (w *rowWriter) moves(game *replay.Game, s *replay.Sample, toPlay baduk.Color) {
	for i := range 2 {
		index := NoMove
		if n := s.Turn + i; n < len(game.Moves) && (i == 0 || game.Moves[n].Color != toPlay) {
			index = w.index(game.Moves[n].Point)
		}
		w.short(w.Moves()+2*i, uint16(index))
	}
	switch {
	case s.Policy != nil:
		w.flags |= HasPolicy
		for _, x := range s.Policy {
			w.short(w.Policy()+2*w.index(x.Point), x.Part)
		}
	case s.Turn < len(game.Moves) && s.Doubt < math.MaxUint8:
		w.short(w.Policy()+2*w.index(game.Moves[s.Turn].Point), math.MaxUint16)
	}
}

// planes writes the input planes as bits.
func (w *rowWriter) planes(spatial []float32) error {
	area := w.grid.Width * w.grid.Height
	for plane := range Planes {
		for p, v := range spatial[plane*area : (plane+1)*area] {
			if v == 0 {
				continue
			}
			if v != 1 {
				return fmt.Errorf("plane %d has %v, which is not 0 or 1", plane, v)
			}
			i := w.index(baduk.Point(p))
			w.b[w.Planes()+plane*w.PlaneLen()+i/8] |= 0x80 >> (i % 8)
		}
	}
	return nil
}

// owners writes the teacher's ownership and the owners of the points at the end of the game.
func (w *rowWriter) owners(game *replay.Game, s *replay.Sample) {
	if s.Ownership != nil {
		w.flags |= HasOwnership
		for p, o := range s.Ownership {
			w.b[w.Ownership()+w.index(baduk.Point(p))] = byte(int8(w.sign) * max(o, -127))
		}
	}
	if game.Final != nil {
		w.flags |= HasFinal
		for p, c := range game.Final {
			w.b[w.Final()+w.index(baduk.Point(p))] = byte(int8(w.sign) * c.Number())
		}
	}
}

// playersWin returns the winning probability of the player to move. black is Black's, and sign is 1 if Black is to
// move and -1 if White is to move.
func playersWin(black, sign float32) float32 {
	if sign < 0 {
		return 1 - black
	}
	return black
}
