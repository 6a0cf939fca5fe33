package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"tengen/internal/durable"
)

// Metrics is one line of a run's metrics. A "train" line has averages over the steps since the previous "train"
// line. A "test" line has averages over the positions of one test.
type Metrics struct {
	Kind  string `json:"kind"` // "train" or "test"
	Step  int    `json:"step"` // number of steps made so far
	Steps int    `json:"steps"`
	Epoch int    `json:"epoch"`
	Measured
	Top1      *float64  `json:"top1,omitempty"` // Measured.Top1, or nil if the moves that were played are unknown
	Loss      float64   `json:"loss"`
	Rate      float64   `json:"rate,omitempty"`      // learning rate
	PerSecond float64   `json:"perSecond,omitempty"` // positions per second
	Time      time.Time `json:"time"`
}

// addStep adds a step to the next line of metrics, and writes the line when it is due.
func (r *run) addStep(m Measured) error {
	r.sum.add(&m)
	r.sum.Length += m.Length
	r.sumSteps++
	step := r.trainer.optimizer.step
	if step%r.LogEvery != 0 && step != r.Optimizer.Steps {
		return nil
	}
	r.sum.Length /= float64(r.sumSteps)
	line := Metrics{Kind: "train", Measured: r.sum, Rate: r.Optimizer.rateAt(step - 1), PerSecond: float64(r.sum.Positions) / time.Since(r.lineBegan).Seconds()}
	r.sum, r.sumSteps, r.lineBegan = Measured{}, 0, time.Now()
	return r.write(line)
}

func (r *run) write(m Metrics) error {
	m.Step, m.Steps, m.Epoch, m.Time = r.trainer.optimizer.step, r.Optimizer.Steps, r.reader.State().Epoch, time.Now().UTC()
	m.Loss = m.sum(r.Weights)
	if m.playedMoves() > 0 {
		m.Top1 = &m.Measured.Top1
	}
	if err := checkLoss(m.Loss); err != nil {
		return fmt.Errorf("step %d: %w", m.Step, err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = r.metrics.Write(append(text, '\n'))
	return err
}

// openMetrics opens the file of metrics for appending and finds the last test in it. It removes the lines of steps
// after the checkpoint, because these steps will be measured again. It also removes damaged lines, and returns the
// number of them.
func (r *run) openMetrics(path string) (damaged int, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	var data []byte
	damaged = readMetrics(text, func(line []byte, m Metrics) bool {
		if m.Step > r.trainer.optimizer.step {
			return false
		}
		if m.Kind == "test" {
			r.testedStep = m.Step
		}
		data = append(bytes.TrimRight(append(data, line...), "\n"), '\n')
		return true
	})
	if err := durable.Replace(path, data, true); err != nil {
		return 0, err
	}
	r.metrics, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644)
	return damaged, err
}

// ReadMetrics reads the metrics of a run and returns the number of damaged lines. It does not count a last line
// that is cut off, because a run in progress may be writing it.
func ReadMetrics(path string) (list []Metrics, damaged int, err error) {
	text, err := os.ReadFile(path)
	damaged = readMetrics(text, func(_ []byte, m Metrics) bool {
		list = append(list, m)
		return true
	})
	return list, damaged, err
}

// readMetrics calls yield with each line and its metrics, until yield returns false.
func readMetrics(text []byte, yield func(line []byte, m Metrics) bool) (damaged int) {
	for line := range bytes.Lines(text) {
		var m Metrics
		if json.Unmarshal(line, &m) == nil {
			if !yield(line, m) {
				break
			}
		} else if bytes.HasSuffix(line, []byte("\n")) {
			damaged++
		}
	}
	return damaged
}
