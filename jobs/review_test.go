package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/kifu"
	"tengen/nn"
	"tengen/player"
	"tengen/review"
)

const reviewed = "(;SZ[5]KM[6.5]RU[Chinese];B[cc];W[dc];B[cd];W[db];B[bb];W[](;B[cb];W[dd]))"

// lineOf reads a record.
func lineOf(t *testing.T, sgf string) *review.Line {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(sgf), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	line, err := review.NewLine(file.Trees[0])
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// searchElsewhere searches all positions of a line on workers. The keys of found are positions.
func searchElsewhere(t *testing.T, c *ReviewCrew, r *player.Reviewer, line *review.Line) (found map[int]string, skipped int, err error) {
	found = map[int]string{}
	todo := review.Missing(line, r.On(line.Graph))
	err = c.Search(t.Context(), ReviewJob{Queue: cluster.Review, Name: "r", PerTask: 3, Next: func() *ReviewPosition {
		if len(todo) == 0 {
			return nil
		}
		i := todo[0]
		todo = todo[1:]
		return &ReviewPosition{Game: line.At(i), Options: r.On(line.Graph), Skip: func() { skipped++ }, Take: func(a *kifu.Analysis) error {
			text, err := review.Encode(a)
			found[i] = string(text)
			return err
		}}
	}})
	return found, skipped, err
}

// searchHere searches the positions in this process.
func searchHere(t *testing.T, r *player.Reviewer, line *review.Line) map[int]string {
	t.Helper()
	found := map[int]string{}
	o := r.On(line.Graph)
	o.Each = func(i int, a *kifu.Analysis) error {
		if a == nil {
			return nil
		}
		text, err := review.Encode(a)
		found[i] = string(text)
		return err
	}
	if err := review.Run(t.Context(), line, o); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestReview: workers find what this process finds, with a net and with rollouts, also on a board that is not a
// rectangle.
func TestReview(t *testing.T) {
	l := openCluster(t)
	startWorker(t, l, "worker", nil)
	file, _ := netFile(t, 1)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	net, err := player.Loader{Log: logger(t)}.Load(t.Context(), player.NetFile(file), 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		net  *player.Net
		data []byte
	}{"net": {net, data}, "rollouts": {nil, nil}} {
		for board, sgf := range map[string]string{"5x5": reviewed, "passes": "(;SZ[5];B[cc];W[];B[])",
			"stones": "(;SZ[5]AB[aa]HA[2]AB[ee];W[cc];B[dd];AW[ab];B[bb])", "illegal": "(;SZ[5];B[cc];W[cc];B[dd])"} {
			t.Run(name+" "+board, func(t *testing.T) {
				line := lineOf(t, sgf)
				r := player.NewReviewer(c.net, 20, 1, slog.New(slog.DiscardHandler))
				want := searchHere(t, r, line)
				crew := &ReviewCrew{Checks: checks(1), Cluster: l, Net: c.data, Visits: 20, Log: logger(t)}
				got, skipped, err := searchElsewhere(t, crew, r, line)
				if err != nil {
					t.Fatal(err)
				}
				if !maps.Equal(got, want) || len(want) == 0 || skipped > 0 {
					t.Errorf("got %d positions and %d skipped, want the %d of this process: %v and %v", len(got), skipped, len(want), got, want)
				}
			})
		}
	}
}

// TestReviewLiars: an analysis that no search can give, or that another search gives, is not taken.
func TestReviewLiars(t *testing.T) {
	for name, change := range map[string][2]string{
		"number":  {`"Win":0.`, `"Win":7.`},
		"move":    {`"Point":`, `"Point":9`},
		"net":     {`"Model":""`, `"Model":"better"`},
		"nothing": {`"analyses":[`, `"analyses":[null,`},
		"garbage": {`{`, `[`},
		"lead":    {`"Lead":`, `"Lead":1`}, // possible, so that only a repetition of the search finds it
	} {
		t.Run(name, func(t *testing.T) {
			l := openCluster(t)
			var lies atomic.Int32
			ended := startHands(t, l, "liar", nn.Levels(), func(_ cluster.Task, data []byte) []byte {
				lies.Add(1)
				return []byte(strings.Replace(string(data), change[0], change[1], 1))
			})
			line := lineOf(t, reviewed)
			r := player.NewReviewer(nil, 20, 1, slog.New(slog.DiscardHandler))
			honest := make(chan struct{})
			go func() {
				defer close(honest)
				if err := <-ended; err == nil || !strings.Contains(err.Error(), "not taken any more") {
					t.Errorf("the liar ended with %v", err)
				}
				startWorker(t, l, "honest", nil)
			}()
			got, skipped, err := searchElsewhere(t, &ReviewCrew{Checks: checks(1), Cluster: l, Visits: 20, Log: logger(t)}, r, line)
			<-honest
			if err != nil || skipped > 0 || !maps.Equal(got, searchHere(t, r, line)) || lies.Load() == 0 {
				t.Errorf("got %v, %d skipped, %v after %d lies", got, skipped, err, lies.Load())
			}
		})
	}
}

// reviewWorker runs a worker that does the tasks of reviews by a function, until stop is called.
func reviewWorker(t *testing.T, l *cluster.Cluster, do cluster.Handler) (stop func()) {
	t.Helper()
	w, err := l.Join(t.Context(), "worker")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- w.Work(ctx, cluster.WorkOptions{Slots: 1, Handlers: map[cluster.Queue]cluster.Handler{cluster.Review: do}})
	}()
	return func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		w.Close()
	}
}

