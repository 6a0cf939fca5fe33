package envserver

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"

	"tengen/baduk"
)

// benchGames is the number of games of the benchmark.
const benchGames = 256

// BenchmarkSteps makes random turns in 256 games on 9x9, through frames and with the library
// directly.
func BenchmarkSteps(b *testing.B) {
	b.Run("binary", benchmarkBinary)
	b.Run("library", benchmarkLibrary)
}

func benchmarkBinary(b *testing.B) {
	c, end := newBenchClient(b)
	defer end()
	rng := rand.New(rand.NewPCG(1, 1))
	c.ask(frame(opObserve, 0))
	b.ResetTimer()
	steps := 0
	for b.Loop() {
		c.resetOver(c.choose(rng))
		c.ask(frame(opStep, 0, c.items...))
		steps += benchGames
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// benchClient is a client of an Env that steps all games in each frame.
type benchClient struct {
	*testing.B
	row        int // bytes of an observation
	toServer   io.Writer
	fromServer io.Reader
	answer     []byte   // the latest answer, with an observation of each game
	items      [][2]int // the next turn in each game
}

// newBenchClient starts an Env and reads its greeting.
func newBenchClient(b *testing.B) (c *benchClient, end func()) {
	e := newEnv(b, "9x9", "tromp-taylor-000", benchGames)
	requests, toServer := io.Pipe()
	fromServer, answers := io.Pipe()
	go func() { _ = e.ServeBinary(requests, answers); answers.Close() }()
	hello := make([]byte, 16)
	if _, err := io.ReadFull(fromServer, hello); err != nil {
		b.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, fromServer, int64(binary.LittleEndian.Uint32(hello[12:]))); err != nil {
		b.Fatal(err)
	}
	row := e.observationBytes()
	c = &benchClient{b, row, toServer, fromServer, make([]byte, 5+benchGames*row), make([][2]int, benchGames)}
	for i := range c.items {
		c.items[i] = [2]int{i, -1}
	}
	return c, func() { toServer.Close() }
}

// ask sends a frame and reads the answer.
func (c *benchClient) ask(data []byte) {
	go func() { _, _ = c.toServer.Write(data) }()
	if _, err := io.ReadFull(c.fromServer, c.answer); err != nil {
		c.Fatal(err)
	}
}

// choose chooses a random turn in each game, and returns the games that are over.
func (c *benchClient) choose(rng *rand.Rand) (over [][2]int) {
	for k := range c.items {
		o := c.answer[5+k*c.row : 5+(k+1)*c.row]
		if o[0]&(statusOver|statusTruncated) != 0 {
			over = append(over, [2]int{k, 0})
		}
		mask := o[16+2*lastMoves+81:]
		c.items[k][1] = -1
		for range 8 {
			if p := rng.IntN(81); mask[p/8]>>(p%8)&1 == 1 {
				c.items[k][1] = p
				break
			}
		}
	}
	return over
}

// resetOver resets the games that are over. Their next turn is a pass.
func (c *benchClient) resetOver(over [][2]int) {
	if len(over) == 0 {
		return
	}
	whole := append([]byte(nil), c.answer...)
	c.answer = c.answer[:5+len(over)*c.row]
	c.ask(frame(opReset, 0, over...))
	for i, o := range over {
		copy(whole[5+o[0]*c.row:], c.answer[5+i*c.row:5+(i+1)*c.row])
		c.items[o[0]][1] = -1
	}
	c.answer = whole
}

func benchmarkLibrary(b *testing.B) {
	e := newEnv(b, "9x9", "tromp-taylor-000", benchGames)
	rng := rand.New(rand.NewPCG(1, 1))
	steps := 0
	for b.Loop() {
		for k := range e.games {
			g := e.games[k].at
			if g.Over() || g.Len() >= 150 {
				g.UndoTo(0)
			}
			e.games[k].markLegal()
			p := baduk.Pass
			for range 8 {
				if q := rng.IntN(81); e.games[k].legal[q] {
					p = baduk.Point(q)
					break
				}
			}
			if _, err := g.Step(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				b.Fatal(err)
			}
		}
		steps += benchGames
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
