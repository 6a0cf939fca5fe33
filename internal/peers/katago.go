package peers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tengen/internal/usage"
)

// Program is an installed KataGo.
type Program struct {
	Path    string `json:"path"`
	Version string `json:"version"` // such as "1.17.2"
	Backend string `json:"backend"` // the library that computes nets, such as "Eigen(CPU)"
	// Compiled is what the program says about the instructions that it was compiled for, such as "AVX2 and FMA". It
	// is "" if the program says nothing. That is also so if the compiler was called with -march=native.
	Compiled string `json:"compiled,omitempty"`
}

// String describes the program.
func (p Program) String() string {
	compiled := "compiled for instructions that it does not name"
	if p.Compiled != "" {
		compiled = "compiled for " + p.Compiled
	}
	return fmt.Sprintf("%s, %s back end, %s (%s)", p.Version, p.Backend, compiled, p.Path)
}

// howToInstall says how to get a KataGo that can be compared.
const howToInstall = "get the Eigen version (Linux and Windows: https://github.com/lightvector/KataGo/releases), or compile it with " +
	"cmake -DUSE_BACKEND=EIGEN -DCMAKE_CXX_FLAGS=-march=native, and name it with --katago FILE"

var (
	versionLine  = regexp.MustCompile(`(?m)^KataGo v(\S+)`)
	backendLine  = regexp.MustCompile(`(?m)^Using (.+) backend`)
	compiledLine = regexp.MustCompile(`(?m)^Compiled with (.*) instructions`)
)

// Find asks the program at path for its version. With the path "" it looks for katago in PATH. It refuses programs
// that are not KataGo, and versions of KataGo that compute on a GPU.
func Find(ctx context.Context, path string) (Program, error) {
	found, err := exec.LookPath(cmp.Or(path, "katago"))
	switch {
	case err != nil && path == "":
		return Program{}, usage.Errorf("katago was not found in PATH: %s", howToInstall)
	case err != nil:
		return Program{}, usage.Errorf("--katago: %v: name the file of the program", err)
	}
	p := Program{}
	if p.Path, err = filepath.Abs(found); err != nil {
		return p, err
	}
	text, err := p.run(ctx, "", "version")
	if err != nil {
		return p, err
	}
	version := versionLine.FindStringSubmatch(text)
	if version == nil {
		return p, usage.Errorf("%s: not KataGo: its answer to the command version begins with %.60q", p.Path, text)
	}
	p.Version, p.Backend = version[1], "unknown"
	if m := backendLine.FindStringSubmatch(text); m != nil {
		p.Backend = m[1]
	}
	if m := compiledLine.FindStringSubmatch(text); m != nil {
		p.Compiled = m[1]
	}
	if !strings.HasPrefix(p.Backend, "Eigen") {
		return p, usage.Errorf("%s is KataGo %s with the %s back end, and only the CPU back end, Eigen, can be compared with tengen: %s", p.Path, p.Version, p.Backend, howToInstall)
	}
	return p, nil
}

// linesShown is the number of a failed program's last lines in the error.
const linesShown = 4

// run runs the program to its end in a folder and returns its stdout. If the program fails, the error has its last
// lines.
func (p Program) run(ctx context.Context, dir string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(ctx, p.Path, args...)
	c.Dir, c.Stdout, c.Stderr, c.WaitDelay = dir, &stdout, &stderr, 2*time.Second
	err := c.Run()
	if err == nil {
		return stdout.String(), nil
	}
	// An interrupt from the terminal reaches the program and this one at the same time. If the program ended first,
	// ctx ends a moment later.
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-time.After(100 * time.Millisecond):
	}
	said := lastLines(stderr.String())
	if said == "" {
		said = lastLines(stdout.String())
	}
	return "", fmt.Errorf("%s %s failed (%w); its last lines are: %s", filepath.Base(p.Path), args[0], err, cmp.Or(said, "none"))
}

// lastLines returns the last lines of a text that are not empty.
func lastLines(text string) string {
	var lines []string
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-linesShown):], "\n")
}

// config is the configuration file for KataGo. Its paths are relative to the folder in which KataGo runs.
const config = `rules = tromp-taylor
logDir = logs
logToStderr = false
logAllGTPCommunication = false
logSearchInfo = false
startupPrintMessageToStderr = false
numSearchThreads = 1
maxVisits = 100
`

// The boards that KataGo has benchmark positions for.
const (
	MinSize = 7
	MaxSize = 19
)

// searchVisits is the usual number of visits of a search in a benchmark.
const searchVisits = 100

// work returns the visits of each search and the number of searches that take about the time d, if the program makes
// this number of evaluations a second.
func work(speed float64, d time.Duration) (visits, searches int) {
	n := speed * d.Seconds()
	if n < searchVisits {
		return max(int(n), leastVisits), 1
	}
	return searchVisits, int(n/searchVisits + 0.5)
}

// leastVisits is the number of visits of the shortest search that is measured.
const leastVisits = 8

// speed measures how many evaluations of a net KataGo makes per second in its own benchmark: searches of a number of
// visits from some positions of a game.
func (p Program) speed(ctx context.Context, dir string, net Net, size, threads, visits, searches int) (float64, error) {
	text, err := p.run(ctx, dir, "benchmark", "-config", configFile, "-model", net.File, "-boardsize", strconv.Itoa(size),
		"-t", strconv.Itoa(threads), "-v", strconv.Itoa(visits), "-n", strconv.Itoa(searches))
	if err != nil {
		return 0, p.explain(net, err)
	}
	speed, err := speedIn(text, threads)
	if err != nil {
		return 0, fmt.Errorf("KataGo %s: %w", p.Version, err)
	}
	return speed, nil
}

var speedLine = regexp.MustCompile(`numSearchThreads = *(\d+): .*\bnnEvals/s = ([0-9.]+)`)

// speedIn finds the evaluations a second in the output of katago benchmark.
func speedIn(text string, threads int) (float64, error) {
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		m := speedLine.FindStringSubmatch(line)
		if m == nil || m[1] != strconv.Itoa(threads) {
			continue
		}
		if speed, err := strconv.ParseFloat(m[2], 64); err == nil && speed > 0 {
			return speed, nil
		}
	}
	return 0, fmt.Errorf("the output of its benchmark has no evaluations a second (nnEvals/s) for %d threads; it ends with: %s", threads, lastLines(text))
}

// explain adds advice to the error of a KataGo that could not read a net.
func (p Program) explain(net Net, err error) error {
	if errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "model") {
		return err
	}
	return fmt.Errorf("KataGo %s cannot read %s, which tengen reads; a newer KataGo may read it, or leave the net out: %w", p.Version, net.Name, err)
}
