package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/server"
)

// trainingRun is a run that a test writes as a trainer would.
type trainingRun struct {
	*testing.T
	path  string
	began time.Time
	level float64 // the limit of its loss
}

func newTrainingRun(t *testing.T, dir, name string, level float64) *trainingRun {
	t.Helper()
	r := &trainingRun{T: t, path: filepath.Join(dir, name, "metrics.jsonl"), began: time.Now().Add(-time.Hour), level: level}
	if err := os.MkdirAll(filepath.Dir(r.path), 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

// lines returns the lines from one step to another, both in units of fifty steps, with a test
// every thousand steps.
func (r *trainingRun) lines(from, to int) (text []byte) {
	for n := from; n <= to; n++ {
		step := 50 * n
		loss := r.level + 4*math.Exp(-float64(step)/4000) + 0.2*math.Sin(float64(n*n))
		line := map[string]any{"kind": "train", "step": step, "steps": 20000, "epoch": step / 8000, "loss": loss, "policy": loss * 0.7, "answer": loss * 0.8,
			"value": 0.6 + loss/40, "ownership": 0.4 + loss/30, "score": 3 * loss, "spread": 2 * loss, "lead": loss, "top1": 0.5 - loss/16, "length": 4 / (1 + loss),
			"positions": 3200, "rate": 0.004 * min(float64(step)/1000, 1) * (1 + math.Cos(float64(step)/6500)) / 2, "perSecond": 210 + 15*math.Cos(float64(n)),
			"time": r.began.Add(time.Duration(n) * 14 * time.Second).UTC().Format(time.RFC3339Nano)}
		kinds := []string{"train"}
		if step%1000 == 0 {
			kinds = append(kinds, "test")
		}
		for _, kind := range kinds {
			if line["kind"] = kind; kind == "test" {
				line["loss"], line["top1"] = r.level+0.15+4*math.Exp(-float64(step)/4000), 0.49-loss/16
				delete(line, "length")
				delete(line, "rate")
				delete(line, "perSecond")
			}
			one, err := json.Marshal(line)
			if err != nil {
				r.Fatal(err)
			}
			text = append(append(text, one...), '\n')
		}
	}
	return text
}

// append adds lines to the file.
func (r *trainingRun) append(text []byte) {
	r.Helper()
	f, err := os.OpenFile(r.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = f.Write(text)
	}
	if err != nil {
		r.Fatal(err)
	}
	if err := f.Close(); err != nil {
		r.Fatal(err)
	}
}

// replace rewrites the file, as a run does that resumes from a checkpoint.
func (r *trainingRun) replace(text []byte) {
	r.Helper()
	err := os.WriteFile(r.path+".new", text, 0o644)
	if err == nil {
		err = os.Rename(r.path+".new", r.path)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// trainingTab is the page of the training runs.
type trainingTab struct{ *tab }

// points waits until the chart of the loss has a number of points.
func (p trainingTab) points(n int) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#chart-loss")?.dataset.points === "%d"`, n))
}

// at waits until the page shows a run at a step.
func (p trainingTab) at(run string, step int) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector('.run-card[data-run="%s"]')?.dataset.step === "%d"`, run, step))
}

// TestTraining opens the page of the training runs and watches a run that goes on.
func TestTraining(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run, other := newTrainingRun(t, dir, "nets/b6.run", 3), newTrainingRun(t, dir, "b4.run", 4)
	other.append(other.lines(1, 300))
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(other.path, past, past); err != nil {
		t.Fatal(err)
	}
	run.append(run.lines(1, 100))
	p := trainingTab{serverTab(t, startBrowser(t), server.Options{Runs: dir, NewPlayer: func() (server.Player, error) { return filler{}, nil }})}
	p.open("/")
	p.click("#to-training")
	p.latest()
	p.grows(run)
	p.compares()
	p.replaced(run)

	// The table has the same in numbers.
	p.click(".numbers summary")
	p.wait(`document.querySelectorAll(".numbers tbody tr").length > 5`)
	p.reads(".numbers tbody tr:last-child th", "20,000")
	p.click("#more-charts")
	p.wait(`document.querySelector("#chart-length .smooth")`)
}

// latest checks that the page first shows the curves of the latest run.
func (p trainingTab) latest() {
	p.points(100)
	p.at("nets/b6.run", 5000)
	p.count("#runs li", 2)
	p.count("#chart-loss circle", 5) // the tests
	p.count("#more-charts", 1)
}

// grows watches the run go on. Its curve grows, and a line that is cut off is read when it is complete.
func (p trainingTab) grows(run *trainingRun) {
	end := `Number(/L([\d.]+) [\d.]+$/.exec(document.querySelector("#chart-loss .smooth").getAttribute("d"))[1])`
	before := eval[float64](p.tab, end)
	more := run.lines(101, 119)
	run.append(more[:len(more)-40])
	p.points(118)
	run.append(more[len(more)-40:])
	p.points(119)
	run.append(run.lines(120, 120))
	p.points(120)
	p.at("nets/b6.run", 6000)
	p.count("#chart-loss circle", 6)
	if after := eval[float64](p.tab, end); math.Abs(after-before) > 1 {
		p.Errorf("the curve ends at %v, and it ended at %v: the axis should have grown with it", after, before)
	}
}

// compares adds a second run, on a logarithmic axis. The URL keeps both choices. The keyboard and the pointer show the
// values at a step.
func (p trainingTab) compares() {
	p.click(`#runs li:has([data-run="b4.run"]) label`)
	p.points(420)
	p.count("#chart-loss .smooth", 2)
	p.count(".run-card", 2)
	p.click("label:has(#axis-log)")
	p.wait(`location.hash === "#training?run=nets%2Fb6.run&run=b4.run&x=log"`)
	p.do(chromedp.Reload())
	p.points(420)
	p.wait(`document.querySelector("#axis-log").checked`)

	p.do(chromedp.Focus(chromedp.CSS("#chart-loss .plot")))
	p.press(kb.Home)
	p.says("#chart-loss .aim text", "step 50")
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.says("#chart-top1 .aim text", "step 150")
	p.press(kb.Escape)
	p.wait(`!document.querySelector(".aim")`)
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const box = document.querySelector("#chart-value .plot").getBoundingClientRect();
		document.querySelector("#chart-value .plot").dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + 20}));
	}`))
	p.wait(`[...document.querySelectorAll(".aim line")].filter((line) => line.getBoundingClientRect().height > 50).length === document.querySelectorAll(".chart").length`)
}

// replaced watches the run go back to a checkpoint. Then its file vanishes and comes back.
func (p trainingTab) replaced(run *trainingRun) {
	run.replace(run.lines(1, 80))
	p.points(380)
	p.at("nets/b6.run", 4000)
	if err := os.Rename(run.path, run.path+".away"); err != nil {
		p.Fatal(err)
	}
	p.says(`.run-card[data-run="nets/b6.run"] .state`, "the file is gone")
	p.points(380)
	if err := os.Rename(run.path+".away", run.path); err != nil {
		p.Fatal(err)
	}
	p.wait(`document.querySelector('.run-card[data-run="nets/b6.run"]').dataset.state !== "gone"`)
	run.append(run.lines(81, 400))
	p.says(`.run-card[data-run="nets/b6.run"] .state`, "finished")
}
