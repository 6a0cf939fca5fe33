package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tengen/internal/peers"
	"tengen/nn"
)

// peerEnv has the arguments of the GTP program in [TestPeerGTP], separated by spaces.
const peerEnv = "TENGEN_FAKE_PEER"

// TestPeerGTP is not a test: it is the GTP program of the KataGo that [fakeKataGo] makes. It is tengen itself, which
// reads KataGo's arguments.
func TestPeerGTP(t *testing.T) {
	args := os.Getenv(peerEnv)
	if args == "" {
		t.Skip("this is a program for other tests")
	}
	m, _, _ := newMain(t, "", nil)
	m.Stdin, m.Stdout, m.Stderr = os.Stdin, os.Stdout, os.Stderr
	if status := m.Run(context.Background(), strings.Fields(args)); status != 0 {
		t.Errorf("status %d", status)
	}
}

// fakeKataGo writes a script that answers as KataGo does. Its benchmark claims 200 evaluations a second.
func fakeKataGo(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the script that imitates KataGo needs a Unix shell")
	}
	path := filepath.Join(t.TempDir(), "katago")
	script := fmt.Sprintf(`#!/bin/sh
case $1 in
version) printf 'KataGo v1.17.2\nUsing Eigen(CPU) backend\n' ;;
benchmark) printf 'numSearchThreads =  1: 1 / 1 positions, visits/s = 210.00 nnEvals/s = 200.00 nnBatches/s = 1\n' ;;
gtp) %s="$*" exec %s -test.run '^TestPeerGTP$' ;;
esac
`, peerEnv, os.Args[0])
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBenchPeers compares tengen with a KataGo that is tengen itself, so their answers are the same.
func TestBenchPeers(t *testing.T) {
	katago, net := fakeKataGo(t), writeRandomNet(t, 15)
	args := []string{"bench", "peers", net, "--katago", katago, "--size", "9,7", "--rounds", "2", "--seconds", "0.02", "--kernels", "generic"}
	got := tengen(t, "", nil, append(slices.Clone(args), "--json")...)
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if got.status != 0 || len(lines) != 2 {
		t.Fatalf("tengen bench peers --json: got %+v, want status 0 and a line for each board", got)
	}
	for i, line := range lines {
		var l struct {
			peers.Row
			Setup peers.Setup
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Bench != "peers" || l.Size != []int{9, 7}[i] || l.Kernel != "generic" || l.KataGo[1] != 200 || l.Ratio.Rounds != 2 || !l.Same || l.Setup.KataGo.Version != "1.17.2" || l.Setup.CPU == "" {
			t.Errorf("tengen bench peers --json: got %s, want two rounds with 200 evaluations a second of KataGo 1.17.2, and the same answers", line)
		}
	}
	got = tengen(t, "", nil, append(slices.Clone(args), "--progress")...)
	for _, want := range []string{"\nKataGo    1.17.2, Eigen(CPU) back end, compiled for instructions that it does not name", "2 rounds of 20ms", "9x9    generic  200 ", "7x7    generic  200 "} {
		if got.status != 0 || !strings.Contains(got.stdout, want) || !strings.Contains(got.stderr, "measurements") {
			t.Errorf("tengen bench peers --progress: got %+v, want status 0, %q on stdout and the progress on stderr", got, want)
		}
	}
}

// TestBenchPeersInterrupted checks that the finished rounds are printed.
func TestBenchPeersInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, stderr, status := start(ctx, t, "bench", "peers", writeRandomNet(t, 15), "--katago", fakeKataGo(t), "--size", "7", "--rounds", "1000000", "--seconds", "0.02", "--kernels", "generic", "--progress")
	wait(t, stderr, `\(((?:[5-9]|\d\d)\d*)/2000002`)
	cancel()
	if got := <-status; got != exitInterrupted || !strings.Contains(stdout.String(), "7x7    generic  200 ") || !strings.Contains(stderr.String(), "interrupted: not everything was measured, and the rounds") {
		t.Errorf("status %d, stdout %s, stderr %.300s; want the finished rounds and status %d", got, stdout, stderr, exitInterrupted)
	}
}

func TestBenchPeersRefused(t *testing.T) {
	katago := fakeKataGo(t)
	for args, want := range map[string]string{
		"random:b18c384":                       `"b18c384" is not a shape of a net`,
		"no-such-file.bin":                     "does not exist",
		"none":                                 "none is not a net",
		"built-in --kernels sse":               "is not a kernel level",
		"built-in --rounds 0":                  "at least 1",
		"built-in --katago no-such-program":    "--katago: ",
		"built-in --size 5 --katago " + katago: "boards from 7x7 to 19x19, not 5x5",
		"built-in --katago " + filepath.Dir(katago) + "/cfg": "--katago: ",
	} {
		got := tengen(t, "", nil, append([]string{"bench", "peers"}, strings.Fields(args)...)...)
		if got.status != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %+v, want status %d and %q", args, got, exitUsage, want)
		}
	}
}

func TestKernelList(t *testing.T) {
	for text, want := range map[string]int{"generic": 1, " generic,GENERIC": 1, "all": max(1, len(nn.Levels())-1), "all,generic": len(nn.Levels())} {
		var k KernelList
		if err := k.UnmarshalText([]byte(text)); err != nil || len(k.list) != want || k.String() != text {
			t.Errorf("%q: got %v, %v, want %d kernels", text, k.list, err, want)
		}
	}
}
