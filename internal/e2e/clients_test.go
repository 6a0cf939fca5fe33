package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/internal/embedded"
)

// TestClients runs programs that were written for KataGo, but with tengen instead of KataGo. If a program is not
// available, the test sends the same commands and parses the answers in the same way.
//
// Sabaki's library is downloaded, so that part runs only if TENGEN_E2E is set. TENGEN_KATAGO_PYTHON is the path of
// KataGo's python/query_analysis_engine_example.py, and TENGEN_TWOGTP the command of a twogtp, GoGui's or gomill's.
// Tests of missing programs are skipped.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("this starts many processes")
	}
	r := newClientRig(t)
	t.Run("Sabaki", r.sabaki)
	t.Run("Python", r.python)
	t.Run("KataGoPython", r.kataGoPython)
	t.Run("twogtp", r.twogtp)
	t.Run("Lizzie", r.lizzie)
	t.Run("gtp2ogs", r.gtp2ogs)
}

// A clientRig is a folder that is set up as for KataGo, with tengen under KataGo's name.
type clientRig struct {
	dir, program string
}

func newClientRig(t *testing.T) clientRig {
	t.Helper()
	dir := t.TempDir()
	r := clientRig{dir: dir, program: filepath.Join(dir, "katago")}
	if runtime.GOOS == "windows" {
		r.program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", r.program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	var net bytes.Buffer
	z := gzip.NewWriter(&net)
	if _, err := io.WriteString(z, embedded.Net()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"default.bin.gz": net.String(),
		"gtp_logging.cfg": "logDir = gtp_logs\nlogAllGTPCommunication = true\nlogSearchInfo = true\nlogToStderr = false\n" +
			"rules = tromp-taylor\nallowResignation = true\nresignThreshold = -0.90\nresignConsecTurns = 3\nmaxVisits = 20\nnumSearchThreads = 1\n" +
			"ponderingEnabled = false\nogsChatToStderr = true\nnnCacheSizePowerOfTwo = 18\nsearchFactorAfterOnePass = 0.50\n",
		"analysis.cfg": "logDir = analysis_logs\nreportAnalysisWinratesAs = BLACK\nmaxVisits = 500\nnumAnalysisThreads = 2\nnumSearchThreadsPerAnalysisThread = 1\n" +
			"nnMaxBatchSize = 64\nnnCacheSizePowerOfTwo = 18\nnnRandomize = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// run runs another program to its end in the rig's folder and returns its output.
func (r clientRig) run(t *testing.T, limit time.Duration, command ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.WaitDelay = r.dir, time.Second
	cmd.Env = append(os.Environ(), "TENGEN="+r.program)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("it had not ended after %v", limit)
	}
	return string(out), err
}

// tool returns the path of the first of the programs that is installed.
func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("there is no %s on this machine", strings.Join(names, " or "))
	return ""
}

// offline matches npm's output if it cannot reach its registry, or if the registry refuses
// the packages.
var offline = regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E403|E50[0-9]`)

// sabaki drives the program with Sabaki's own library: testdata/clients/sabaki.mjs.
func (r clientRig) sabaki(t *testing.T) {
	if os.Getenv("TENGEN_E2E") == "" {
		t.Skip("TENGEN_E2E is not set, and Sabaki's library comes over the network")
	}
	node, npm := tool(t, "node", "nodejs"), tool(t, "npm")
	for _, name := range []string{"package.json", "package-lock.json", "sabaki.mjs"} {
		text, err := os.ReadFile(filepath.Join("testdata", "clients", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(r.dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := r.run(t, 2*time.Minute, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")
	switch {
	case err != nil && offline.MatchString(out):
		t.Skipf("Sabaki's library cannot be had: %s", out)
	case err != nil:
		t.Fatalf("npm: %v\n%s", err, out)
	}
	out, err = r.run(t, 5*time.Minute, node, "sabaki.mjs")
	if err != nil || !strings.Contains(out, "a whole game") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log(out)
}

// python runs a script that uses the analysis engine in the usual way.
func (r clientRig) python(t *testing.T) {
	python := tool(t, "python3", "python")
	script, err := filepath.Abs(filepath.Join("testdata", "clients", "analysis.py"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := r.run(t, 2*time.Minute, python, script, r.program, "analysis.cfg", "default.bin.gz"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// kataGoPython runs KataGo's own example.
func (r clientRig) kataGoPython(t *testing.T) {
	script := os.Getenv("TENGEN_KATAGO_PYTHON")
	if script == "" {
		t.Skip("TENGEN_KATAGO_PYTHON does not say where KataGo's query_analysis_engine_example.py is")
	}
	out, err := r.run(t, 2*time.Minute, tool(t, "python3", "python"), script, "-katago-path", r.program, "-config-path", "analysis.cfg", "-model-path", "default.bin.gz")
	if strings.Contains(out, "No module named 'sgfmill'") {
		t.Skip("KataGo's example needs Python's sgfmill, which is not installed")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The script prints, in Python's notation, the answer to a stone on D4.
	for _, want := range []string{"Started, ready to begin handling requests", "'id': '0'", "'moveInfos': [{", "'policy': [", "'currentPlayer': 'W'", "'turnNumber': 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}

// A talk is a running program whose lines are read as they arrive.
type talk struct {
	*testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	stdout <-chan string
	stderr <-chan string // nil if both streams are one pipe
}

// talk starts the program. Some clients read both of its streams through one pipe.
func (r clientRig) talk(t *testing.T, merged bool, args ...string) *talk {
	t.Helper()
	c := &talk{T: t, cmd: exec.Command(r.program, args...)}
	c.cmd.Dir = r.dir
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.in = in
	lines := func() (*os.File, <-chan string) {
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		heard := make(chan string, 1<<14)
		go func() {
			defer close(heard)
			defer from.Close()
			for s := bufio.NewReader(from); ; {
				line, err := s.ReadString('\n')
				if err != nil {
					return
				}
				heard <- strings.TrimSuffix(line, "\n")
			}
		}()
		return to, heard
	}
	to, heard := lines()
	defer to.Close()
	c.cmd.Stdout, c.stdout = to, heard
	c.cmd.Stderr = to
	if !merged {
		to, heard := lines()
		defer to.Close()
		c.cmd.Stderr, c.stderr = to, heard
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c.cmd.ProcessState == nil {
			_ = c.cmd.Process.Kill()
			_ = c.cmd.Wait()
		}
	})
	return c
}

// say writes a text to the program.
func (c *talk) say(text string) {
	c.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.Fatal(err)
	}
}

// hear returns the next line of a stream, and false at its end.
func (c *talk) hear(from <-chan string) (string, bool) {
	c.Helper()
	select {
	case line, more := <-from:
		return line, more
	case <-time.After(patience):
		c.Fatal("nothing was heard for too long")
		return "", false
	}
}

// ends waits for the end of the program after a quit.
func (c *talk) ends(within time.Duration) {
	c.Helper()
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			c.Errorf("it ended with %v", err)
		}
	case <-time.After(within):
		_ = c.cmd.Process.Kill()
		<-done
		c.Errorf("it had not ended %v after quit", within)
	}
}
