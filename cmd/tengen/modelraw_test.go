package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tengen/nn"
)

// writeRandomNet writes a small net of random weights and returns its path.
func writeRandomNet(t *testing.T, version int) string {
	t.Helper()
	return writeNet(t, version, nn.RandomOptions{Version: version, Blocks: map[int]string{8: "rg", 15: "r(g)"}[version]})
}

// writeHumanNet writes a human SL net.
func writeHumanNet(t *testing.T) string {
	t.Helper()
	return writeNet(t, 15, nn.RandomOptions{Version: 15, Blocks: "r(g)", Metadata: true})
}

func writeNet(t *testing.T, seed int, o nn.RandomOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), fmt.Sprintf("random-v%d.bin.gz", seed))
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := nn.Write(f, nn.Random(uint64(seed), o), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	return path
}

// converse runs `tengen gtp` with a net and returns its answers.
func converse(t *testing.T, model, script string) string {
	t.Helper()
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader(script)
	if status := m.Run(t.Context(), []string{"gtp", "--model", model}); status != 0 {
		t.Fatalf("status %d: %s", status, out[1])
	}
	return out[0].String()
}

// sameNumbers compares two texts word by word. Numbers with six decimals or more may differ by the tolerance.
// Numbers with fewer decimals may differ by 100 times the tolerance, or by a thousandth.
func sameNumbers(got, want string, tolerance float64) error {
	a, b := strings.Fields(got), strings.Fields(want)
	if len(a) != len(b) {
		return fmt.Errorf("got %d words, want %d", len(a), len(b))
	}
	for i := range a {
		x, err1 := strconv.ParseFloat(a[i], 64)
		y, err2 := strconv.ParseFloat(b[i], 64)
		if a[i] == b[i] {
			continue
		}
		allowed := tolerance
		if _, decimals, _ := strings.Cut(b[i], "."); len(decimals) < 6 {
			allowed = max(100*tolerance, 1e-3*math.Abs(y))
		}
		if err1 != nil || err2 != nil || !(math.Abs(x-y) <= allowed) {
			return fmt.Errorf("word %d is %s, want %s", i, a[i], b[i])
		}
	}
	return nil
}

// TestRawNN compares kata-raw-nn with KataGo 1.17's answers to the same commands with the same nets, which have
// random weights. The commands are in testdata/model-raw.gtp. Both programs begin with the Tromp-Taylor rules.
func TestRawNN(t *testing.T) {
	script, err := os.ReadFile("testdata/model-raw.gtp")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []int{8, 15} {
		want, err := os.ReadFile(fmt.Sprintf("testdata/model-raw-v%d.out", version))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(converse(t, writeRandomNet(t, version), string(script)), "\n=")
		answers := strings.Split(string(want), "\n=")
		commands := strings.Split(strings.TrimSpace(string(script)), "\n")
		if len(got) != len(answers) || len(got) != len(commands) {
			t.Fatalf("%d answers, %d of KataGo, to %d commands", len(got), len(answers), len(commands))
		}
		for i := range got {
			if err := sameNumbers(got[i], answers[i], 1e-5); err != nil {
				t.Errorf("version %d, %s: %v", version, commands[i], err)
			}
		}
	}
}

// recorded is KataGo's recorded judgement of a position with a real net.
type recorded struct {
	Width, Height int
	RulesJSON     json.RawMessage
	Komi          float64
	Moves         [][2]string
	Symmetry      int
	Out           struct {
		WhiteWin, WhiteLoss, NoResult, WhiteLead, WhiteScoreSelfplay, WhiteScoreSelfplaySq float64
		VarTimeLeft, ShorttermWinlossError, ShorttermScoreError                            float64
		Policy                                                                             [][]*float64
		PolicyPass                                                                         float64
		WhiteOwnership                                                                     [][]float64
	}
}

// script returns the commands that set up the position and ask for the net's judgement.
func (q *recorded) script() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kata-set-rules %s\nrectangular_boardsize %d %d\nkomi %g\nclear_board\n", q.RulesJSON, q.Width, q.Height, q.Komi)
	for _, m := range q.Moves {
		fmt.Fprintf(&b, "play %s %s\n", m[0], m[1])
	}
	fmt.Fprintf(&b, "kata-raw-nn %d\n", q.Symmetry)
	return b.String()
}

// answer returns KataGo's answer in its own format.
func (q *recorded) answer() string {
	o := &q.Out
	var b strings.Builder
	fmt.Fprintf(&b, " symmetry %d whiteWin %.6f whiteLoss %.6f noResult %.6f whiteLead %.3f whiteScoreSelfplay %.3f whiteScoreSelfplaySq %.3f varTimeLeft %.3f shorttermWinlossError %.3f shorttermScoreError %.3f policy",
		q.Symmetry, o.WhiteWin, o.WhiteLoss, o.NoResult, o.WhiteLead, o.WhiteScoreSelfplay, o.WhiteScoreSelfplaySq, o.VarTimeLeft, o.ShorttermWinlossError, o.ShorttermScoreError)
	for _, row := range o.Policy {
		for _, v := range row {
			if v == nil {
				b.WriteString(" NAN")
			} else {
				fmt.Fprintf(&b, " %8.6f", *v)
			}
		}
	}
	fmt.Fprintf(&b, " policyPass %8.6f whiteOwnership", o.PolicyPass)
	for _, row := range o.WhiteOwnership {
		for _, v := range row {
			fmt.Fprintf(&b, " %9.7f", v)
		}
	}
	return b.String()
}

// TestRawNNRecorded does the same with real nets and positions of real games.
func TestRawNNRecorded(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared")
	for model, file := range map[string]string{
		"g170-b6c96-s175395328-d26788732.bin.gz": "g170-b6c96.jsonl.gz",
		"b7c96h3tfrs-test5-cnorm.bin.gz":         "b7c96h3tfrs-test5-cnorm.jsonl.gz",
		"b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz": "b7c96h6kv3qk32v16tflrs-fson-bnh.jsonl.gz",
	} {
		t.Run(model, func(t *testing.T) {
			f, err := os.Open(filepath.Join(shared, "testdata", "katago-nn", file))
			if err != nil {
				t.Skipf("no recorded answers: %v", err)
			}
			defer f.Close()
			z, err := gzip.NewReader(f)
			if err != nil {
				t.Fatal(err)
			}
			var list []recorded
			var script strings.Builder
			lines := bufio.NewScanner(z)
			lines.Buffer(nil, 1<<20)
			for n := 0; lines.Scan(); n++ {
				if n%7 != 0 { // a part of them is enough: package neteval tests all
					continue
				}
				var q recorded
				if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
					t.Fatal(err)
				}
				list = append(list, q)
				script.WriteString(q.script())
			}
			got := strings.Split(converse(t, filepath.Join(shared, "models", model), script.String()), "\n=")
			var answers []string
			for _, a := range got {
				if strings.Contains(a, "\n?") {
					t.Fatalf("a command failed: %.300s", a)
				}
				if strings.Contains(a, "symmetry") {
					answers = append(answers, a)
				}
			}
			if len(answers) != len(list) || len(list) == 0 {
				t.Fatalf("%d answers about %d positions", len(answers), len(list))
			}
			for i := range list {
				if err := sameNumbers(answers[i], list[i].answer(), 1e-4); err != nil {
					t.Errorf("position %d (%dx%d, %s): %v", 7*i, list[i].Width, list[i].Height, list[i].RulesJSON, err)
				}
			}
			t.Logf("%d positions", len(list))
		})
	}
}
