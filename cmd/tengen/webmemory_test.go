package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// webProcess is `tengen web` in a separate process, so that its memory can be measured and it can be killed.
type webProcess struct {
	testing.TB
	pid int
	url string
}

func startWeb(t testing.TB, flags ...string) *webProcess {
	t.Helper()
	program, home := buildWeb(t), t.TempDir()
	w, c := runWeb(t, program, home, append(flags, "--data", t.TempDir())...)
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return w
}

// buildWeb builds the program.
func buildWeb(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the program and runs it: left out of short runs")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read from /proc, which is only there on Linux")
	}
	program := filepath.Join(t.TempDir(), "tengen")
	if out, err := exec.Command("go", "build", "-o", program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	return program
}

// runWeb starts the program. The caller ends the process.
func runWeb(t testing.TB, program, home string, flags ...string) (*webProcess, *exec.Cmd) {
	t.Helper()
	c := exec.Command(program, append([]string{"web", "--no-browser", "--addr", "127.0.0.1:0", "--log-level", "error"}, flags...)...)
	c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	url := regexp.MustCompile(`http://[^ ]*`).FindString(line)
	if err != nil || url == "" {
		_ = c.Process.Kill()
		t.Fatalf("it says %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the process
	return &webProcess{t, c.Process.Pid, strings.TrimSuffix(url, "/")}, c
}

// memory returns a value of the process's status in MiB: VmRSS is the memory in use, and VmHWM the
// largest so far.
func (w *webProcess) memory(name string) int {
	w.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.pid))
	if err != nil {
		w.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); fields[0] == name+":" {
			kib, err := strconv.Atoi(fields[1])
			if err != nil {
				w.Fatal(err)
			}
			return kib >> 10
		}
	}
	w.Fatalf("no %s", name)
	return 0
}

// call makes a request and decodes the answer.
func (w *webProcess) call(method, path string, body io.Reader, into any) (status int, err error) {
	req, err := http.NewRequest(method, w.url+path, body)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, json.NewDecoder(resp.Body).Decode(into)
}

// webGame is the part of a game's state that a client needs.
type webGame struct {
	ID       string
	Number   int
	Thinking string
	Error    string
}

// play plays a short game with the engine and resigns.
func (w *webProcess) play() error {
	var g webGame
	post := func(path, body string) error {
		status, err := w.call("POST", path, strings.NewReader(body), &g)
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("POST %s: got status %d and the error %q, want status 200", path, status, g.Error)
		}
		return err
	}
	if err := post("/api/games", `{"width":9,"height":9,"human":"black","visits":30}`); err != nil {
		return err
	}
	id := g.ID
	for _, vertex := range []string{"E5", "C3", "G7"} {
		for g.Thinking != "" {
			time.Sleep(10 * time.Millisecond)
			if _, err := w.call("GET", "/api/games/"+id, nil, &g); err != nil {
				return err
			}
		}
		err := post("/api/games/"+id+"/play", fmt.Sprintf(`{"number":%d,"vertex":%q}`, g.Number, vertex))
		if err != nil && !strings.Contains(err.Error(), " 422 ") { // the engine played there
			return err
		}
	}
	return nil
}

// TestWebSoak checks that idle games are removed from memory, after twenty clients have played and left
// short games.
func TestWebSoak(t *testing.T) {
	games, lasts := 120, 30*time.Second
	if os.Getenv("TENGEN_LONG") != "" {
		games, lasts = 3600, 15*time.Minute
	}
	w := startWeb(t)
	begin := w.memory("VmRSS")
	turns := make(chan time.Time)
	var clients sync.WaitGroup
	for range 20 {
		clients.Go(func() {
			for range turns {
				if err := w.play(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	tick := time.NewTicker(lasts / time.Duration(games))
	defer tick.Stop()
	for range games {
		turns <- <-tick.C
	}
	close(turns)
	clients.Wait()
	most, after := w.memory("VmHWM"), 0
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		if after = w.memory("VmRSS"); after < 150 {
			break
		}
	}
	t.Logf("%d games in %v: %d MiB at first, at most %d, in the end %d", games, lasts, begin, most, after)
	if most > 300 || after > 150 {
		t.Errorf("at most %d MiB, 300 allowed; at rest %d MiB, 150 allowed", most, after)
	}
}

// attackers is an environment variable for the process of the attackers in TestWebAttack. It holds the
// address of the server, the number of files, and their size in bytes.
const attackers = "TENGEN_TEST_ATTACK"

// attack uploads files that are made to fill the memory, all at the same time.
func (w *webProcess) attack(uploads, size int) {
	files := [][]byte{
		[]byte("(" + strings.Repeat(";", size)),
		[]byte("(" + strings.Repeat(";B[];W[]", size/8)),
		[]byte("(;C[" + strings.Repeat("x", size) + "])"),
	}
	var senders sync.WaitGroup
	for i := range uploads {
		senders.Go(func() {
			var answer struct{ Error string }
			status, err := w.call("POST", "/api/records?name=x.sgf", bytes.NewReader(files[i%3]), &answer)
			if err != nil || i%3 < 2 && (status != http.StatusRequestEntityTooLarge && status != http.StatusServiceUnavailable || answer.Error == "") {
				w.Errorf("upload %d: %d %q, %v", i, status, answer.Error, err)
			}
		})
	}
	senders.Wait()
}

// TestWebAttack uploads many files that are made to fill the memory at the same time. The server must
// stay within its budget and still answer others. The attackers run in a process of low priority, since
// real ones would use other machines.
func TestWebAttack(t *testing.T) {
	if url := os.Getenv(attackers); url != "" {
		w := &webProcess{TB: t}
		var uploads, size int
		if _, err := fmt.Sscan(url, &w.url, &uploads, &size); err != nil {
			t.Fatal(err)
		}
		w.attack(uploads, size)
		return
	}
	uploads, size := 12, 8<<20
	if os.Getenv("TENGEN_LONG") != "" {
		uploads, size = 51, 60<<20
	}
	const budget = 2048
	w := startWeb(t, "--memory", strconv.Itoa(budget))
	c := exec.Command("nice", "-n", "19", os.Args[0], "-test.run=^TestWebAttack$")
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %d", attackers, w.url, uploads, size))
	done := make(chan struct{})
	go func() {
		defer close(done)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("the attackers: %v\n%s", err, out)
		}
	}()
	var waits []time.Duration
	for going := true; going; {
		began := time.Now()
		var list struct{ Games []any }
		if status, err := w.call("GET", "/api/games", nil, &list); err != nil || status != http.StatusOK {
			t.Errorf("the list of games: %d, %v", status, err)
		}
		waits = append(waits, time.Since(began))
		select {
		case <-done:
			going = false
		case <-time.After(20 * time.Millisecond):
		}
	}
	slices.Sort(waits)
	most := w.memory("VmHWM")
	t.Logf("%d uploads of %d MiB: at most %d MiB; %d requests meanwhile, median %v, 99 %% %v, slowest %v", uploads, size>>20, most,
		len(waits), waits[len(waits)/2], waits[len(waits)*99/100], waits[len(waits)-1])
	if slowest := waits[len(waits)-1]; os.Getenv("TENGEN_LONG") != "" && slowest > 100*time.Millisecond {
		t.Errorf("a request waited %v, and 100 ms are allowed on a machine that does nothing else", slowest)
	}
	if most > budget {
		t.Errorf("%d MiB, and the budget is %d", most, budget)
	}
}
