package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestCountKilled kills the program at random moments and continues with the same command, until the count ends. The
// result is that of OEIS A094777. The short form kills a count of 9x9 four times, the long form one of 10x10 twenty
// times.
func TestCountKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program and runs it many times: left out of short runs")
	}
	board, kills, want := "9x9", 4, "103919148791293834318983090438798793469"
	pause := 100 * time.Millisecond
	if os.Getenv("TENGEN_LONG") == "1" {
		board, kills, want = "10x10", 20, "96498428501909654589630887978835098088148177857"
		pause = time.Second
	}
	program := filepath.Join(t.TempDir(), "tengen")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	dir, home := filepath.Join(t.TempDir(), "count"), t.TempDir()
	command := func() *exec.Cmd {
		// With so little memory most states are in files.
		c := exec.Command(program, "count", board, "--out", dir, "--memory", "8", "--at-once", "2", "--interval", "0.1", "--threads", "2")
		c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home)
		return c
	}
	checkpoint := func() string {
		data, err := os.ReadFile(filepath.Join(dir, "machine1.json"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(data)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	killed := 0
	for range kills {
		before := checkpoint()
		c := command()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		// Every run gets further than the one before, or the count would never end.
		for deadline := time.Now().Add(3 * time.Minute); checkpoint() == before && len(ended) == 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("no checkpoint after three minutes")
			}
		}
		time.Sleep(time.Duration(rng.Int64N(int64(pause))))
		if len(ended) == 0 {
			killed++
		}
		_ = c.Process.Kill() // an error means that it has ended
		<-ended
	}
	out, err := command().CombinedOutput()
	if err != nil || !strings.Contains(string(out), want) {
		t.Errorf("after %d kills: %v\n%s\nwant %s", killed, err, out, want)
	}
	if killed < kills/2 {
		t.Errorf("the count was killed only %d times, because it was too fast", killed)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.states"))
	if err != nil || len(files) > 0 {
		t.Errorf("after the end the folder has %v, %v, want no states", files, err)
	}
}
