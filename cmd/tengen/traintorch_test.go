package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"tengen/nn"
	"tengen/planes"
	"tengen/replay"
	"tengen/train"
)

// torchFolder has the port to PyTorch.
const torchFolder = "../../contrib/gpu"

// asProgram is an environment variable that makes the test binary run as the program.
const asProgram = "TENGEN_TEST_AS_PROGRAM"

// TestTorchProgram runs as the program if [asProgram] is set, so that the port can start it. Otherwise it does nothing.
func TestTorchProgram(t *testing.T) {
	if os.Getenv(asProgram) == "" {
		return
	}
	at := slices.Index(os.Args, "--")
	os.Args = slices.Concat(os.Args[:1], os.Args[at+1:])
	main()
}

// torch returns a Python with PyTorch and a tengen program, or skips the test.
func torch(t *testing.T) (python, program string) {
	t.Helper()
	return pythonWith(t, "torch, numpy")
}

// pythonWith returns a Python, at least 3.9, with the given modules, and a tengen program, or skips
// the test.
func pythonWith(t *testing.T, modules string) (python, program string) {
	t.Helper()
	if testing.Short() {
		t.Skip("Python takes seconds to start")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Python starts tengen by a shell script here")
	}
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+modules+", sys; sys.exit(sys.version_info < (3, 9))").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skipf("this machine has no python3 of at least version 3.9 with %s", modules)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(t.TempDir(), "tengen")
	script := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' -test.run='^TestTorchProgram$' -- \"$@\"\n", asProgram, self)
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return python, program
}

// torchCommand returns a command of the port that does not see the configuration of the user.
func torchCommand(t *testing.T, python, script string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	home, stderr := t.TempDir(), new(bytes.Buffer)
	c := exec.CommandContext(t.Context(), python, append([]string{filepath.Join(torchFolder, script)}, args...)...)
	c.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "PYTHONDONTWRITEBYTECODE=1", "OMP_NUM_THREADS=1", "GOMAXPROCS=1", "CUDA_VISIBLE_DEVICES=")
	c.Stderr = stderr
	return c, stderr
}

