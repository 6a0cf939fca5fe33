package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/internal/wording"
	"tengen/neteval"
	"tengen/nn"
	"tengen/player"
	"tengen/replay"
)

// DataPlanesCmd is `tengen data planes`.
type DataPlanesCmd struct {
	Dirs         []string   `arg:"" name:"folder" help:"Folders of rows."`
	Size         Size       `default:"19" placeholder:"N" help:"Boards are put into the corner of one of this size; larger ones are left out (${default})."`
	Seed         uint64     `default:"1" placeholder:"N" help:"Random seed of the order and of the symmetries (${default})."`
	Epochs       *uint      `placeholder:"E" help:"How many times all rows are written; 0 is without end, 1 when not given."`
	Threads      Threads    `placeholder:"T" help:"Threads; one per processor when not given."`
	Window       Count      `default:"65536" placeholder:"N" help:"Rows that are shuffled together (${default})."`
	Part         planesPart `default:"training" placeholder:"PART" help:"training, validation or all (${default})."`
	HoldOut      uint32     `default:"100" placeholder:"N" help:"One game in N is for validation; 0 turns it off (${default})."`
	HoldOutFrom  []string   `placeholder:"SOURCE" help:"All games from these sources are for validation."`
	NoSymmetry   bool       `help:"Leave all boards as they are."`
	Rows         Count      `placeholder:"N" help:"End after N rows." config:"-"`
	DescribeOnly bool       `name:"describe" help:"Print how a row is laid out, as JSON, and nothing else." config:"-"`
}

// planesPart is the side of the split.
type planesPart struct{ replay.Part }

// UnmarshalText reads training, validation or all.
func (p *planesPart) UnmarshalText(text []byte) error {
	for part, name := range [...]string{"all", "training", "validation"} {
		if string(text) == name {
			p.Part = replay.Part(part)
			return nil
		}
	}
	return fmt.Errorf("expected training, validation or all, not %q", text)
}

// String is what UnmarshalText reads.
func (p planesPart) String() string { return [...]string{"all", "training", "validation"}[p.Part] }

// planesBatch is how many rows a round makes.
const planesBatch = 256

// Run writes the rows to stdout.
func (c *DataPlanesCmd) Run(env *Env) error {
	l := layout{int(c.Size)}
	out := newResults(env)
	if c.DescribeOnly {
		return out.end(l.describe(out))
	}
	if env.Terminal {
		return usagef("these are bytes for a program: send them to one, or to a file")
	}
	o := replay.ReaderOptions{Dirs: folders(c.Dirs), Seed: c.Seed, Epochs: 1, Window: int(c.Window), Part: c.Part.Part,
		Split: replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}, NoSymmetry: c.NoSymmetry}
	if c.Epochs != nil {
		o.Epochs = int(*c.Epochs)
	}
	reader, err := replay.NewReader(o)
	if err == nil {
		err = o.CheckSources()
	}
	if err != nil {
		return rowsError(err)
	}
	total := int(c.Rows)
	if total == 0 {
		total = o.Epochs * reader.Samples()
	}
	bar := newCounter(env, total, "rows")
	written, left, err := l.stream(env, out, planesJob{reader, int(c.Rows), cmp.Or(int(c.Threads), player.AllThreads()), bar})
	bar.end()
	for _, d := range reader.Damage {
		env.Log.Warn("left out", "because", d.Error())
	}
	if written+left == 0 && err == nil {
		env.Log.Warn("there are no rows of that part", "part", c.Part)
	}
	if left > 0 {
		env.Log.Warn("rows were left out: their boards are not rectangles, or too large", "rows", left, "size", int(c.Size))
	}
	env.Log.Debug("planes", "rows", written)
	return out.end(err)
}

// planesJob is what stream needs besides the layout.
type planesJob struct {
	reader  *replay.Reader
	most    int // rows; 0 is all
	threads int
	bar     *meter
}

