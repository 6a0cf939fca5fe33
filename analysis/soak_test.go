package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// soakTime is the duration of the traffic: 20 seconds, or 2 with -short. With TENGEN_LONG=1 it is an hour, or
// TENGEN_LONG_TIME, such as "30m".
func soakTime(t *testing.T) time.Duration {
	switch {
	case os.Getenv("TENGEN_LONG") == "1":
		if text := os.Getenv("TENGEN_LONG_TIME"); text != "" {
			d, err := time.ParseDuration(text)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		return time.Hour
	case testing.Short():
		return 2 * time.Second
	}
	return 20 * time.Second
}

// TestSoak runs clients that send valid and invalid queries. Some terminate queries at random moments, leave early, or
// never read. Clients that read must get every answer exactly once. Memory and goroutines must not grow.
func TestSoak(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	e := newTestEngine(t, func(o *Options) {
		o.Threads, o.MaxPositions, o.CacheMemory, o.StoreMemory, o.StoreFolder = 3, 60, 4<<20, 1<<20, ""
	})
	end := time.Now().Add(soakTime(t))
	var total, answers int
	var early uint64
	for round := uint64(1); time.Now().Before(end); round++ {
		var wg sync.WaitGroup
		var mu sync.Mutex
		for i := range 4 {
			wg.Go(func() {
				queries, got := converse(t, e, rand.New(rand.NewPCG(round, uint64(i))))
				mu.Lock()
				defer mu.Unlock()
				total, answers = total+queries, answers+got
			})
		}
		wg.Wait()
		if t.Failed() {
			t.Fatalf("round %d failed", round)
		}
		e.mu.Lock()
		if e.positions != 0 || e.bytes != 0 || len(e.sessions) != 0 || e.free != 3 {
			t.Fatalf("round %d leaves %d positions, %d bytes, %d sessions and %d free threads, want 0, 0, 0 and 3", round, e.positions, e.bytes, len(e.sessions), e.free)
		}
		e.mu.Unlock()
		if round == 20 || round%500 == 0 {
			if used := heapInUse(); early == 0 {
				early = used
			} else if used > early+early/2+16<<20 {
				t.Fatalf("memory grew from %d to %d bytes until round %d", early, used, round)
			}
		}
	}
	if used := heapInUse(); early > 0 && used > early+early/2+16<<20 {
		t.Errorf("memory grew from %d to %d bytes", early, used)
	}
	e.Close()
	until(t, func() bool { return runtime.NumGoroutine() <= goroutines })
	t.Logf("%d queries, %d answers, %d bytes in use", total, answers, heapInUse())
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// behaviour is how a client of the soak test behaves.
type behaviour uint8

const (
	readsAll   behaviour = iota // reads all answers
	quits                       // calls Quit at random moments while it reads
	closes                      // closes its session at random moments while it sends
	neverReads                  // reads nothing, and ends at a random moment
)

// soakClient is a client that sends random lines.
type soakClient struct {
	t    *testing.T
	rng  *rand.Rand
	s    *Session
	does behaviour

	sent, read int              // queries and answers
	promised   map[string][]int // turns of all valid queries, by id
	finals     map[string][]int // turns with a final answer, by id
	refused    map[string]bool  // queries that were refused, by id
}

// converse runs a client with random behaviour. It returns the number of queries that the client sent and of answers
// that it read.
func converse(t *testing.T, e *Engine, rng *rand.Rand) (sent, read int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := soakClient{t: t, rng: rng, s: e.NewSession(), promised: map[string][]int{}, finals: map[string][]int{}, refused: map[string]bool{}}
	defer c.s.Close()
	c.does = []behaviour{readsAll, readsAll, readsAll, quits, closes, neverReads}[rng.IntN(6)]
	lines := make(chan []byte)
	var wg sync.WaitGroup
	wg.Go(func() { c.feed(ctx, lines) })
	c.send(lines, cancel)
	if c.does == neverReads {
		cancel()
		wg.Wait()
		return c.sent, 0
	}
	c.receive()
	wg.Wait()
	if c.does == readsAll {
		c.check()
	}
	return c.sent, c.read
}

// feed gives the session its lines. While Line blocks, the client can still read.
func (c *soakClient) feed(ctx context.Context, lines <-chan []byte) {
	for line := range lines {
		if err := c.s.Line(ctx, line); err != nil && c.does == readsAll && !errors.Is(err, context.Canceled) {
			c.t.Error(err)
		}
	}
	c.s.End()
}

// send sends random lines. cancel unblocks a client that never reads.
func (c *soakClient) send(lines chan<- []byte, cancel func()) {
	for i := range 1 + c.rng.IntN(30) {
		line := randomLine(c.rng, i, c.promised)
		if c.does == neverReads && c.rng.IntN(5) == 0 {
			cancel()
		}
		lines <- line
		c.sent++
		if c.does == closes && c.rng.IntN(20) == 0 {
			c.s.Close()
		}
	}
	close(lines)
}

// receive reads answers until the end.
func (c *soakClient) receive() {
	for {
		data, err := c.s.Next(c.t.Context())
		if err == io.EOF {
			return
		}
		if err != nil {
			c.t.Error(err)
			return
		}
		c.read++
		var o struct {
			ID, Error, Action string
			Turn              *int `json:"turnNumber"`
			During            bool `json:"isDuringSearch"`
		}
		if err := json.Unmarshal(data, &o); err != nil {
			c.t.Errorf("%.200q: %v", data, err)
		}
		switch {
		case o.Error != "":
			c.refused[o.ID] = true
		case o.Turn != nil && strings.HasPrefix(o.ID, "q") && slices.Contains(c.finals[o.ID], *o.Turn):
			c.t.Errorf("%s has an answer for turn %d after the final one", o.ID, *o.Turn)
		case o.Turn != nil && !o.During:
			c.finals[o.ID] = append(c.finals[o.ID], *o.Turn)
		}
		if c.does == quits && c.rng.IntN(20) == 0 {
			c.s.Quit()
		}
	}
}

// check checks that every promised answer came exactly once, and no other.
func (c *soakClient) check() {
	for id, turns := range c.promised {
		got := c.finals[id]
		slices.Sort(got)
		if c.refused[id] && len(got) == 0 {
			continue // too many positions
		}
		if !slices.Equal(got, turns) {
			c.t.Errorf("%s has answers for the turns %v, want %v, refused: %v", id, got, turns, c.refused[id])
		}
		delete(c.finals, id)
	}
	for id := range c.finals {
		if _, ok := c.promised[id]; !ok && id[0] == 'q' {
			c.t.Errorf("%q has an answer without a query", id)
		}
	}
}

// randomLine makes a valid or invalid line. It adds the turns of valid queries to promised.
func randomLine(rng *rand.Rand, i int, promised map[string][]int) []byte {
	switch rng.IntN(8) {
	case 0:
		return fmt.Appendf(nil, `{"id":"t%d","action":"terminate_all"}`, i)
	case 1:
		return fmt.Appendf(nil, `{"id":"t%d","action":"terminate","terminateId":"q%d","turnNumbers":[0,1,2]}`, i, rng.IntN(i+1))
	case 2:
		return []byte([]string{"", "{", `{"id":"x"}`, `{"id":"x","action":"clear_cache"}`, "\x00\xff", strings.Repeat("[", 2000), `{"id":"x","action":"query_models"}`}[rng.IntN(7)])
	}
	id, size, moves := fmt.Sprint("q", i), 2+rng.IntN(8), []string{}
	turns := []int{0}
	used := map[int]bool{}
	for n := rng.IntN(12); n > 0; n-- {
		if p := rng.IntN(size * size); size > 4 && !used[p] && len(moves) < size {
			used[p] = true
			moves = append(moves, fmt.Sprintf(`["%c","(%d,%d)"]`, "bw"[len(moves)%2], p%size, p/size))
			turns = append(turns, len(moves))
		}
	}
	text, _ := json.Marshal(turns)
	line := fmt.Sprintf(`{"id":%q,"boardXSize":%d,"boardYSize":%d,"rules":%q,"moves":[%s],"analyzeTurns":%s,"maxVisits":%d,"priority":%d,"includeOwnership":%v,"reportDuringSearchEvery":%v,"includePolicy":%v}`,
		id, size, size, []string{"tromp-taylor", "japanese", "chinese"}[rng.IntN(3)], strings.Join(moves, ","), text, 1+rng.IntN(200), rng.IntN(3),
		rng.IntN(2) == 0, []float64{0.001, 100}[rng.IntN(2)], rng.IntN(2) == 0)
	if rng.IntN(6) == 0 { // damage the query
		line = strings.Replace(line, id, "x", 1)
		at := 10 + rng.IntN(len(line)-10)
		return []byte(line[:at] + string(rune(32+rng.IntN(95))) + line[at+1:])
	}
	promised[id] = turns
	return []byte(line)
}
