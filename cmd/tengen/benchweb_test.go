package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/internal/webload"
)

// TestBenchWeb measures a server that the command starts, and one that runs already.
func TestBenchWeb(t *testing.T) {
	program := buildWeb(t)
	home, tmp := t.TempDir(), t.TempDir()
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(program, append([]string{"bench", "web", "--rooms", "3", "--spectators", "7", "--seconds", "2"}, args...)...)
		c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "TMPDIR="+tmp)
		return c
	}
	measure := func(args ...string) (all []webload.Figures) {
		t.Helper()
		c := command(append(args, "--json")...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v, %s", args, err, &stderr)
		}
		for line := range strings.Lines(string(out)) {
			var f webload.Figures
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			all = append(all, f)
		}
		return all
	}
	all := measure("--idle", "20")
	if len(all) != 3 || all[1].Idle != 20 || all[1].Closed != 0 || all[2].Flood == 0 || all[2].Refused == 0 {
		t.Errorf("%+v; want three measurements, the second with 20 connections, the third with a flood", all)
	}
	for _, f := range all {
		// The games are followed by 6 players and 7 spectators; the first game by 5 clients, the others by 4.
		if f.Lost != 0 || f.Moves < 3 || f.Moves > 6 || f.Deliveries < 4*f.Moves || f.Deliveries > 5*f.Moves || f.ToPlayers.Max <= 0 ||
			f.ToSpectators.P99 < f.ToSpectators.Median || f.Answers.Max <= 0 || f.Bytes < 1000*int64(f.Deliveries) || f.ProcessMemory < 8<<20 || f.ObjectMemory <= 0 {
			t.Errorf("%+v", f)
		}
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("the folder for temporary files has %v, %v", left, err)
	}

	w := startWeb(t)
	if all := measure("--url", w.url, "--idle", "0", "--no-flood"); len(all) != 1 || all[0].Lost != 0 || all[0].Moves < 3 {
		t.Errorf("a running server: %+v", all)
	}
	var games struct{ Games []any }
	if _, err := w.call("GET", "/api/games", nil, &games); err != nil || len(games.Games) > 0 {
		t.Errorf("afterwards the server has the games %v, %v", games.Games, err)
	}

	c := exec.Command("sh", "-c", `ulimit -n 300 && exec "$0" "$@"`, program, "bench", "web", "--rooms", "3", "--spectators", "7")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), `need 10219 open files, but the limit is 300: run "ulimit -n 10219" first, or give --idle 81`) {
		t.Errorf("with a low limit: %v, %s", err, out)
	}
	c = command("--seconds", "60", "--progress")
	var stdout bytes.Buffer
	c.Stdout = &stdout
	stderr, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	progress := bufio.NewReader(stderr)
	threeMoves := regexp.MustCompile(`\(([3-9]|\d\d+)/`) // or more, because the bar does not show every move
	for seen := ""; !threeMoves.MatchString(seen); {
		more, err := progress.ReadString('\r')
		if seen += more; err != nil {
			t.Fatalf("the progress is %q, %v", seen, err)
		}
	}
	time.Sleep(time.Second)
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := new(bytes.Buffer)
	_, _ = rest.ReadFrom(progress)
	var status *exec.ExitError
	if err := c.Wait(); !errors.As(err, &status) || status.ExitCode() != exitInterrupted || !strings.Contains(rest.String(), unmeasured) || !strings.Contains(stdout.String(), "deliveries") {
		t.Errorf("interrupted: %v, %s%s; want the figures so far", err, &stdout, rest)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("after an interrupt the folder for temporary files has %v, %v", left, err)
	}
}
