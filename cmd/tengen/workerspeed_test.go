package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/learn"
)

// playSpeed is the speed of the first stage of self-play.
type playSpeed struct {
	rows       float64 // per second
	cost       float64 // processor time of all processes per row, in milliseconds
	processors float64 // that were busy, on average
}

func (s playSpeed) String() string {
	return fmt.Sprintf("%.1f rows a second, %.1f ms of a processor per row, %.2f processors", s.rows, s.cost, s.processors)
}

// TestWorkerSpeed measures self-play in one process of two threads, and with a server and two workers of one thread. It
// needs two idle processors. Rounds alternate, so that slow changes of the machine hit both.
func TestWorkerSpeed(t *testing.T) {
	if os.Getenv("TENGEN_LONG") == "" {
		t.Skip("takes eight minutes on an idle machine: set TENGEN_LONG=1")
	}
	var alone, workers, shares []float64
	for round := 1; round <= 3; round++ {
		one, two := measurePlay(t, 0), measurePlay(t, 2)
		share := 100 * two.rows / one.rows
		t.Logf("round %d: one process: %v; two workers: %v; %.1f %%", round, one, two, share)
		alone, workers, shares = append(alone, one.rows), append(workers, two.rows), append(shares, share)
	}
	median := func(list []float64) float64 { return slices.Sorted(slices.Values(list))[1] }
	t.Logf("medians: %.1f and %.1f rows a second, %.1f %%", median(alone), median(workers), median(shares))
}

// measurePlay plays the first games of a run on 9x9, with a number of workers of one thread, or in one process.
func measurePlay(t *testing.T, workers int) playSpeed {
	t.Helper()
	var all []*exec.Cmd
	run := func(args string) *bufio.Scanner {
		t.Helper()
		c := exec.Command(os.Args[0], "-test.run=^TestMainProcess$")
		c.Env = append(os.Environ(), "TENGEN_TEST_MAIN="+args)
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
		return bufio.NewScanner(out)
	}
	defer func() {
		for _, c := range all {
			_ = c.Process.Kill() // has ended, unless the test failed
			_ = c.Wait()
		}
	}()
	begun := time.Now()
	wait := func() {
		t.Helper()
		if time.Since(begun) > 15*time.Minute {
			t.Fatal("the workers do not come, or the games do not end")
		}
		time.Sleep(50 * time.Millisecond)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "run")
	command := "learn --recipe expert --board 9x9 --window 24000 --gate-pairs 0 --generations 1 --threads 2 --out " + out
	if workers > 0 {
		lines := run("cluster serve --listen 127.0.0.1:0 --dir " + dir)
		lines.Scan()
		_, url, _ := strings.Cut(lines.Text(), "connect with --nats ")
		for i := range workers {
			run(fmt.Sprintf("worker --nats %s --name w%d --threads 1 --work selfplay", url, i))
		}
		for i := range workers { // a run counts the workers that have reported
			for got := ""; !strings.Contains(got, fmt.Sprint("w", i)); got = tengen(t, "", nil, "cluster", "status", "--nats", url).stdout {
				wait()
			}
		}
		command += " --verify 0 --nats " + url
	}
	run(command)
	var g *learn.Generation
	for g == nil || g.Stage == learn.Playing {
		wait()
		if s, err := learn.Read(out); err == nil && len(s.Generations) > 1 {
			g = &s.Generations[1]
		}
	}
	cpu := time.Duration(0)
	for _, c := range slices.Backward(all) {
		_ = c.Process.Kill()
		_ = c.Wait()
		cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	rows, seconds := float64(g.Rows), g.Seconds[learn.Playing]
	return playSpeed{rows / seconds, cpu.Seconds() * 1000 / rows, cpu.Seconds() / seconds}
}
