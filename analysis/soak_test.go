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

// soakTime is for how long traffic goes on: 20 seconds, 2 with -short; with TENGEN_LONG=1
// an hour, or what TENGEN_LONG_TIME says (as "30m").
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

// TestSoak has clients of all manners send right and wrong queries, end what they began at
// random moments, leave early, and never read. Every promised answer comes exactly once to
// those who read; memory and goroutines stay what they were.
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
			t.Fatalf("in round %d", round)
		}
		e.mu.Lock()
		if e.positions != 0 || e.bytes != 0 || len(e.sessions) != 0 || e.free != 3 {
			t.Fatalf("round %d leaves %d positions, %d bytes, %d sessions, %d of 3 threads", round, e.positions, e.bytes, len(e.sessions), e.free)
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

// converse is a client of random manners. It returns how many queries it sent and how many
// answers it read.
func converse(t *testing.T, e *Engine, rng *rand.Rand) (sent, read int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := e.NewSession()
	defer s.Close()
	manner := rng.IntN(6)
	promised := map[string][]int{} // turns by id of all right queries
	lines := make(chan []byte)
	var wg sync.WaitGroup
	wg.Go(func() {
		for line := range lines {
			if err := s.Line(ctx, line); err != nil {
				if manner < 3 && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		}
		s.End()
	})
	for i := range 1 + rng.IntN(30) {
		line := randomLine(rng, i, promised)
		if manner == 5 && rng.IntN(5) == 0 {
			cancel() // so that a client that does not read ends some time
		}
		lines <- line
		sent++
		if manner == 4 && rng.IntN(20) == 0 {
			s.Close()
		}
	}
	close(lines)
	if manner == 5 {
		cancel()
		wg.Wait()
		return sent, 0
	}
	finals, refused := map[string][]int{}, map[string]bool{}
	for {
		data, err := s.Next(t.Context())
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Error(err)
			break
		}
		read++
		var o struct {
			ID, Error, Action string
			Turn              *int `json:"turnNumber"`
			During            bool `json:"isDuringSearch"`
		}
		if err := json.Unmarshal(data, &o); err != nil {
			t.Errorf("%.200q: %v", data, err)
		}
		switch {
		case o.Error != "":
			refused[o.ID] = true
		case o.Turn != nil && strings.HasPrefix(o.ID, "q") && slices.Contains(finals[o.ID], *o.Turn):
			t.Errorf("an answer to %s of turn %d after the last", o.ID, *o.Turn)
		case o.Turn != nil && !o.During:
			finals[o.ID] = append(finals[o.ID], *o.Turn)
		}
		if manner == 3 && rng.IntN(20) == 0 {
			s.Quit()
		}
	}
	wg.Wait()
	if manner >= 3 {
		return sent, read
	}
	for id, turns := range promised {
		got := finals[id]
		slices.Sort(got)
		if refused[id] && len(got) == 0 {
			continue // too many positions
		}
		if !slices.Equal(got, turns) {
			t.Errorf("%s has answers to the turns %v, want %v, refused: %v", id, got, turns, refused[id])
		}
		delete(finals, id)
	}
	for id := range finals {
		if _, ok := promised[id]; !ok && id[0] == 'q' {
			t.Errorf("nobody asked for %q", id)
		}
	}
	return sent, read
}

// randomLine is a line of a client, right or wrong. Right queries are noted.
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
	if rng.IntN(6) == 0 { // something goes wrong with it
		line = strings.Replace(line, id, "x", 1)
		at := 10 + rng.IntN(len(line)-10)
		return []byte(line[:at] + string(rune(32+rng.IntN(95))) + line[at+1:])
	}
	promised[id] = turns
	return []byte(line)
}
