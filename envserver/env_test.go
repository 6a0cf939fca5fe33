package envserver

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

func newEnv(t testing.TB, board, rules string, games int) *Env {
	t.Helper()
	b, err := topology.Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := baduk.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(Options{Board: b.Graph, Rules: r, Setup: b.Setup, Games: games, Seed: 5, MaxTurns: 150})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// frame returns a frame of the client.
func frame(op byte, argument int, items ...[2]int) []byte {
	body := binary.LittleEndian.AppendUint16([]byte{op}, uint16(argument))
	for _, i := range items {
		body = binary.LittleEndian.AppendUint16(body, uint16(i[0]))
		body = binary.LittleEndian.AppendUint16(body, uint16(int16(i[1])))
	}
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body...)
}

// seen is an observation as a client decodes it.
type seen struct {
	status             byte
	turns              int
	difference, halves float64
	last               [lastMoves]int
	stones             []int8
	mask               []bool
}

func read(t testing.TB, e *Env, data []byte) seen {
	t.Helper()
	n := e.opt.Board.Len()
	if len(data) != e.observationBytes() {
		t.Fatalf("got %d bytes, want %d", len(data), e.observationBytes())
	}
	float := func(at int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))) }
	s := seen{status: data[0], turns: int(binary.LittleEndian.Uint32(data[4:])), difference: float(8), halves: float(12)}
	for i := range s.last {
		s.last[i] = int(int16(binary.LittleEndian.Uint16(data[16+2*i:])))
	}
	rest := data[16+2*lastMoves:]
	for _, b := range rest[:n] {
		s.stones = append(s.stones, int8(b))
	}
	for p := range n + 1 {
		s.mask = append(s.mask, rest[n+p/8]>>(p%8)&1 == 1)
	}
	return s
}

