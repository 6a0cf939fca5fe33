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
	Dirs         []string   `arg:"" name:"folder" help:"Folders of training rows."`
	Size         Size       `default:"19" placeholder:"N" help:"Size of the planes (default ${default}). Smaller boards are placed in a corner; larger ones are skipped."`
	Seed         uint64     `default:"1" placeholder:"N" help:"Random seed of the order and of the symmetries (default ${default})."`
	Epochs       *uint      `placeholder:"E" help:"Number of passes over all rows. 0 never ends. Default: 1."`
	Threads      Threads    `placeholder:"T" help:"Threads. Default: one per processor."`
	Window       Count      `default:"65536" placeholder:"N" help:"Number of rows that are shuffled together (default ${default})."`
	Part         planesPart `default:"training" placeholder:"PART" help:"Rows to write: training, validation or all (default ${default})."`
	HoldOut      uint32     `default:"100" placeholder:"N" help:"Hold out one game in N for validation (default ${default}); 0 holds out none."`
	HoldOutFrom  []string   `placeholder:"SOURCE" help:"Hold out all games from this source for validation. May be repeated."`
	NoSymmetry   bool       `help:"Do not turn or mirror boards at random."`
	Rows         Count      `placeholder:"N" help:"Stop after N rows." config:"-"`
	DescribeOnly bool       `name:"describe" help:"Print only the layout of a row, as JSON." config:"-"`
}

// planesPart selects the training or the validation rows, or both.
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

// String is the text that UnmarshalText reads.
func (p planesPart) String() string { return [...]string{"all", "training", "validation"}[p.Part] }

// Run writes the rows to stdout.
func (c *DataPlanesCmd) Run(env *Env) error {
	out := newResults(env)
	if c.DescribeOnly {
		return out.end(planes.Layout{Size: int(c.Size)}.Describe(out))
	}
	if env.Terminal {
		return usagef("the output is binary: redirect it to a program or a file")
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
	if total == 0 && c.Part.Part != replay.Validation { // how many rows are held out is not known
		total = o.Epochs * reader.Samples()
	}
	bar := newCounter(env, total, "rows")
	written, left, err := planes.Write(env.Ctx, out, planes.Options{Reader: reader, Size: int(c.Size), Rows: int(c.Rows), Threads: int(c.Threads),
		Progress: func(written int) { bar.at(int64(written)) }})
	bar.clear()
	if env.Ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: the stream ends after %s", errInterrupted, wording.Counted(written, "row"))
	}
	for _, d := range reader.Damage {
		env.Log.Warn("skipped damaged rows", "because", d.Error())
	}
	if written+left == 0 && err == nil {
		env.Log.Warn("the folders contain no rows of this part", "part", c.Part)
	}
	if left > 0 {
		env.Log.Warn("skipped rows whose boards are not rectangular, or too large", "rows", left, "size", int(c.Size))
	}
	env.Log.Debug("planes", "rows", written)
	return out.end(err)
}
