package training

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/server/boards"
	"tengen/server/wire"
)

// metricsText is a line as package train writes it.
func metricsText(kind string, step int, loss float64) string {
	more := ""
	if kind == "train" {
		more = fmt.Sprintf(`"rate":%v,"perSecond":%v,`, 0.001/float64(step), 100+step%7)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC).Add(time.Duration(step) * 2 * time.Second).Format(time.RFC3339Nano)
	return fmt.Sprintf(`{"kind":%q,"step":%d,"steps":100000,"epoch":1,"policy":%v,"answer":5.29,"value":0.7,"ownership":0,"score":8.2,"spread":5.6,"lead":5.2,`+
		`"positions":3200,"top1":0.25,"length":4.1,"loss":%v,%s"time":%q}`+"\n", kind, step, loss/2, loss, more, at)
}

// write writes a run's file of metrics.
func writeRun(t *testing.T, dir, run, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(run), metricsName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzMetricsLine compares the quick parser of a line with encoding/json.
func FuzzMetricsLine(f *testing.F) {
	f.Add(strings.TrimSpace(metricsText("train", 50, 4.5)))
	f.Add(strings.TrimSpace(metricsText("test", 1000, 1e-7)))
	for _, text := range []string{
		`{}`, `{"kind":"train","step":-1}`, `{"kind":"test","step":1e9,"loss":-0}`, `{"step":01}`, `{"step":+1}`, `{"loss":Inf}`, `{"loss":1e999}`,
		`{"loss":0x10}`, `{"loss":1_000}`, `{"loss":.5}`, `{"loss":5.}`, `{"kind":"tr\u0061in","step":3}`, ` {"a":{"b":[1]},"step":7} `, `{"step":1,"step":2}`,
		`{"kind":"train","kind":-1}`, `{"step":1,"step":"x"}`, `{"loss":1,"loss":"x"}`, `{"time":"2026-01-02T03:04:05Z","time":1}`,
		`{"loss":null,"top1":true}`, `{"a":1}}`, `[1]`, `null`, `{"time":"2026-01-02T03:04:05Z"}`, `{"time":"then"}`, `{"kind":"train","step":1.5}`, "\f{\"step\":3}", "{\"step\":3}\u00a0",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quick, ok := parsePlain([]byte(text))
		if !ok {
			return // the caller then uses encoding/json
		}
		slow, sound := parseJSON([]byte(text))
		if !sound {
			t.Fatalf("the quick parser accepts %q, which is not a valid line", text)
		}
		for i := range slow.values {
			if math.IsNaN(slow.values[i]) && math.IsNaN(quick.values[i]) {
				slow.values[i], quick.values[i] = 0, 0
			}
		}
		if quick != slow {
			t.Fatalf("the quick parser reads %q as %+v, want %+v as encoding/json does", text, quick, slow)
		}
	})
}

// TestCurvePoints compares each point with the lines that it summarises.
func TestCurvePoints(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var s series
	var losses []float64
	const lines = 20_000
	for n := range lines {
		m := emptyLine()
		m.step, m.values[measureLoss] = 50*(n+1), random.NormFloat64()
		if n%3 == 0 {
			m.values[measureTop1] = random.Float64()
		}
		losses = append(losses, m.values[measureLoss])
		s.add(&m)
	}
	most := 2 * octave
	for n := 2 * octave; n < lines; n *= 2 {
		most += octave
	}
	if len(s.points) > most || s.lines != lines {
		t.Fatalf("%d lines gave %d points, want at most %d", s.lines, len(s.points), most)
	}
	at := 0
	for i, p := range s.points {
		part := losses[at : at+p.lines]
		sum := 0.0
		for _, v := range part {
			sum += v
		}
		of := p.of[measureLoss]
		if math.Abs(of.sum-sum) > 1e-9 || of.low != slices.Min(part) || of.high != slices.Max(part) || p.first != 50*(at+1) || p.last != 50*(at+p.lines) {
			t.Fatalf("point %d is %+v, want a summary of the lines %d to %d", i, p, at, at+p.lines)
		}
		if p.lines > 1 && float64(p.lines) > float64(at)/octave {
			t.Fatalf("point %d stands for %d lines, at line %d", i, p.lines, at)
		}
		at += p.lines
	}
	if at != lines {
		t.Fatalf("points stand for %d lines of %d", at, lines)
	}
	// A run that returns to a checkpoint repeats its measurements, so the old ones from there on are removed.
	step := s.points[700].first
	s.cut(step)
	if last := s.points[len(s.points)-1]; len(s.points) != 700 || last.last >= step || s.lines != (step/50)-1 {
		t.Fatalf("cut at step %d there are %d points of %d lines, the last to step %d", step, len(s.points), s.lines, last.last)
	}
}