// TestBinaryAgainstLibrary plays random turns through frames and compares every
// observation with the library: stones, legal turns, whose turn it is, ends, rewards.
func TestBinaryAgainstLibrary(t *testing.T) {
	for _, test := range [][2]string{{"5x5", "tromp-taylor-000"}, {"4x4", "japanese"}, {"4x4", "chinese"}, {"torus 4x4", "aga"}, {"3x3", "lrs-004"}, {"threshold-2 torus 3x3", "mango-002"}, {"3x3", "logical-001"}} {
		e := newEnv(t, test[0], test[1], 3)
		rng := rand.New(rand.NewPCG(1, 2))
		var games []*baduk.Game
		for range 3 {
			g, err := baduk.NewGameFrom(e.opt.Board, e.opt.Rules, e.opt.Setup)
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		n, ended, refused := e.opt.Board.Len(), 0, 0
		for range 400 {
			k := rng.IntN(3)
			g := games[k]
			point := rng.IntN(n+2) - 2
			want := byte(0)
			var answer []byte
			switch {
			case g.Over() || g.Len() >= 150 || rng.IntN(60) == 0:
				g.UndoTo(0)
				answer = e.reply(frame(opReset, 0, [2]int{k, 0})[4:], nil)
			case point == -2:
				turns := rng.IntN(3)
				if !g.UndoTo(g.Len() - turns) {
					want = statusRefused
				}
				answer = e.reply(frame(opUndo, turns, [2]int{k, 0})[4:], nil)
			default:
				m := baduk.Move{Color: g.ToPlay(), Point: baduk.Point(point)}
				if point == -1 {
					m.Point = baduk.Pass
				}
				if _, err := g.Step(m); err != nil {
					want = statusRefused
					refused++
				}
				answer = e.reply(frame(opStep, 0, [2]int{k, point})[4:], nil)
			}
			if answer[4] > opUndo || int(binary.LittleEndian.Uint32(answer)) != len(answer)-4 {
				t.Fatalf("%v: answer %x", test, answer[:8])
			}
			s := read(t, e, answer[5:])
			if g.Over() {
				want |= statusOver
				ended++
			} else if g.Len() >= 150 {
				want |= statusTruncated
			}
			if g.ToPlay() == baduk.White {
				want |= statusWhite
			}
			if s.status != want || s.turns != g.Len() {
				t.Fatalf("%v after %v: got status %b, want %b; %d turns", test, g.Moves(), s.status, want, s.turns)
			}
			if g.Over() && (s.difference != float64(float32(g.Reward(baduk.RewardDifference))) || s.halves != float64(float32(g.Reward(baduk.RewardHalves)))) {
				t.Fatalf("%v: rewards %v and %v", test, s.difference, s.halves)
			}
			for p := range n {
				legal := !g.Over() && g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal
				if s.mask[p] != legal || s.stones[p] != g.At(baduk.Point(p)).Number() {
					t.Fatalf("%v after %v: point %d: stone %d, legal %v", test, g.Moves(), p, s.stones[p], s.mask[p])
				}
			}
			if s.mask[n] == g.Over() {
				t.Fatal("a pass")
			}
			for i := range lastMoves {
				last := -2
				if j := g.Len() - 1 - i; j >= 0 {
					last = int(g.Turn(j).Point)
					if g.Turn(j).IsPass() {
						last = -1
					}
				}
				if s.last[i] != last {
					t.Fatalf("%v: last move %d is %d, want %d", test, i, s.last[i], last)
				}
			}
		}
		if refused == 0 || ended == 0 && test[1] != "japanese" {
			t.Errorf("%v: %d refused, %d ended", test, refused, ended)
		}
	}
}

// TestSeeds checks that a seed gives the same random games, independent of the other games.
func TestSeeds(t *testing.T) {
	play := func(e *Env, others bool) string {
		var b strings.Builder
		for round := range 3 {
			e.reply(frame(opReset, 4, [2]int{1, 0})[4:], nil)
			for i := range 20 {
				if others {
					e.reply(frame(opRandom, 0, [2]int{0, 0}, [2]int{2, i})[4:], nil)
				}
				e.reply(frame(opRandom, 0, [2]int{1, 0})[4:], nil)
			}
			fmt.Fprintln(&b, round, e.games[1].at.Moves())
		}
		return b.String()
	}
	first := play(newEnv(t, "5x5", "chinese", 3), false)
	if second := play(newEnv(t, "5x5", "chinese", 3), true); second != first {
		t.Errorf("the same seed: got\n%s\nwant\n%s", second, first)
	}
	if strings.Count(first, "\n") != 3 || strings.Split(first, "\n")[0][2:] == strings.Split(first, "\n")[1][2:] {
		t.Errorf("got the same game after each reset, want different ones: %s", first)
	}
}

// TestJSON runs a session like that of docs/env.md, including invalid requests.
func TestJSON(t *testing.T) {
	e := newEnv(t, "2x2", "tromp-taylor-000", 2)
	var out bytes.Buffer
	in := strings.Join([]string{
		`{"op":"info"}`, `{"op":"step","moves":["B1",0]}`, `{"op":"observe","games":[1]}`, `{"op":"step","games":[0,5,1,1],"moves":["B1","A1",-1,"pass"]}`,
		`{"op":"reward","games":[1]}`, `{"op":"legal","games":[1,0]}`, `{"op":"undo","games":[1],"turns":9}`, `{"op":"undo"}`, `{"op":"step","games":[0],"moves":[]}`,
		`{"op":"step","games":[0],"moves":["Z9"]}`, `{"op":"step","games":[0],"moves":[{}]}`, `{"op":"fly"}`, `nonsense`, ``, `{"op":"reset","random":1000}`, `{"op":"reset","random":3}`, `{"op":"random","games":[0]}`,
	}, "\n")
	if err := e.ServeJSON(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		`"vertices":["A2","B2","A1","B1"]`, `"stones":[1,0,0,0],"mask":[0,1,1,1,1],"lastMoves":["A2"],"komi":7.5`, `there is a stone already`, `game 5 does not exist`,
		`"over":true,"difference":-3.5,"halves":-1.75,"result":"W+3.5"`, `9 turns cannot be taken back`, `step needs a move for each`, `is not a move`, `unknown operation \"fly\"`, `not a request`, `1000 random moves`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%q", line)
		}
	}
	if n := strings.Count(text, "\n"); n != 16 {
		t.Errorf("%d answers", n)
	}
	if err := e.ServeJSON(strings.NewReader(strings.Repeat("x", maxLine+1)), io.Discard); err == nil {
		t.Error("an endless line was read, want an error")
	}
}

