package games

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"
)

// TestSleeperIsSmall: a game that has left memory is garbage, although its clock runs.
func TestSleeperIsSmall(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		c.play(ann, "C3")
		l, release, err := c.games.store.Acquire(c.id)
		if err != nil {
			t.Fatal(err)
		}
		held := weak.Make(l)
		release()
		c.games.Sweep(time.Now().Add(time.Hour))
		if c.asleep() != 1 {
			t.Fatal("the clock does not run")
		}
		for range 10 {
			if runtime.GC(); held.Value() == nil {
				return
			}
			time.Sleep(beat)
		}
		t.Error("the game is still in memory")
	})
}