// look reads the whole file of a run.
func look(t *testing.T, tr *Training, name string, known *told) *curveNews {
	t.Helper()
	for range 1000 {
		if more, news := tr.look(name, known); !more {
			return news
		}
	}
	t.Fatal("reading the file did not end")
	return nil
}

// TestCurveGrows reads a file that grows in pieces of any length and compares what a
// page then has with the file read at once.
func TestCurveGrows(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var text strings.Builder
	for n := 1; n <= 3000; n++ {
		text.WriteString(metricsText("train", 50*n, 6/math.Sqrt(float64(n))))
		if n%20 == 0 {
			text.WriteString(metricsText("test", 50*n, 7/math.Sqrt(float64(n))))
		}
	}
	all := text.String()
	whole := newTraining(dir)
	path := writeRun(t, dir, "a/b", all)
	want := look(t, whole, "a/b", &told{})
	if want.Train.Total != len(want.Train.Step) || want.Lines != 3150 || want.Bad != 0 || !want.Whole || want.Step != 150_000 || want.Each != 2 {
		t.Fatalf("read at once: %d lines of which %d are bad, %d points, step %d, %v s a step", want.Lines, want.Bad, want.Train.Total, want.Step, want.Each)
	}
	grows := newTraining(dir)
	writeRun(t, dir, "a/b", "")
	var page told
	var have *curveNews
	random := rand.New(rand.NewPCG(3, 4))
	steps := 0
	for rest := all; rest != ""; {
		n := min(len(rest), 1+random.IntN(40_000))
		appendTo(t, path, rest[:n])
		rest = rest[n:]
		_, news := grows.look("a/b", &page)
		if news == nil {
			continue
		}
		if have == nil {
			have = news
			continue
		}
		if news.Fresh {
			t.Fatal("a file that only grew was read again from the start")
		}
		steps++
		if len(news.Train.Step) > 300 {
			t.Errorf("%d points were sent twice", len(news.Train.Step))
		}
		merge(&have.Train, news.Train)
		merge(&have.Test, news.Test)
		have.Step, have.Last, have.Lines = news.Step, news.Last, news.Lines
	}
	if steps < 20 {
		t.Fatalf("the curve has only %d steps, too few for this test", steps)
	}
	a, _ := json.Marshal([]any{have.Train, have.Test, have.Step, have.Last, have.Lines})
	b, _ := json.Marshal([]any{want.Train, want.Test, want.Step, want.Last, want.Lines})
	if string(a) != string(b) {
		t.Errorf("the page that followed the file has %.300s…, want %.300s… as the file read at once", a, b)
	}
}

// merge adds new points to known ones, as the page does.
func merge(p *points, news points) {
	k := news.From
	p.Total, p.From = news.Total, 0
	p.Step, p.Since, p.Time, p.Lines = append(p.Step[:k], news.Step...), append(p.Since[:k], news.Since...), append(p.Time[:k], news.Time...), append(p.Lines[:k], news.Lines...)
	for m := range measures {
		p.Mean[m], p.Low[m], p.High[m] = append(p.Mean[m][:k], news.Mean[m]...), append(p.Low[m][:k], news.Low[m]...), append(p.High[m][:k], news.High[m]...)
	}
}

