package envserver

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"tengen/baduk"
)

// version is the version of both protocols.
const version = 1

// magic is the beginning of the stream that a client reads.
const magic = "TGENV\x00\x00\x01"

// The operations of frames; see docs/env.md.
const (
	opReset   = 1
	opStep    = 2
	opRandom  = 3
	opObserve = 4
	opUndo    = 5
	opError   = 255
)

// Status bits of an observation.
const (
	statusOver      = 1 << iota // the game has ended
	statusTruncated             // the game was truncated
	statusWhite                 // White is to move
	statusRefused               // the request was refused and changed nothing
)

const (
	headBytes  = 4 + 1 // length and operation
	itemBytes  = 4     // game and argument
	fixedBytes = 16    // bytes of an observation without moves, stones and legal turns
	maxFrame   = headBytes + 2 + itemBytes*MaxGames
)

// observationBytes is the size of the observation of a game.
func (e *Env) observationBytes() int {
	n := e.opt.Board.Len()
	return fixedBytes + 2*lastMoves + n + (n+1+7)/8
}

// ServeBinary writes a description of the session to out. It then answers the frames from
// in until the end of in. It answers an invalid frame with an error frame. It returns an
// error if a frame is too long or incomplete, or if reading or writing fails.
func (e *Env) ServeBinary(in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 64<<10), bufio.NewWriterSize(out, 256<<10)
	about, err := json.Marshal(e.info())
	if err != nil {
		return err
	}
	hello := binary.LittleEndian.AppendUint32([]byte(magic), uint32(e.observationBytes()))
	hello = binary.LittleEndian.AppendUint32(hello, uint32(len(about)))
	if _, err := w.Write(append(hello, about...)); err != nil {
		return err
	}
	frame, reply := make([]byte, 0, 4096), make([]byte, 0, 4096)
	for {
		if err := w.Flush(); err != nil {
			return err
		}
		frame, err = readFrame(r, frame)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		reply = e.reply(frame, reply[:0])
		if _, err := w.Write(reply); err != nil {
			return err
		}
	}
}

// readFrame reads a frame and returns it without the length field. At the end of the
// input it returns io.EOF.
func readFrame(r io.Reader, into []byte) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the input breaks off in the length of a frame")
		}
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n < 1 || n > maxFrame {
		return nil, fmt.Errorf("a frame has %d bytes, but 1 to %d are possible", n, maxFrame)
	}
	if cap(into) < int(n) {
		into = make([]byte, n)
	}
	into = into[:n]
	if _, err := io.ReadFull(r, into); err != nil {
		return nil, fmt.Errorf("the input breaks off in a frame of %d bytes", n)
	}
	return into, nil
}

// reply answers a frame. It appends the answer to dst.
func (e *Env) reply(frame, dst []byte) []byte {
	op, body := frame[0], frame[1:]
	dst = append(dst, 0, 0, 0, 0, op)
	if op < opReset || op > opUndo {
		return finish(fmt.Appendf(append(dst[:4], opError), "unknown operation %d", op))
	}
	if len(body) < 2 || (len(body)-2)%itemBytes != 0 {
		return finish(fmt.Appendf(append(dst[:4], opError), "the body has %d bytes, but it must have 2 bytes, and %d for each game", len(body), itemBytes))
	}
	argument, items := int(binary.LittleEndian.Uint16(body)), body[2:]
	if len(items) == 0 { // no items mean all games
		for n := range e.games {
			dst = e.one(op, n, argument, -1, dst)
		}
		return finish(dst)
	}
	for ; len(items) > 0; items = items[itemBytes:] {
		n, point := int(binary.LittleEndian.Uint16(items)), int(int16(binary.LittleEndian.Uint16(items[2:])))
		dst = e.one(op, n, argument, point, dst)
	}
	return finish(dst)
}

// finish fills in the length field of a frame.
func finish(frame []byte) []byte {
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

// The method one performs an operation on game n and appends the observation.
// If the game does not exist, only the bit statusRefused of the observation is
// set; everything else is zero.
func (e *Env) one(op byte, n, argument, point int, dst []byte) []byte {
	g, err := e.game(n)
	if err != nil {
		start := len(dst)
		dst = append(dst, make([]byte, e.observationBytes())...)
		dst[start] = statusRefused
		return dst
	}
	switch op {
	case opReset:
		err = e.reset(n, argument)
	case opStep:
		err = e.step(g, point)
	case opRandom:
		err = e.randomMove(g)
	case opUndo:
		err = g.undo(argument)
	}
	return e.observation(g, err != nil, dst)
}

// observation appends the observation of a game.
func (e *Env) observation(g *game, refused bool, dst []byte) []byte {
	over, status := g.at.Over(), byte(0)
	if over {
		status |= statusOver
	}
	if e.truncated(g) {
		status |= statusTruncated
	}
	if g.at.ToPlay() == baduk.White {
		status |= statusWhite
	}
	if refused {
		status |= statusRefused
	}
	var difference, halves float64
	if over {
		difference, halves = g.at.Reward(baduk.RewardDifference), g.at.Reward(baduk.RewardHalves)
	}
	dst = append(dst, status, 0, 0, 0)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(g.at.Len()))
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(difference)))
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(halves)))
	for i := 1; i <= lastMoves; i++ {
		last := int16(-2)
		if k := g.at.Len() - i; k >= 0 {
			if last = int16(g.at.Turn(k).Point); g.at.Turn(k).IsPass() {
				last = -1
			}
		}
		dst = binary.LittleEndian.AppendUint16(dst, uint16(last))
	}
	board := &g.at.Position().Board
	for p := range e.opt.Board.Len() {
		dst = append(dst, byte(board.At(baduk.Point(p)).Number()))
	}
	g.markLegal()
	bits, k := byte(0), 0
	put := func(legal bool) {
		if legal {
			bits |= 1 << (k & 7)
		}
		if k++; k&7 == 0 {
			dst = append(dst, bits)
			bits = 0
		}
	}
	for _, legal := range g.legal {
		put(legal)
	}
	put(!over)
	if k&7 != 0 {
		dst = append(dst, bits)
	}
	return dst
}
