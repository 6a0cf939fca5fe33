package envserver

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
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

// TestNull checks that null is neither a move nor the number of a game, and that a request with it changes nothing.
func TestNull(t *testing.T) {
	for _, request := range []string{
		`{"op":"step","moves":[null]}`, `{"op":"step","games":[0],"moves":[ null ]}`, `{"op":"step","games":[null],"moves":["A1"]}`,
		`{"op":"random","games":[null]}`, `{"op":"random","games":[0,null]}`,
	} {
		e := newEnv(t, "2x2", "tromp-taylor-000", 1)
		var out bytes.Buffer
		if err := e.ServeJSON(strings.NewReader(request), &out); err != nil {
			t.Fatal(err)
		}
		if turns := e.games[0].at.Len(); turns != 0 || !strings.Contains(out.String(), `"error":`) || !strings.Contains(out.String(), "null") {
			t.Errorf("%s: %d turns and the answer %s, want an error about null and no turn", request, turns, &out)
		}
	}
}

// TestResetAfterTheEnd resets a game with more random moves than it can have. On 1x1 no play is legal, so
// the game ends after two passes.
func TestResetAfterTheEnd(t *testing.T) {
	e := newEnv(t, "1x1", "chinese", 1)
	for range 2 {
		s := read(t, e, e.reply(frame(opReset, 5)[4:], nil)[5:])
		if s.status != statusOver || s.turns != 2 {
			t.Errorf("status %d after %d turns, want %d after 2", s.status, s.turns, statusOver)
		}
	}
	var out bytes.Buffer
	if err := e.ServeJSON(strings.NewReader(`{"op":"reset","random":5}`), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, `"error"`) || !strings.Contains(text, `"turns":2,"over":true`) {
		t.Errorf("got %s, want a game that ended after 2 turns", text)
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
