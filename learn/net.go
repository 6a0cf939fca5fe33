package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/durable"
	"tengen/neteval"
	"tengen/nn"
	"tengen/selfplay"
	"tengen/train"
)

// netFileName is the name of the file with the net of a generation.
func netFileName(n int) string { return fmt.Sprintf("%04d.bin.gz", n) }

func (r *run) netFile(n int) string { return filepath.Join(r.o.Dir, "nets", netFileName(n)) }

// NetName is the name of the net of a generation.
func NetName(n int) string { return fmt.Sprintf("generation-%04d", n) }

// writeNet writes the net with which the run begins.
func (r *run) writeNet(n int, m *nn.Model) error {
	named := *m
	named.Name = NetName(n)
	var file bytes.Buffer
	if err := nn.Write(&file, &named, nn.WriteOptions{Gzip: true}); err != nil {
		return err
	}
	return durable.Replace(r.netFile(n), file.Bytes(), true)
}

// model reads the net of a generation. It fails if the file is not the one that the run wrote.
func (r *run) model(n int) (*nn.Model, error) {
	path, g := r.netFile(n), &r.state.Generations[n]
	m, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		return nil, err
	}
	if m.SHA256 != g.SHA256 {
		return nil, fmt.Errorf("%s is not the net that this run wrote: restore the file, or begin a run in another folder", path)
	}
	m.Name = NetName(n)
	return m, nil
}

// player returns the net of a generation as a player.
func (r *run) player(n int) (selfplay.Net, error) {
	m, err := r.model(n)
	if err != nil {
		return selfplay.Net{}, err
	}
	return r.playerOf(m, r.o.Level, neteval.Options{})
}

// playerOf returns a net as a player.
func (r *run) playerOf(m *nn.Model, level nn.Level, o neteval.Options) (selfplay.Net, error) {
	net, err := nn.NewNet(m, level)
	if err != nil {
		return selfplay.Net{}, err
	}
	return selfplay.Net{Name: m.Name, Evaluator: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net, g, o)
	}}, nil
}

// copyBest makes the net of a generation the file for players.
func (r *run) copyBest(n int) error { return r.copyNet(n, bestFile) }

// copyNet copies the net of a generation to a file in the folder of the run.
func (r *run) copyNet(n int, name string) error {
	data, err := os.ReadFile(r.netFile(n))
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(r.o.Dir, name), data, true)
}

// keepMetrics adds the metrics of a generation's training to the metrics of the run. The steps are counted from the
// beginning of the run. A generation whose metrics are there already is not added again.
func (r *run) keepMetrics(g *Generation) error {
	list, _, err := train.ReadMetrics(filepath.Join(r.trainDir(g.Number), train.MetricsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil // they were kept before the process ended
	}
	if err != nil {
		return err
	}
	before := 0
	for i := range g.Number {
		before += r.state.Generations[i].Steps
	}
	path := filepath.Join(r.o.Dir, train.MetricsFile)
	kept, _, err := train.ReadMetrics(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var text bytes.Buffer
	line := json.NewEncoder(&text) // it does not fail: package train has checked that the numbers are finite
	for _, m := range kept {
		if m.Step <= before {
			_ = line.Encode(m)
		}
	}
	for _, m := range list {
		m.Step, m.Steps = m.Step+before, m.Steps+before
		g.Losses = &m
		_ = line.Encode(m)
	}
	return durable.Replace(path, text.Bytes(), true)
}
