package main

import (
	"context"
	"errors"
	"fmt"

	"tengen/internal/wording"
	"tengen/planes"
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

// Run writes the rows to stdout.
func (c *DataPlanesCmd) Run(env *Env) error {
	out := newResults(env)
	if c.DescribeOnly {
		return out.end(planes.Layout{Size: int(c.Size)}.Describe(out))
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
	written, left, err := planes.Write(env.Ctx, out, planes.Options{Reader: reader, Size: int(c.Size), Rows: int(c.Rows), Threads: int(c.Threads),
		Progress: func(written int) { bar.at(int64(written)) }})
	bar.end()
	if env.Ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: the stream ends after %s", errInterrupted, wording.Counted(written, "row"))
	}
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