// TestCurveFaults tests damaged, replaced and missing files.
func TestCurveFaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tr := newTraining(dir)
	lines := func(kind string, from, to int, loss float64) (text string) {
		for n := from; n <= to; n++ {
			text += metricsText(kind, 50*n, loss)
		}
		return text
	}
	path := writeRun(t, dir, "run", lines("train", 1, 10, 5)+`{"kind":"train","st`)
	var page told
	c := look(t, tr, "run", &page)
	if c.Lines != 10 || c.Bad != 0 || !c.Whole || !c.Fresh {
		t.Fatalf("with an incomplete last line: %+v", c)
	}
	if _, again := tr.look("run", &page); again != nil {
		t.Errorf("although nothing has changed, %+v was sent", again)
	}
	// The line is completed, but it is not valid. A valid line follows.
	appendTo(t, path, "ep\n"+lines("train", 11, 11, 5))
	if c = look(t, tr, "run", &page); c.Lines != 11 || c.Bad != 1 || c.Fresh || c.Train.From != 9 {
		t.Fatalf("after the line was completed: %+v", c)
	}
	// The file is removed and comes back unchanged.
	away := path + ".away"
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	if c = look(t, tr, "run", &page); !c.Gone || c.Lines != 11 {
		t.Fatalf("after the file was removed: %+v", c)
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	if c = look(t, tr, "run", &page); c.Gone || c.Fresh || c.Lines != 11 {
		t.Fatalf("after the file came back: %+v", c)
	}
	// The run restarts from a checkpoint: lines are taken away, and others come at once, so many that
	// the file is longer than it was.
	text := lines("train", 1, 5, 5) + lines("train", 6, 40, 4)
	writeRun(t, dir, "run", text)
	if c = look(t, tr, "run", &page); !c.Fresh || c.Lines != 40 || c.Bad != 0 || float64(c.Train.Mean[measureLoss][5]) != 4 {
		t.Fatalf("after the file was rewritten: %+v", c)
	}
	writeRun(t, dir, "run", lines("train", 1, 2, 5))
	if c = look(t, tr, "run", &page); !c.Fresh || c.Lines != 2 {
		t.Fatalf("after the file became shorter: %+v", c)
	}
	// A run goes back to a checkpoint but does not remove its old lines.
	appendTo(t, path, lines("train", 3, 9, 5)+lines("test", 9, 9, 5)+lines("train", 6, 7, 3)+lines("test", 7, 7, 3))
	c = look(t, tr, "run", &page)
	if got := fmt.Sprint(c.Train.Step, c.Test.Step, c.Train.Mean[measureLoss], c.Step); !c.Fresh || got != "[50 100 150 200 250 300 350] [350] [5 5 5 5 5 3 3] 350" {
		t.Fatalf("after the run went back: %s", got)
	}
	// A line without a newline, then an invalid line, then valid lines.
	appendTo(t, path, strings.Repeat("x", 3*readPiece)+"\n\n\xff\x00\n"+lines("train", 8, 8, 2))
	if c = look(t, tr, "run", &page); c.Bad != 2 || c.Step != 400 || c.Lines != 9 {
		t.Fatalf("after a line without a newline: %d bad lines, step %d, %d lines", c.Bad, c.Step, c.Lines)
	}
	// A time that JSON cannot express counts as missing.
	appendTo(t, path, `{"kind":"train","step":450,"steps":900,"loss":2,"time":"9999-12-31T23:59:59-23:59"}`+"\n")
	c = look(t, tr, "run", &page)
	if _, err := json.Marshal(c); err != nil || c.Step != 450 || !c.Last.IsZero() {
		t.Fatalf("with a time that JSON cannot express: %v, %+v", err, c)
	}
	// A folder takes the place of the file.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if c = look(t, tr, "run", &page); !c.Gone {
		t.Fatalf("with a folder in place of the file: %+v", c)
	}
}

func newTraining(dir string) *Training {
	return New(wire.NewService(slog.New(slog.DiscardHandler), 256), boards.New(nil), dir, time.Hour)
}