// TestBadFrames checks that an invalid frame is answered with an error or ends the session with one.
func TestBadFrames(t *testing.T) {
	e := newEnv(t, "3x3", "chinese", 2)
	for name, test := range map[string]struct {
		in  []byte
		err bool
	}{
		"no operation":     {frame(9, 0), false},
		"half an item":     {append([]byte{4, 0, 0, 0}, opStep, 0, 0, 1), false},
		"empty":            {[]byte{0, 0, 0, 0}, true},
		"huge":             {[]byte{0, 0, 0, 0xff, 1}, true},
		"breaks off":       {frame(opStep, 0, [2]int{0, 1})[:7], true},
		"breaks off early": {[]byte{1, 0}, true},
		"no such game":     {frame(opObserve, 0, [2]int{7, 0}), false},
	} {
		var out bytes.Buffer
		if err := e.ServeBinary(bytes.NewReader(test.in), &out); (err != nil) != test.err {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.HasPrefix(out.Bytes(), []byte(magic)) {
			t.Errorf("%s: no greeting", name)
		}
	}
	if answer := e.reply([]byte{9, 0, 0}, nil); answer[4] != opError || !strings.Contains(string(answer[5:]), "unknown operation 9") {
		t.Errorf("%q", answer)
	}
	if s := read(t, e, e.reply(frame(opObserve, 0, [2]int{7, 0})[4:], nil)[5:]); s.status != statusRefused {
		t.Errorf("%+v", s)
	}
	for name, o := range map[string]Options{
		"too many": {Board: baduk.MustRectangle(3, 3), Games: MaxGames + 1}, "none": {Board: baduk.MustRectangle(3, 3), Games: -1},
		"too much": {Board: baduk.MustRectangle(25, 25), Games: MaxGames}, "endless": {Board: baduk.MustRectangle(3, 3), MaxTurns: -1},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(append(frame(opStep, 0, [2]int{0, 4}, [2]int{1, -1}), frame(opUndo, 1)...))
	f.Add(frame(opReset, 300, [2]int{1, 0}))
	f.Add([]byte(`{"op":"step","moves":["A1",3]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = newEnv(t, "3x3", "japanese", 2).ServeBinary(bytes.NewReader(data), io.Discard)
		_ = newEnv(t, "3x3", "japanese", 2).ServeJSON(bytes.NewReader(data), io.Discard)
	})
}

// benchGames is the number of games of BenchmarkSteps.
const benchGames = 256

// BenchmarkSteps makes random turns in 256 games on 9x9, through frames and with the library
// directly.
func BenchmarkSteps(b *testing.B) {
	b.Run("binary", func(b *testing.B) {
		c := newFrameClient(b)
		c.ask(frame(opObserve, 0))
		b.ResetTimer()
		steps := 0
		for b.Loop() {
			c.reset(c.choose())
			c.ask(frame(opStep, 0, c.moves...))
			steps += benchGames
		}
		b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
		c.requests.Close()
	})
	b.Run("library", func(b *testing.B) {
		e := newEnv(b, "9x9", "tromp-taylor-000", benchGames)
		rng := rand.New(rand.NewPCG(1, 1))
		steps := 0
		for b.Loop() {
			for k := range e.games {
				stepRandomly(b, e, k, rng)
			}
			steps += benchGames
		}
		b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
	})
}

// stepRandomly makes a random turn in a game, with the library directly. If the game is over, a new one begins.
func stepRandomly(b *testing.B, e *Env, k int, rng *rand.Rand) {
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

// frameClient is a client that plays all games at random through frames.
type frameClient struct {
	b        *testing.B
	requests *io.PipeWriter
	answers  *io.PipeReader
	rng      *rand.Rand
	row      int      // bytes of an observation
	answer   []byte   // the latest frame of the server
	moves    [][2]int // the next move of each game: game and point
}

// newFrameClient starts a server and reads its greeting.
func newFrameClient(b *testing.B) *frameClient {
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
	c := &frameClient{b: b, requests: toServer, answers: fromServer, rng: rand.New(rand.NewPCG(1, 1)), row: e.observationBytes()}
	c.answer, c.moves = make([]byte, 5+benchGames*c.row), make([][2]int, benchGames)
	for k := range c.moves {
		c.moves[k] = [2]int{k, -1}
	}
	return c
}

// ask sends a request and reads as many bytes as answer has.
func (c *frameClient) ask(data []byte) {
	go func() { _, _ = c.requests.Write(data) }()
	if _, err := io.ReadFull(c.answers, c.answer); err != nil {
		c.b.Fatal(err)
	}
}

// choose chooses a random legal move or a pass for each game. It returns the games that are over.
func (c *frameClient) choose() (over [][2]int) {
	for k := range c.moves {
		o := c.answer[5+k*c.row : 5+(k+1)*c.row]
		if o[0]&(statusOver|statusTruncated) != 0 {
			over = append(over, [2]int{k, 0})
		}
		mask := o[16+2*lastMoves+81:]
		c.moves[k][1] = -1
		for range 8 {
			if p := c.rng.IntN(81); mask[p/8]>>(p%8)&1 == 1 {
				c.moves[k][1] = p
				break
			}
		}
	}
	return over
}

// reset begins new games for those that are over. Their first move is a pass.
func (c *frameClient) reset(over [][2]int) {
	if len(over) == 0 {
		return
	}
	whole := append([]byte(nil), c.answer...)
	c.answer = c.answer[:5+len(over)*c.row]
	c.ask(frame(opReset, 0, over...))
	for i, o := range over {
		copy(whole[5+o[0]*c.row:], c.answer[5+i*c.row:5+(i+1)*c.row])
		c.moves[o[0]][1] = -1
	}
	c.answer = whole
}
