package learn

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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

// netText returns a net under the name that the net of a generation has, in the format of a file.
func netText(n int, m *nn.Model, o nn.WriteOptions) ([]byte, error) {
	named := *m
	named.Name = NetName(n)
	var file bytes.Buffer
	err := nn.Write(&file, &named, o)
	return file.Bytes(), err
}

// writeNet writes a net that was not made by [train.Run]. A different net in its place is renamed: it is from before an
// older copy of the state was restored.
func (r *run) writeNet(n int, m *nn.Model) error {
	file, err := netText(n, m, nn.WriteOptions{Gzip: true})
	if err != nil {
		return err
	}
	path := r.netFile(n)
	if was, err := os.ReadFile(path); err == nil && !bytes.Equal(was, file) {
		if err := r.rename(path); err != nil {
			return err
		}
	}
	return durable.Replace(path, file, true)
}

// rename gives the file of a net another name, with the time of the file.
func (r *run) rename(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	kept := path + info.ModTime().Format(".20060102-150405")
	r.o.Log.Warn("renamed a net that is not in the state of the run", "file", path, "kept", kept)
	return os.Rename(path, kept)
}

// BeganWith reports whether the run in a folder began with this net, whatever its name.
func BeganWith(dir string, m *nn.Model) (bool, error) {
	first, err := nn.ReadFile(filepath.Join(dir, "nets", netFileName(0)), nn.Limits{})
	if err != nil {
		return false, err
	}
	was, err := netText(0, first, nn.WriteOptions{})
	if err != nil {
		return false, err
	}
	is, err := netText(0, m, nn.WriteOptions{})
	return bytes.Equal(was, is), err
}

// model reads the net of a generation. It fails if the file is not the one that the run wrote.
func (r *run) model(n int) (*nn.Model, error) {
	path, g := r.netFile(n), &r.state.Generations[n]
	m, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		return nil, err
	}
	if m.SHA256 != g.SHA256 {
		return nil, otherNet(path)
	}
	m.Name = NetName(n)
	return m, nil
}

// otherNet is the error for a file of a net that the run did not write.
func otherNet(path string) error {
	return fmt.Errorf("%s is not the net that this run wrote: restore the file, or begin a run in another folder", path)
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

// evaluators makes an evaluator of a net for each board of the run.
func (r *run) evaluators(net selfplay.Net) ([]eval.Evaluator, error) {
	list := make([]eval.Evaluator, len(r.boards))
	for i, b := range r.boards {
		var err error
		if list[i], err = net.Evaluator(b.Graph, b.Rules); err != nil {
			return nil, fmt.Errorf("the net %s cannot play on %v: %w", net.Name, b.Graph, err)
		}
	}
	return list, nil
}

// copyBest makes the net of a generation the file for players.
func (r *run) copyBest(n int) error { return r.copyNet(n, bestFile) }

// copyNet copies the net of a generation to a file in the folder of the run. It fails if the net's file is not the one
// that the run wrote, because the copy may be the only sound one. A net in its place that is not from this run is
// renamed.
func (r *run) copyNet(n int, name string) error {
	path := r.netFile(n)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if hashOf(data) != r.state.Generations[n].SHA256 {
		return otherNet(path)
	}
	copied := filepath.Join(r.o.Dir, name)
	if was, err := os.ReadFile(copied); err == nil {
		hash := hashOf(was)
		if !slices.ContainsFunc(r.state.Generations, func(g Generation) bool { return g.SHA256 == hash }) {
			if err := r.rename(copied); err != nil {
				return err
			}
		}
	}
	return durable.Replace(copied, data, true)
}

// hashOf returns the hash of a file of a net, as in [Generation].SHA256.
func hashOf(file []byte) string { return fmt.Sprintf("%x", sha256.Sum256(file)) }

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
