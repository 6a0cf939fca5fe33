package analysis

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// TestStore checks that the same question is answered from the store until the caches are cleared. This includes
// questions with another id, and answers that another process has written to the folder. Other questions, changed
// files and answers of another build lead to a new search.
func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	g := newGate()
	close(g.open)
	build := "one"
	begin := func() *client {
		return newClient(t, newTestEngine(t, func(o *Options) { o.Evaluator, o.StoreFolder, o.CacheMemory, o.Build = always(g), dir, -1, build }))
	}
	c := begin()
	ask := func(id, more string, fresh bool) map[string]any {
		t.Helper()
		before := g.asked.Load()
		c.send(`{"id":"` + id + `",` + board9 + more + `}`)
		o := c.read()
		if o["id"] != id || (g.asked.Load() > before) != fresh {
			t.Errorf("%s: got %v after %d evaluations, want a new search: %v", id, o, g.asked.Load()-before, fresh)
		}
		delete(o, "id")
		return o
	}
	first := ask("a", "", true)
	if !reflect.DeepEqual(ask("a", "", false), first) || !reflect.DeepEqual(ask("é b", "", false), first) {
		t.Errorf("the second answer differs from the first")
	}
	ask("priority", `,"priority":3,"reportDuringSearchEvery":1`, false)
	for i, more := range []string{`,"maxVisits":21`, `,"includePolicy":true`, `,"analysisPVLen":3`, `,"komi":5.5`, `,"analyzeTurns":[2]`, `,"overrideSettings":{"cpuctExploration":2}`,
		`,"avoidMoves":[{"player":"w","moves":["D4"],"untilDepth":1}]`, `,"overrideSettings":{"reportAnalysisWinratesAs":"WHITE"}`, `,"initialStones":[["b","A1"]]`} {
		ask(fmt.Sprint("other", i), more, true)
	}
	c = begin()
	if again := ask("c", "", false); !reflect.DeepEqual(again, first) {
		t.Errorf("from the folder got %v, want %v", again, first)
	}
	c.send(`{"id":"clear","action":"clear_cache"}`)
	c.read()
	time.Sleep(20 * time.Millisecond) // file systems store times coarsely
	ask("d", "", true)
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if len(files) < 10 {
		t.Fatalf("the folder has %d files, want at least 10", len(files))
	}
	for _, f := range files { // damage every file
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, bytes.Replace(data, []byte(`"order":0`), []byte(`"order":7`), 1), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c = begin()
	ask("e", "", true)
	ask("f", "", false)
	build = "another"
	c = begin()
	ask("g", "", true)
}

// TestStoreFull checks that the log says once that answers cannot be written.
func TestStoreFull(t *testing.T) {
	var said bytes.Buffer
	dir := t.TempDir()
	s, err := newStore(0, dir, slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		k := key{byte(i)}
		if err := os.WriteFile(filepath.Dir(s.file(k)), nil, 0o600); err != nil { // a file with the name of the folder
			t.Fatal(err)
		}
		s.put(k, []byte("{}"))
	}
	if n := strings.Count(said.String(), "cannot be stored"); n != 1 {
		t.Errorf("the log says it %d times, want once: %s", n, &said)
	}
}

// TestStoreMemory checks that the store stays within its memory and keeps the answers that were used last.
func TestStoreMemory(t *testing.T) {
	s, err := newStore(10_000, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		s.put(key{byte(i)}, []byte(strings.Repeat("x", 800)))
		s.put(key{byte(i)}, []byte(strings.Repeat("y", 800)))
		if _, ok := s.get(key{0}); !ok && i < 200 {
			t.Fatalf("an answer that is used all the time is forgotten after %d others", i)
		}
		if s.size > 10_000 || s.size != int64(len(s.known))*1000 || s.latest.Len() != len(s.known) {
			t.Fatalf("%d bytes in %d entries and a list of %d, want 1000 bytes per entry, at most 10,000, and equal numbers", s.size, len(s.known), s.latest.Len())
		}
	}
	if _, ok := s.get(key{50}); ok || len(s.known) != 10 {
		t.Errorf("%d answers are kept, answer 50 among them: %v; want 10 and false", len(s.known), ok)
	}
	s.put(key{1, 1}, make([]byte, 20_000))
	if len(s.known) != 10 {
		t.Errorf("%d answers are left after one that is too large, want 10", len(s.known))
	}
}

// TestClearCacheSeed checks that clear_cache changes the random numbers of the same question, and that another process
// gets the same answers in the same order.
func TestClearCacheSeed(t *testing.T) {
	answers := func() (list []any) {
		c := newClient(t, newTestEngine(t, func(o *Options) {
			o.Evaluator = func(string) eval.Factory {
				return func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
					return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
				}
			}
		}))
		for range 2 {
			c.send(`{"id":"a",` + board9 + `}`)
			list = append(list, c.read()["rootInfo"])
			c.send(`{"id":"clear","action":"clear_cache"}`)
			c.read()
		}
		return list
	}
	first, second := answers(), answers()
	if reflect.DeepEqual(first[0], first[1]) || !reflect.DeepEqual(first, second) {
		t.Errorf("got %v and %v, want two answers that differ, and the same again", first, second)
	}
}