// stream writes the header and the rows, in the order of the reader whatever the
// number of threads. It errs when it is interrupted before the last.
func (l layout) stream(env *Env, w io.Writer, j planesJob) (written, left int, err error) {
	if _, err := w.Write(l.header()); err != nil {
		return 0, 0, err
	}
	makers := make([]*rowMaker, j.threads)
	for i := range makers {
		makers[i] = &rowMaker{layout: l}
	}
	rows := make([]replay.Row, 0, planesBatch)
	made := make([][]byte, planesBatch)
	for {
		rows = rows[:0]
		for len(rows) < planesBatch && (j.most == 0 || written+len(rows) < j.most) {
			row, err := j.reader.Next()
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
		if env.Ctx.Err() != nil {
			return written, left, fmt.Errorf("%w: the stream ends after %s", errInterrupted, wording.Counted(written, "row"))
		}
		failed := make([]error, j.threads)
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
		j.bar.at(int64(written))
		if epoch := rows[len(rows)-1].Epoch; epoch > 0 && written == 0 {
			return written, left, fmt.Errorf("not one of %d rows is on a board that fits", left)
		}
	}
}

// A rowMaker makes bytes of rows. It belongs to one goroutine.
type rowMaker struct {
	layout
	features map[*baduk.Graph]*neteval.Features // nil for boards that cannot be written
	input    nn.Input
	player   replay.Player
}

// inputsVersion is a version of nets that reads the inputs of a row.
const inputsVersion = 8

func (m *rowMaker) featuresOf(g *baduk.Graph) *neteval.Features {
	f, known := m.features[g]
	if !known {
		if geo, ok := g.Geometry(); ok && geo.Width > 0 && max(geo.Width, geo.Height) <= m.size {
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
	geo, _ := game.Graph.Geometry()
	place := func(p baduk.Point) int {
		if p == baduk.Pass {
			return m.area()
		}
		return int(p)/geo.Width*m.size + int(p)%geo.Width
	}
	sign := float32(at.ToPlay().Number())
	begin := len(dst)
	dst = append(dst, make([]byte, m.rowLen())...)
	b := dst[begin:]
	put := func(at int, v float32) { binary.LittleEndian.PutUint32(b[at:], math.Float32bits(v)) }
	flags := uint32(r.Symmetry)<<8 | uint32(s.Doubt)<<16
	put(m.weight(), s.Weight)
	if v := s.Value; v != nil {
		flags |= flagValue
		put(m.value(), playersWin(v.Win, sign))
		put(m.value()+4, v.NoResult)
		put(m.value()+8, sign*v.Lead)
		put(m.value()+12, sign*v.ScoreMean)
		put(m.value()+16, v.ScoreStdev)
	}
	if win, ok := game.Result.Win(); ok {
		flags |= flagResult
		put(m.result(), playersWin(win, sign))
		if game.Result.By == replay.EndCounted {
			flags |= flagLead
			put(m.result()+4, sign*game.Result.Lead)
		}
	}
	for i, v := range m.input.Global {
		put(m.globals()+4*i, v)
	}
	for i := range 2 {
		index := noMove
		if n := s.Turn + i; n < len(game.Moves) && (i == 0 || game.Moves[n].Color != at.ToPlay()) {
			index = place(game.Moves[s.Turn+i].Point)
		}
		binary.LittleEndian.PutUint16(b[m.moves()+2*i:], uint16(index))
	}
	share := func(p baduk.Point, part uint16) { binary.LittleEndian.PutUint16(b[m.policy()+2*place(p):], part) }
	switch {
	case s.Policy != nil:
		flags |= flagPolicy
		for _, x := range s.Policy {
			share(x.Point, x.Part)
		}
	case s.Turn < len(game.Moves) && s.Doubt < math.MaxUint8:
		share(game.Moves[s.Turn].Point, math.MaxUint16)
	}
	area := geo.Width * geo.Height
	for plane := range planesCount {
		for p, v := range m.input.Spatial[plane*area : (plane+1)*area] {
			if v == 0 {
				continue
			}
			if v != 1 {
				return dst[:begin], fmt.Errorf("plane %d has %v, which is not 0 or 1", plane, v)
			}
			i := place(baduk.Point(p))
			b[m.planes()+plane*m.planeLen()+i/8] |= 0x80 >> (i % 8)
		}
	}
	if s.Ownership != nil {
		flags |= flagOwnership
		for p, o := range s.Ownership {
			b[m.ownership()+place(baduk.Point(p))] = byte(int8(sign) * max(o, -127))
		}
	}
	if game.Final != nil {
		flags |= flagFinal
		for p, c := range game.Final {
			b[m.final()+place(baduk.Point(p))] = byte(int8(sign) * c.Number())
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
