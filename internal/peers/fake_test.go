package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtpserver"
	"tengen/neteval"
	"tengen/nn"
)

// fakeEnv makes the test binary a KataGo. Its value names the fault of the program.
const fakeEnv = "TENGEN_FAKE_KATAGO"

func TestMain(m *testing.M) {
	if how := os.Getenv(fakeEnv); how != "" {
		os.Exit(fake(how, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// fakeSpeed is the speed that the fake claims, in evaluations a second.
const fakeSpeed = 400

// fake answers as KataGo does, with the net that it is called with. It returns the exit status.
func fake(how string, args []string) int {
	if args[0] == "version" {
		switch how {
		case "not KataGo":
			fmt.Println("GNU Go 3.8")
			return 0
		case "GPU":
			fmt.Println("KataGo v1.17.2\nGit revision: abc\nUsing OpenCL backend")
			return 0
		case "no version":
			fmt.Fprintln(os.Stderr, "error while loading shared libraries: libzip.so.5")
			return 127
		}
		fmt.Println("KataGo v1.17.2\nGit revision: abc\nCompile Time: now\nUsing Eigen(CPU) backend\nCompiled with AVX2 and FMA instructions")
		return 0
	}
	value := func(flag string) string { return args[slices.Index(args, flag)+1] }
	if how == "cannot read the net" {
		fmt.Fprintln(os.Stderr, "terminate called after throwing an instance of 'StringError'\n  what():  Error loading or parsing model file x: version 99")
		return 134
	}
	if _, err := os.Stat(value("-config")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	m, err := nn.ReadFile(value("-model"), nn.Limits{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if args[0] == "benchmark" {
		return fakeBenchmark(how, value("-t"), value("-n"))
	}
	if value("-override-config") != "rootPolicyOptimism=0.5" {
		fmt.Fprintln(os.Stderr, "unexpected arguments")
		return 1
	}
	e, err := gtpserver.New(gtpserver.Config{Name: "KataGo", Version: "1.17.2", Player: idle{}, Judge: func(g *baduk.Game, s neteval.Symmetry, _ float64, _ string) (neteval.Judgement, error) {
		return fakeJudgement(how, m, g, s)
	}})
	if err == nil {
		err = e.Server().Serve(context.Background(), os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// fakeBenchmark prints what katago benchmark prints. A file in the working folder counts its calls.
func fakeBenchmark(how, threads, searches string) int {
	calls, _ := os.ReadFile("calls")
	calls = append(calls, '.')
	if err := os.WriteFile("calls", calls, 0o600); err != nil {
		return 1
	}
	if len(calls) > 2 { // after the estimate and the first round
		switch how {
		case "fails in round 2":
			fmt.Fprintln(os.Stderr, "one\n\ntwo\nthree\nfour\nout of memory")
			return 3
		case "hangs in round 2":
			time.Sleep(time.Minute)
		}
	}
	fmt.Printf("2026-01-01: Loading model\n\nTesting (board size 9x9): \n\rnumSearchThreads = %2s: 0 / %s positions, visits/s = -nan (0.0 secs)      \r", threads, searches)
	if how == "is silent" {
		return 0
	}
	fmt.Printf("numSearchThreads = %2s: %s / %s positions, visits/s = 410.00 nnEvals/s = %d.00 nnBatches/s = 114.38 avgBatchSize = 1.00 (2.1 secs) (EloDiff baseline)\n\n", threads, searches, searches, fakeSpeed)
	return 0
}

// fakeJudgement judges a position with the net, in floats.
func fakeJudgement(how string, m *nn.Model, g *baduk.Game, s neteval.Symmetry) (neteval.Judgement, error) {
	net, err := nn.NewNet(m, nn.Levels()[0])
	if err != nil {
		return neteval.Judgement{}, err
	}
	e, err := neteval.New(net, g.Graph(), neteval.Options{Optimism: 0.5})
	if err != nil {
		return neteval.Judgement{}, err
	}
	j, err := e.Judge(g, s)
	if how == "answers wrong" {
		j.Win += 0.25
	}
	return j, err
}

// idle is a player that is never asked.
type idle struct{}

func (idle) Genmove(_ context.Context, _ *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	return engine.Decision{}, errors.New("not a player")
}

func (idle) Dead(context.Context, *baduk.Game) (baduk.PointSet, error) {
	return nil, errors.New("not a player")
}

// useFake makes the test binary a KataGo with a fault, and returns it.
func useFake(t *testing.T, how string) Program {
	t.Helper()
	t.Setenv(fakeEnv, how)
	p, err := Find(t.Context(), os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	p := useFake(t, "none")
	if p.Version != "1.17.2" || p.Backend != "Eigen(CPU)" || p.Compiled != "AVX2 and FMA" || !strings.Contains(p.String(), "1.17.2, Eigen(CPU) back end, compiled for AVX2 and FMA") {
		t.Errorf("got %+v, want KataGo 1.17.2 with the Eigen back end, compiled for AVX2 and FMA", p)
	}
	for how, want := range map[string]string{
		"GPU":        "KataGo 1.17.2 with the OpenCL back end, and only the CPU back end, Eigen, can be compared",
		"not KataGo": `not KataGo: its answer to the command version begins with "GNU Go`,
		"no version": "libzip.so.5",
	} {
		t.Setenv(fakeEnv, how)
		if _, err := Find(t.Context(), os.Args[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", how, err, want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	for path, want := range map[string]string{"": "katago was not found in PATH: get the Eigen version", "no-such-program": "--katago: "} {
		if _, err := Find(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the path %q: got %v, want %q", path, err, want)
		}
	}
}
