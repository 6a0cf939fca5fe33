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

// Options say which rows [Write] writes.
type Options struct {
	Reader   *replay.Reader
	Size     int               // of the boards of the stream; smaller boards lie in its corner
	Rows     int               // the most rows to write; 0 is all
	Threads  int               // 0 is one for each processor
	Progress func(written int) // told after every batch, if not nil
}

// Validate errs if a field makes no sense.
func (o Options) Validate() error {
	if o.Reader == nil || o.Size < 1 || o.Rows < 0 || o.Threads < 0 {
		return fmt.Errorf("planes: %d rows of boards of size %d by %d threads", o.Rows, o.Size, o.Threads)
	}
	return nil
}

// batchRows is how many rows are made at the same time.
const batchRows = 256

// Write writes the header and the rows, in the order of the reader whatever the number of
// threads. It returns how many rows it wrote, and how many it left out because their boards
// are too large or not rectangles. When ctx ends before the last row, the stream ends with a
// whole row, and the error is ctx's.
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
			return written, left, fmt.Errorf("not one of %d rows is on a board that fits", left)
		}
	}
}

// A rowMaker makes bytes of rows. It belongs to one goroutine.
type rowMaker struct {
	Layout
	features map[*baduk.Graph]*neteval.Features // nil for boards that cannot be written
	input    nn.Input
	player   replay.Player
}

// inputsVersion is a version of nets that reads the inputs of a row.
const inputsVersion = 8

func (m *rowMaker) featuresOf(g *baduk.Graph) *neteval.Features {
	f, known := m.features[g]
	if !known {
		if grid, ok := g.Rectangle(); ok && max(grid.Width, grid.Height) <= m.Size {
			f, _ = neteval.NewFeatures(g, &nn.Model{Version: inputsVersion}) // it errs on boards that no net reads
		}
		if m.features == nil || len(m.features) > 64 {
			m.features = map[*baduk.Graph]*neteval.Features{}
		}
		m.features[g] = f
	}
	return f
}

// row appends a row, or nothing if its board cannot be written. Everything in it is as the player to move
// sees it.
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
	grid, _ := game.Graph.Rectangle()
	place := func(p baduk.Point) int {
		if p == baduk.Pass {
			return m.Area()
		}
		x, y := grid.XY(p)
		return y*m.Size + x
	}
	sign := float32(at.ToPlay().Number())
	begin := len(dst)
	dst = append(dst, make([]byte, m.RowLen())...)
	b := dst[begin:]
	put := func(at int, v float32) { binary.LittleEndian.PutUint32(b[at:], math.Float32bits(v)) }
	flags := uint32(r.Symmetry)<<8 | uint32(s.Doubt)<<16
	put(m.Weight(), s.Weight)
	if v := s.Value; v != nil {
		flags |= HasValue
		put(m.Value(), playersWin(v.Win, sign))
		put(m.Value()+4, v.NoResult)
		put(m.Value()+8, sign*v.Lead)
		put(m.Value()+12, sign*v.ScoreMean)
		put(m.Value()+16, v.ScoreStdev)
	}
	if win, ok := game.Result.Win(); ok {
		flags |= HasResult
		put(m.Result(), playersWin(win, sign))
		if game.Result.By == replay.EndCounted {
			flags |= HasLead
			put(m.Result()+4, sign*game.Result.Lead)
		}
	}
	for i, v := range m.input.Global {
		put(m.Globals()+4*i, v)
	}
	for i := range 2 {
		index := NoMove
		if n := s.Turn + i; n < len(game.Moves) && (i == 0 || game.Moves[n].Color != at.ToPlay()) {
			index = place(game.Moves[s.Turn+i].Point)
		}
		binary.LittleEndian.PutUint16(b[m.Moves()+2*i:], uint16(index))
	}
	share := func(p baduk.Point, part uint16) { binary.LittleEndian.PutUint16(b[m.Policy()+2*place(p):], part) }
	switch {
	case s.Policy != nil:
		flags |= HasPolicy
		for _, x := range s.Policy {
			share(x.Point, x.Part)
		}
	case s.Turn < len(game.Moves) && s.Doubt < math.MaxUint8:
		share(game.Moves[s.Turn].Point, math.MaxUint16)
	}
	area := grid.Width * grid.Height
	for plane := range Planes {
		for p, v := range m.input.Spatial[plane*area : (plane+1)*area] {
			if v == 0 {
				continue
			}
			if v != 1 {
				return dst[:begin], fmt.Errorf("plane %d has %v, which is not 0 or 1", plane, v)
			}
			i := place(baduk.Point(p))
			b[m.Planes()+plane*m.PlaneLen()+i/8] |= 0x80 >> (i % 8)
		}
	}
	if s.Ownership != nil {
		flags |= HasOwnership
		for p, o := range s.Ownership {
			b[m.Ownership()+place(baduk.Point(p))] = byte(int8(sign) * max(o, -127))
		}
	}
	if game.Final != nil {
		flags |= HasFinal
		for p, c := range game.Final {
			b[m.Final()+place(baduk.Point(p))] = byte(int8(sign) * c.Number())
		}
	}
	binary.LittleEndian.PutUint32(b, flags)
	return dst, nil
}

// playersWin is the probability of the player whose sign is that.
func playersWin(black, sign float32) float32 {
	if sign < 0 {
		return 1 - black
	}
	return black
}
