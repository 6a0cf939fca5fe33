package count

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tengen/internal/usage"
	"tengen/topology"
)

// squares returns the numbers of legal positions of n by n points for n = 1, 2, ...: OEIS A094777, and
// tromp.github.io/go/legal.html.
func squares() []string {
	return strings.Fields(`1 57 12675 24318165 414295148741 62567386502084877 83677847847984287628595 990966953618170260281935463385
		103919148791293834318983090438798793469 96498428501909654589630887978835098088148177857
		793474866816582266820936671790189132321673383112185151899
		57774258489513238998237970307483999327287210756991189655942651331169`)
}

func mustCount(t *testing.T, o Options) Result {
	t.Helper()
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	r, err := Count(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rectangle(t *testing.T, width, height int) *Board {
	t.Helper()
	b, err := Rectangle(width, height)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSquares counts the squares of OEIS A094777 up to 9x9, and up to 11x11 in the long form.
func TestSquares(t *testing.T) {
	largest := 9
	if os.Getenv("TENGEN_LONG") == "1" {
		largest = 11
	}
	for i, want := range squares()[:largest] {
		began := time.Now()
		r := mustCount(t, Options{Board: rectangle(t, i+1, i+1), Threads: 2})
		if r.Number.String() != want {
			t.Errorf("%s: got %d, want %s", r.Board, r.Number, want)
		}
		t.Logf("%s: %d states, %v", r.Board, r.Visits, time.Since(began).Round(time.Millisecond))
	}
}

// TestRectangles compares with numbers that another program counted. The last ones are also in Tromp's tables.
func TestRectangles(t *testing.T) {
	for _, test := range []struct {
		width, height int
		want          string
	}{
		{1, 12, "141209"}, {19, 1, "176377839"}, {2, 7, "2557605"}, {2, 19, "381468772192258129"}, {3, 5, "8180343"},
		{19, 3, "390125285764888664734203691"}, {4, 5, "1840058693"}, {5, 19, "359448796707478853662201398479404356886186983"},
	} {
		if r := mustCount(t, Options{Board: rectangle(t, test.width, test.height), Threads: 1}); r.Number.String() != test.want {
			t.Errorf("%s: got %d, want %s", r.Board, r.Number, test.want)
		}
	}
}

// TestShapes counts tori, cylinders and other boards in two ways or with known numbers.
func TestShapes(t *testing.T) {
	for name, want := range map[string]string{"torus 3x4": "474585", "torus 4x4": "37764009", "cylinder 4x4": "32573621", "cylinder 4x3": "415865",
		"ring 7": "1247", "annulus 3x3": "15579", "torus 2x2": "57"} {
		board, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Graph(board.Graph)
		if err != nil {
			t.Fatal(err)
		}
		if r := mustCount(t, Options{Board: b, Threads: 2}); r.Number.String() != want {
			t.Errorf("%s: got %d, want %s", name, r.Number, want)
		}
	}
	for _, size := range [][2]int{{5, 6}, {6, 5}, {4, 7}} {
		board, _ := topology.Parse(fmt.Sprintf("cylinder %dx%d", size[0], size[1]))
		border, most := newGraph(board.Graph)
		general := &Board{name: "graph", border: border, graph: board.Graph.Fingerprint(), states: graphStates(most)}
		packed, err := Graph(board.Graph)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := packed.border.(*grid); !ok {
			t.Errorf("cylinder %v is counted as a graph", size)
		}
		a, b := mustCount(t, Options{Board: general, Threads: 2}), mustCount(t, Options{Board: packed, Threads: 2})
		if a.Number.Cmp(b.Number) != 0 {
			t.Errorf("cylinder %v: got %d as a graph and %d as a cylinder", size, a.Number, b.Number)
		}
	}
}

// TestMemory counts with so little memory that most states are in files, and in several passes.
func TestMemory(t *testing.T) {
	for _, atOnce := range []int{1, 2, 3} {
		r := mustCount(t, Options{Board: rectangle(t, 9, 7), Threads: 2, Memory: 550_000, Dir: t.TempDir(), AtOnce: atOnce})
		want := mustCount(t, Options{Board: rectangle(t, 9, 7), Threads: 1})
		if r.Number.Cmp(want.Number) != 0 || r.Written == 0 && atOnce > 1 || want.Written != 0 { // a pass with one modulus fits
			t.Errorf("%d moduli at once: got %d with %d bytes in files, want %d", atOnce, r.Number, r.Written, want.Number)
		}
	}
	_, err := Count(t.Context(), Options{Board: rectangle(t, 9, 9), Threads: 2, Memory: 3 << 20})
	if _, ok := errors.AsType[*usage.Error](err); !ok || !strings.Contains(err.Error(), "name a folder") {
		t.Errorf("without a folder: got %v, want an error of usage", err)
	}
}

// TestLittleMemory checks that the blocks of all threads fit into the memory, and that too little memory is refused.
func TestLittleMemory(t *testing.T) {
	c := &counting{estimate: rectangle(t, 19, 19).Estimate(), border: rectangle(t, 19, 19).border, moduli: moduliFor(361), threads: 64, machines: 1, memory: 16 << 30}
	p := newPass(c, 0, len(c.moduli))
	p.layer = newLayer(300, 0, 1)
	p.layer.parts[0].bytes[0] = int64(c.estimate.memory(len(c.moduli)))
	if used := int64(c.threads) * blockBytes << p.partBits(); used > c.memory/4 {
		t.Errorf("the threads have blocks of %d bytes, of %d", used, c.memory)
	}
	for _, o := range []Options{
		{Board: rectangle(t, 19, 19), Threads: 64, Memory: 16 << 30, Dir: t.TempDir()},
		{Board: rectangle(t, 19, 19), Threads: 64, Memory: 16 << 30, Dir: t.TempDir(), Machine: 1, Machines: 4},
		{Board: rectangle(t, 13, 13), Threads: 16, Memory: 16 << 20, Dir: t.TempDir()},
	} {
		_, err := Count(t.Context(), o)
		if _, ok := errors.AsType[*usage.Error](err); !ok || !errors.Is(err, ErrMemory) || !strings.Contains(err.Error(), "of memory is not enough") || strings.Contains(err.Error(), "--") {
			t.Errorf("%s with %d bytes: got %v, want that the memory is not enough", o.Board.Name(), o.Memory, err)
		}
	}
	if need := c.workMemory(1); need < 1e9 || need > 1e12 {
		t.Errorf("19x19 needs %g bytes", need)
	}
}

// TestNoBoard counts without a board.
func TestNoBoard(t *testing.T) {
	if _, err := Count(t.Context(), Options{Memory: 1 << 30}); err == nil || !strings.Contains(err.Error(), "Options.Board") {
		t.Errorf("got %v, want an error about the board", err)
	}
}

// TestPause checks the time between two checkpoints.
func TestPause(t *testing.T) {
	for _, test := range []struct{ interval, took, want time.Duration }{{30, 0, 30}, {30, 10, 20}, {30, 15, 15}, {30, 100, 15}} {
		if got := pauseAfter(test.interval, test.took); got != test.want {
			t.Errorf("a checkpoint every %d that takes %d: got a pause of %d, want %d", test.interval, test.took, got, test.want)
		}
	}
}

// TestInterrupted cancels a count again and again, always a little later, and continues.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	want := squares()[6]
	for wait := 10 * time.Millisecond; ; wait += 10 * time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		r, err := Count(ctx, Options{Board: rectangle(t, 7, 7), Threads: 2, Memory: 1 << 20, Dir: dir, Interval: 20 * time.Millisecond})
		cancel()
		if err == nil {
			if r.Number.String() != want {
				t.Errorf("got %d, want %s", r.Number, want)
			}
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	// The finished count is not counted again.
	if r := mustCount(t, Options{Board: rectangle(t, 7, 7), Dir: dir, Threads: 1}); r.Number.String() != want || r.Written != 0 {
		t.Errorf("again: got %d", r.Number)
	}
	for _, o := range []Options{{Board: rectangle(t, 6, 7)}, {Board: rectangle(t, 7, 7), First: 2, Last: 2}, {Board: rectangle(t, 7, 7), Machine: 1, Machines: 2}} {
		o.Dir = dir
		if _, err := Count(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another folder") {
			t.Errorf("%+v in the folder of another count: got %v", o, err)
		}
	}
}

// TestDamaged checks that a folder without its files is refused.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Count(ctx, Options{Board: rectangle(t, 8, 8), Threads: 1, Memory: 1 << 20, Dir: dir, Progress: func(p Progress) {
		if p.Visits > 1e5 {
			cancel()
		}
	}})
	files, _ := filepath.Glob(filepath.Join(dir, "*.states"))
	if !errors.Is(err, context.Canceled) || len(files) == 0 {
		t.Fatalf("got %v with %d files, want an interrupt with files", err, len(files))
	}
	for _, damage := range []func(data []byte){
		func(data []byte) { data[len(data)/2] ^= 4 },
		func(data []byte) { data[0] ^= 4 },
		func(data []byte) { clear(data) },
	} {
		whole := map[string][]byte{}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			whole[f] = slices.Clone(data)
			damage(data)
			if err := os.WriteFile(f, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Count(t.Context(), Options{Board: rectangle(t, 8, 8), Dir: dir, Memory: 1 << 20})
		if err == nil || !strings.Contains(err.Error(), "the checkpoint is damaged: "+dir) || !strings.Contains(err.Error(), ".states: ") {
			t.Errorf("with other bytes in the files: got %v, want that a file is damaged", err)
		}
		for f, data := range whole {
			if err := os.WriteFile(f, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, f := range files {
		if err := os.Truncate(f, 8); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Count(t.Context(), Options{Board: rectangle(t, 8, 8), Dir: dir, Memory: 1 << 20}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("with shorter files: got %v, want that the checkpoint is damaged", err)
	}
	if err := os.WriteFile(checkpointFile(dir, 0), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(t.Context(), Options{Board: rectangle(t, 8, 8), Dir: dir}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("with half a checkpoint: got %v, want that it is damaged", err)
	}
}

// TestDamagedResult changes a residue in a finished checkpoint.
func TestDamagedResult(t *testing.T) {
	dir, o := t.TempDir(), Options{Board: rectangle(t, 5, 7), Threads: 1}
	o.Dir = dir
	mustCount(t, o)
	c, err := readCheckpoint(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	c.Residues[0] += 1 << 60
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(checkpointFile(dir, 0), data, 0o666); err != nil {
		t.Fatal(err)
	}
	_, counted := Count(t.Context(), o)
	_, joined := Join([]string{dir})
	for _, err := range []error{counted, joined} {
		if err == nil || !strings.Contains(err.Error(), "its result is above 3^35") {
			t.Errorf("got %v, want that the result is too large", err)
		}
	}
}

// TestFullDisk checks the message about a full disk.
func TestFullDisk(t *testing.T) {
	c := &counting{Options: Options{Board: rectangle(t, 13, 13)}, name: "13x13", dir: "d", state: checkpoint{Moduli: make([]uint64, 5)}, estimate: rectangle(t, 13, 13).Estimate(), memory: 8 << 30}
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		err := c.full(&os.PathError{Op: "write", Path: "d/x", Err: cause})
		if _, ok := errors.AsType[*usage.Error](err); !ok || !strings.Contains(err.Error(), " GB there") {
			t.Errorf("got %v, want an error of usage with an estimate", err)
		}
	}
	if other := errors.New("other"); c.full(other) != other || c.full(nil) != nil {
		t.Error("other errors change")
	}
}

// TestJoin counts on two machines that share a folder, and on one with the other moduli.
func TestJoin(t *testing.T) {
	shared, alone := t.TempDir(), t.TempDir()
	var group sync.WaitGroup
	for machine := 1; machine <= 2; machine++ {
		group.Go(func() {
			// The first machine is interrupted at first.
			for wait := 20 * time.Millisecond; ; wait *= 2 {
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				_, err := Count(ctx, Options{Board: rectangle(t, 6, 7), Threads: 1, Memory: 1 << 21, Dir: shared, First: 1, Last: 1, Machine: machine, Machines: 2, Interval: 5 * time.Millisecond})
				cancel()
				if err == nil {
					return
				}
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	if _, err := Join([]string{shared}); err == nil || !strings.Contains(err.Error(), "modulus 2 ") {
		t.Errorf("without the other moduli: got %v", err)
	}
	if r := mustCount(t, Options{Board: rectangle(t, 6, 7), Threads: 1, Dir: alone, First: 2}); r.Number != nil {
		t.Errorf("a part has the number %d", r.Number)
	}
	r, err := Join([]string{shared, alone})
	want := mustCount(t, Options{Board: rectangle(t, 7, 6), Threads: 2})
	if err != nil || r.Number.Cmp(want.Number) != 0 {
		t.Errorf("got %v, %v, want %d", r.Number, err, want.Number)
	}
	for _, dirs := range [][]string{{t.TempDir()}, {shared, alone, alone}, {shared, shared, alone}} {
		_, err := Join(dirs)
		if _, ok := errors.AsType[*usage.Error](err); !ok {
			t.Errorf("%d folders: got %v, want an error of usage", len(dirs), err)
		}
	}
	// The second machine has nothing yet, and the folder is named twice: two times the share of the first machine is not
	// the whole.
	path := checkpointFile(shared, 1)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var second checkpoint
	if err := json.Unmarshal(data, &second); err != nil {
		t.Fatal(err)
	}
	second.Residues = nil
	if data, err = json.Marshal(second); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := Join([]string{shared, shared, alone}); err == nil || !strings.Contains(err.Error(), "more than one folder") {
		t.Errorf("the same share twice: got %v, %v", r.Number, err)
	}
}

// TestModuli adds and combines numbers that are close to the moduli.
func TestModuli(t *testing.T) {
	list := moduliFor(19 * 19)
	if len(list) != 9 || list[0].prime() != 18446744073709551557 { // the largest prime below 2^64
		t.Errorf("got %d moduli from %d, want 9 from 18446744073709551557", len(list), list[0].prime())
	}
	numbers := []uint64{0, 1, 58, 59, 60, 1 << 63, 1<<64 - 60, 1<<64 - 59, 1<<64 - 58, 1<<64 - 1}
	for _, m := range list {
		p := new(big.Int).SetUint64(m.prime())
		for _, a := range numbers {
			for _, b := range numbers {
				sum := new(big.Int).Add(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
				if got := m.add(a, b) % m.prime(); got != sum.Mod(sum, p).Uint64() {
					t.Errorf("%d + %d modulo %d: got %d, want %d", a, b, p, got, sum)
				}
			}
		}
	}
	want, _ := new(big.Int).SetString(squares()[11], 10)
	var residues []uint64
	for _, m := range list {
		residues = append(residues, new(big.Int).Mod(want, new(big.Int).SetUint64(m.prime())).Uint64())
	}
	if got := combine(list, residues); got.Cmp(want) != 0 {
		t.Errorf("got %d, want %d", got, want)
	}
}

// TestFormula compares the formula with the exact numbers.
func TestFormula(t *testing.T) {
	for i, text := range squares() {
		exact, _, _ := big.ParseFloat(text, 10, 64, big.ToNearestEven)
		f, _ := exact.Float64()
		if n := i + 1; n >= 6 {
			if log10 := LegalLog10(n, n); log10-0.001 > math.Log10(f) || log10+0.001 < math.Log10(f) {
				t.Errorf("%dx%d: got 10^%v, want %s", n, n, log10, text)
			}
		}
	}
	if n := LongGame(19, 19); n.String() != "4121891336534812136496329879770141953873372250112" || LongGame(3, 1).Int64() != 12 || LongGame(4, 1) != nil {
		t.Errorf("got %d", n)
	}
	// The literature says less than 10^(10^171).
	if got := GamesAtMost(361, LegalLog10(19, 19)); got < 170 || got > 171 {
		t.Errorf("19x19: got games of at most 10^10^%v, want 170 to 171", got)
	}
}

// TestExtend compares residues that Garner's method finds with those of the number.
func TestExtend(t *testing.T) {
	list := moduli(6)
	r := newResidues(list)
	rng := rand.New(rand.NewPCG(1, 2))
	of := func(x *big.Int, n int) (residues []uint64) {
		for _, m := range list[:n] {
			residues = append(residues, new(big.Int).Mod(x, new(big.Int).SetUint64(m.prime())).Uint64())
		}
		return residues
	}
	product := big.NewInt(1)
	for n := 1; n <= len(list); n++ {
		product.Mul(product, new(big.Int).SetUint64(list[n-1].prime()))
		for i := range 100 {
			x := new(big.Int).Sub(product, big.NewInt(int64(i+1)))
			if i > 10 {
				x.SetInt64(0)
				for range n {
					x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(rng.Uint64()))
				}
				x.Mod(x, product)
			}
			if i >= 95 {
				x.SetInt64(int64(i - 95))
			}
			known := of(x, n)
			if known[0] < uint64(list[0]) {
				known[0] += list[0].prime() // a sum that is not reduced is below 2^64, and may be above the prime
			}
			if got, want := r.extend(known, len(list))[n:], of(x, len(list))[n:]; !slices.Equal(got, want) {
				t.Fatalf("%v from %d residues: got %v, want %v", x, n, got, want)
			}
		}
	}
	for points, n := range needed(list, 500) {
		bound, product := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil), big.NewInt(1)
		for _, m := range list[:n] {
			product.Mul(product, new(big.Int).SetUint64(m.prime()))
		}
		if product.Cmp(bound) <= 0 && n < len(list) {
			t.Errorf("%d points: %d moduli are too few", points, n)
		}
		if product.Div(product, new(big.Int).SetUint64(list[n-1].prime())); product.Cmp(bound) > 0 {
			t.Errorf("%d points: %d moduli are more than are needed", points, n)
		}
		if all := moduliFor(points); len(all) <= len(list) && len(all) != n {
			t.Errorf("%d points: %d moduli, and a count has %d", points, n, len(all))
		}
	}
}

// TestSides checks that sides which cannot be counted are refused at once.
func TestSides(t *testing.T) {
	for _, side := range [][2]int{{-1, 4}, {4, -1}, {0, 3}, {1, 1_000_000_000}, {1_000_000, 1_000_000}, {1 << 62, 1 << 62}, {40, 40}} {
		for _, board := range []func(width, height int) (*Board, error){Rectangle, Cylinder} {
			if _, err := board(side[0], side[1]); err == nil {
				t.Errorf("%d by %d points are counted", side[0], side[1])
			}
		}
	}
}

// TestOtherMachine checks that a machine does not continue beside a machine that does other work.
func TestOtherMachine(t *testing.T) {
	dir := t.TempDir()
	board := rectangle(t, 5, 5)
	var group sync.WaitGroup
	for machine := 1; machine <= 2; machine++ {
		group.Go(func() {
			if _, err := Count(t.Context(), Options{Board: board, Threads: 1, Memory: 1 << 20, Dir: dir, Machine: machine, Machines: 2}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if _, err := Count(t.Context(), Options{Board: board, Threads: 1, Dir: dir, Machine: 1, Machines: 3}); err == nil || !strings.Contains(err.Error(), "on 2 machines, not on 3") {
		t.Errorf("with three machines: got %v", err)
	}
	both := t.TempDir()
	for machine, atOnce := range []int{1, 2} {
		patience := 200 * time.Millisecond // the first waits for the second for this time
		if machine == 1 {
			patience = time.Minute // the second ends as soon as it reads the checkpoint of the first
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, err := Count(ctx, Options{Board: rectangle(t, 7, 7), Threads: 1, Memory: 1 << 30, Dir: both, Machine: machine + 1, Machines: 2, AtOnce: atOnce})
		cancel()
		if machine == 1 && (err == nil || !strings.Contains(err.Error(), "machine 1 of the folder "+both+" counts 1 moduli at once, not 2")) {
			t.Errorf("with other moduli at once: got %v", err)
		}
	}
	other := t.TempDir()
	data, err := os.ReadFile(checkpointFile(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(checkpointFile(other, 1), data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(t.Context(), Options{Board: rectangle(t, 4, 5), Threads: 1, Memory: 1 << 20, Dir: other, Machine: 1, Machines: 2}); err == nil || !strings.Contains(err.Error(), "has a count of 5x5") {
		t.Errorf("beside a machine that counts another board: got %v", err)
	}
	if _, err := Join([]string{dir, t.TempDir()}); err == nil || !strings.Contains(err.Error(), "machine1.json does not exist") {
		t.Errorf("a folder without a count: got %v", err)
	}
}

// TestShortInterval checks that a count ends with any time between checkpoints.
func TestShortInterval(t *testing.T) {
	r := mustCount(t, Options{Board: rectangle(t, 5, 5), Threads: 2, Dir: t.TempDir(), Interval: time.Nanosecond})
	if r.Number.String() != squares()[4] {
		t.Errorf("got %v, want %s", r.Number, squares()[4])
	}
}
