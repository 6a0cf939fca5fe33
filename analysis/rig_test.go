package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/katago"
)

// late is how long a test waits before it fails, even on a busy machine.
const late = time.Minute

// always returns factories that return the same evaluator for every profile, board and rules.
func always(e eval.Evaluator) func(string) eval.Factory {
	return func(string) eval.Factory {
		return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return e, nil }
	}
}

// newTestEngine makes an engine for a test. change, if not nil, changes its options.
func newTestEngine(t testing.TB, change func(*Options)) *Engine {
	t.Helper()
	s := katago.Default(katago.ForAnalysis)
	if err := s.Set("maxVisits", "20"); err != nil {
		t.Fatal(err)
	}
	o := Options{Evaluator: always(eval.Hashed(1)), Settings: s, Threads: 2, Version: "1", Revision: "r"}
	if change != nil {
		change(&o)
	}
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// client is a session that fails its test on errors.
type client struct {
	*Session
	t testing.TB
}

func newClient(t testing.TB, e *Engine) *client {
	c := &client{e.NewSession(), t}
	t.Cleanup(c.Close)
	return c
}

func (c *client) send(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if err := c.Line(c.t.Context(), []byte(line)); err != nil {
			c.t.Fatal(err)
		}
	}
}

// read returns the next answer, or nil at the end.
func (c *client) read() map[string]any {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), late)
	defer cancel()
	data, err := c.Next(ctx)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return decoded(c.t, data)
}

func decoded(t testing.TB, data []byte) (o map[string]any) {
	t.Helper()
	if err := json.Unmarshal(data, &o); err != nil || strings.ContainsRune(string(data), '\n') {
		t.Fatalf("got %q (%v), want a JSON object on one line", data, err)
	}
	return o
}

// rest returns all answers until the end.
func (c *client) rest() (list []map[string]any) {
	c.End()
	for o := c.read(); o != nil; o = c.read() {
		list = append(list, o)
	}
	return list
}