// TestReviewFailures: what workers cannot do is left to this process.
func TestReviewFailures(t *testing.T) {
	l := openCluster(t)
	stop := reviewWorker(t, l, func(context.Context, cluster.Task, func(string)) ([]byte, error) {
		return nil, fmt.Errorf("%w: broken", cluster.ErrPermanent)
	})
	line := lineOf(t, reviewed)
	r := player.NewReviewer(nil, 20, 1, slog.New(slog.DiscardHandler))
	got, skipped, err := searchElsewhere(t, &ReviewCrew{Checks: checks(1), Cluster: l, Visits: 20, Log: logger(t)}, r, line)
	if err != nil || len(got) > 0 || skipped != line.Judgeable() {
		t.Errorf("got %d positions, %d skipped, %v, want all %d skipped", len(got), skipped, err, line.Judgeable())
	}
	stop()
}

// TestReviewPatience: an owner with patience does not wait for workers that are not there, or do not answer.
func TestReviewPatience(t *testing.T) {
	l := openCluster(t)
	line := lineOf(t, reviewed)
	r := player.NewReviewer(nil, 20, 1, slog.New(slog.DiscardHandler))
	crew := &ReviewCrew{Checks: checks(1), Cluster: l, Visits: 20, Patience: 500 * time.Millisecond, Log: logger(t)}
	if got, _, err := searchElsewhere(t, crew, r, line); !errors.Is(err, ErrNoAnswer) || len(got) > 0 {
		t.Errorf("without a worker: got %v, %v, want %v", got, err, ErrNoAnswer)
	}
	stop := reviewWorker(t, l, func(ctx context.Context, _ cluster.Task, _ func(string)) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	for slots := 0; slots == 0; {
		var err error
		if slots, err = l.Slots(t.Context(), cluster.Review); err != nil {
			t.Fatal(err)
		}
	}
	// The shorter times end during the calls to the cluster that prepare the job.
	for _, crew.Patience = range []time.Duration{time.Nanosecond, time.Millisecond, 3 * time.Millisecond, 10 * time.Millisecond, 30 * time.Millisecond, 500 * time.Millisecond} {
		if got, _, err := searchElsewhere(t, crew, r, line); !errors.Is(err, ErrNoAnswer) || len(got) > 0 {
			t.Errorf("with a worker that does not answer in %v: got %v, %v, want %v", crew.Patience, got, err, ErrNoAnswer)
		}
	}
	stop()
}

// TestReviewPatienceIsWithWorkers: the time that this process takes for a result is not counted.
func TestReviewPatienceIsWithWorkers(t *testing.T) {
	t.Parallel() // it mostly waits
	l := openCluster(t)
	startWorker(t, l, "worker", nil)
	for slots := 0; slots == 0; {
		var err error
		if slots, err = l.Slots(t.Context(), cluster.Review); err != nil {
			t.Fatal(err)
		}
	}
	line := lineOf(t, reviewed)
	r := player.NewReviewer(nil, 20, 1, slog.New(slog.DiscardHandler))
	crew := &ReviewCrew{Checks: checks(1), Cluster: l, Visits: 20, Patience: 20 * time.Second, Log: logger(t)}
	todo, taken := review.Missing(line, r.On(line.Graph)), 0
	want := len(todo)
	err := crew.Search(t.Context(), ReviewJob{Queue: cluster.Review, Name: "r", PerTask: 3, Next: func() *ReviewPosition {
		if len(todo) == 0 {
			return nil
		}
		i := todo[0]
		todo = todo[1:]
		return &ReviewPosition{Game: line.At(i), Options: r.On(line.Graph), Skip: func() {}, Take: func(*kifu.Analysis) error {
			if taken++; taken == 1 {
				time.Sleep(crew.Patience + time.Second)
			}
			return nil
		}}
	}})
	if err != nil || taken != want {
		t.Errorf("got %d of %d positions, %v", taken, want, err)
	}
}

// TestDescribePosition: a position that cannot be described is refused.
func TestDescribePosition(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese())
	for _, p := range []baduk.Point{12, baduk.Pass, 3} {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := describePosition(g)
	if err != nil {
		t.Fatal(err)
	}
	again, err := readPosition(text)
	if err != nil || again.Len() != 3 || again.Rules() != g.Rules() {
		t.Errorf("got %v, %v, want the same game", again, err)
	}
	for _, bad := range []string{"", "{}", strings.Replace(string(text), `"Point":12`, `"Point":99`, 1), strings.Replace(string(text), `5x5`, `/etc/passwd`, 1), strings.Replace(string(text), `"toPlay":`, `"toPlay":3`, 1)} {
		if _, err := readPosition([]byte(bad)); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}