// torchStudent returns a net without zero weights.
func torchStudent(t *testing.T) (*nn.Model, *nn.Learner) {
	t.Helper()
	m := nn.New("student", nn.Architecture{Blocks: 4, Channels: 32}, 3)
	l, err := nn.NewLearner(m, nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for _, p := range l.Parameters() {
		for i, v := range p.Values {
			if v == 0 {
				p.Values[i] = float32(rng.NormFloat64()) / 16
			}
		}
	}
	norm := &m.Trunk.Blocks[1].(*nn.ResidualBlock).PreNorm
	for c := range norm.Variance {
		norm.Variance[c] = 0.5 + rng.Float32()
	}
	if l, err = nn.NewLearner(m, nn.FastestLevel().Exact()); err != nil { // NewLearner reads the variances only once
		t.Fatal(err)
	}
	answer, old := answerOf(l), rand.New(rand.NewPCG(4, 1))
	for _, v := range answer {
		for i := range v {
			v[i] = float32(old.NormFloat64()) / 16
		}
	}
	l.Update()
	return m, l
}

// answerOf returns the weights of the head for the opponent's answer, which files do not contain.
func answerOf(l *nn.Learner) [][]float32 {
	var list [][]float32
	for _, p := range l.Parameters() {
		if p.Name == "answer" || p.Name == "answer/pass" {
			list = append(list, p.Values)
		}
	}
	return list
}

// torchResult is the output of check.py for a batch: one list per position, and one per parameter.
type torchResult struct {
	Policy    [][2][]float64
	Value     [][3]float64
	Score     [][]float64
	Ownership [][][]float64
	Losses    map[string][]float64
	First     []float64
	Gradients map[string][]float64
}

// lesson is a row in the form of tengen's trainer.
type lesson struct {
	in     nn.Input
	target train.Target
}

const torchSize, torchRows = 19, 16

// torchLessons returns rows with and without a teacher, on 9x9 and 13x13, and the same rows as a stream. Some rows
// are changed so that every kind of target occurs.
func torchLessons(t *testing.T, m *nn.Model) ([]lesson, []byte) {
	t.Helper()
	teacher := filepath.Join(t.TempDir(), "net.bin.gz")
	var b bytes.Buffer
	if err := nn.Write(&b, nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(teacher, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dirs := []string{dataFolder(t), dataFolder(t, "--teacher", teacher), dataFolder(t, "--teacher", teacher, "--played", "0.3", "--random-moves", "9"), dataFolder(t, "--random-moves", "9")}
	got := tengen(t, "", nil, append([]string{"data", "planes", "--size", fmt.Sprint(torchSize), "--seed", "5", "--rows", fmt.Sprint(torchRows),
		"--part", "all", "--hold-out", "0", "--threads", "1"}, dirs...)...)
	l := planes.Layout{Size: torchSize}
	stream := []byte(got.stdout)
	if got.status != 0 || len(stream) != 32+torchRows*l.RowLen() {
		t.Fatalf("status %d, %d bytes, %s", got.status, len(stream), got.stderr)
	}
	reader, err := replay.NewReader(replay.ReaderOptions{Dirs: dirs, Seed: 5, Epochs: 1})
	if err != nil {
		t.Fatal(err)
	}
	rows, list := train.NewRows(m, train.DefaultMix()), make([]lesson, torchRows)
	had, unowned, sizes := uint32(0), 0, map[int]bool{}
	for i := range list {
		row, err := reader.Next()
		if err != nil {
			t.Fatal(err)
		}
		at := &list[i]
		if err := rows.Fill(&row, &at.in, &at.target); err != nil {
			t.Fatal(err)
		}
		sizes[at.in.Width] = true
		b := stream[32+i*l.RowLen():][:l.RowLen()]
		flags := binary.LittleEndian.Uint32(b)
		if flags&planes.HasOwnership == 0 {
			switch unowned++; unowned {
			case 1: // the final owners are known
				flags |= planes.HasFinal
				at.target.Ownership = make([]float32, at.in.Width*at.in.Height)
				for p := range at.target.Ownership {
					owner := p%3 - 1
					at.target.Ownership[p] = float32(owner)
					b[l.Final()+p/at.in.Width*torchSize+p%at.in.Width] = byte(int8(owner))
				}
			case 2: // the winner is unknown
				flags &^= planes.HasResult | planes.HasLead
				at.target.HasValue, at.target.HasLead, at.target.HasSpread = false, false, false
			case 3: // a smaller weight
				at.target.Weight = 0.25
				binary.LittleEndian.PutUint32(b[l.Weight():], math.Float32bits(0.25))
			}
		}
		had |= flags
		binary.LittleEndian.PutUint32(b, flags)
	}
	if all := uint32(planes.HasPolicy | planes.HasValue | planes.HasOwnership | planes.HasResult | planes.HasLead | planes.HasFinal); had&all != all || unowned < 3 || unowned == torchRows || !sizes[9] || !sizes[13] {
		t.Fatalf("the rows have %x, %d of them no owners, and are of sizes %v: another seed has more", had, unowned, sizes)
	}
	return list, stream
}

// TestTorch compares the port with the trainer: outputs, losses, gradients, files and steps.
func TestTorch(t *testing.T) {
	python, program := torch(t)
	m, learner := torchStudent(t)
	lessons, stream := torchLessons(t, m)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, data []byte) {
		if err := os.WriteFile(file(name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var plain, packed, answer bytes.Buffer
	if err := errors.Join(nn.Write(&plain, m, nn.WriteOptions{}), nn.Write(&packed, m, nn.WriteOptions{Gzip: true})); err != nil {
		t.Fatal(err)
	}
	for _, v := range answerOf(learner) {
		if err := binary.Write(&answer, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	write("net.bin.gz", packed.Bytes())
	write("rows", stream)
	write("answer", answer.Bytes())
	c, stderr := torchCommand(t, python, "check.py", file("net.bin.gz"), file("rows"), program, fmt.Sprint(torchSize), file("answer"), dir)
	if err := c.Run(); err != nil {
		t.Fatalf("check.py: got %v, stderr %s; want status 0", err, stderr)
	}
	if again, err := os.ReadFile(file("again.bin")); err != nil || !bytes.Equal(again, plain.Bytes()) {
		t.Errorf("the net written again has %d bytes, not the same %d: %v", len(again), plain.Len(), err)
	}
	text, err := os.ReadFile(file("result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var result torchResult
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	compareLessons(t, learner, lessons, &result)
	for _, method := range []train.Method{train.AdamW, train.Momentum, train.Muon} {
		compareSteps(t, packed.Bytes(), method, file(method.String()+".bin.gz"))
	}
}
