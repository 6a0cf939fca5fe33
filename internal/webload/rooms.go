package webload

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const (
	side    = 19
	control = "30m+5x30s"
	// MaxMoves is the most moves in a room.
	MaxMoves = side * (side - 1)
	// settle is the time for the last moves to arrive, if some are missing.
	settle = 10 * time.Second
	opened = 16 // rooms and streams that are opened at the same time
	tries  = 3  // for a stream that breaks
)

// vertexOf returns the point of a move, from 1. The stones fill row after row. The next point is always legal, because
// the row above it is empty.
func vertexOf(number int) string {
	column, row := (number-1)%side, (number-1)/side
	return fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[column], row+1)
}

// room is a game between two people.
type room struct {
	id      string
	secrets [2]string
	moves   int                        // moves that were answered; written by one goroutine
	sent    [MaxMoves + 1]atomic.Int64 // by number: when the move was sent, in nanoseconds since the club was opened
	answers []time.Duration
}

// follower is a client that follows a game: a player or a spectator.
type follower struct {
	room   *room
	secret string // of a player
	// The goroutine that reads the stream writes these fields.
	seen  atomic.Int64 // moves that have arrived
	bytes atomic.Int64
	times []time.Duration // of the arrivals
	err   error
}

// Club has rooms with their players and spectators.
type Club struct {
	server    *Server
	opened    time.Time
	rooms     []*room
	followers []*follower
	stop      context.CancelFunc // ends the streams
	streams   sync.WaitGroup
}

// Open opens rooms and lets clients follow them: two players in each, and spectators, who are spread over the rooms.
func Open(ctx context.Context, s *Server, rooms, spectators int) (*Club, error) {
	streams, stop := context.WithCancel(ctx)
	c := &Club{server: s, opened: time.Now(), rooms: make([]*room, rooms), stop: stop}
	err := parallel(rooms, func(i int) (err error) {
		c.rooms[i], err = s.newRoom(ctx)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for _, r := range c.rooms {
		for _, secret := range r.secrets {
			c.followers = append(c.followers, &follower{room: r, secret: secret})
		}
	}
	for i := range spectators {
		c.followers = append(c.followers, &follower{room: c.rooms[i%rooms]})
	}
	err = parallel(len(c.followers), func(i int) error { return c.follow(streams, c.followers[i]) })
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// parallel calls f for 0 to n-1, some at the same time, until a call fails.
func parallel(n int, f func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	for range min(n, opened) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && failed.Load() == nil; i = next.Add(1) - 1 {
				if err := f(int(i)); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

func newSecret() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// newRoom begins a game between two people.
func (s *Server) newRoom(ctx context.Context) (*room, error) {
	r := &room{secrets: [2]string{newSecret(), newSecret()}}
	var made struct {
		ID    string
		Seats struct{ Invitation string }
	}
	body := map[string]any{"width": side, "height": side, "rules": "tromp-taylor", "clock": control, "friend": map[string]any{"name": "Black", "color": "black"}}
	if err := s.call(ctx, http.MethodPost, "/api/games", body, &made, seatHeader, r.secrets[0]); err != nil {
		return nil, err
	}
	r.id = made.ID
	return r, s.call(ctx, http.MethodPost, "/api/games/"+r.id+"/sit", map[string]any{"name": "White"}, nil, seatHeader, r.secrets[1], invitationHeader, made.Seats.Invitation)
}

// follow opens the stream of a client and reads it in a goroutine until ctx ends.
func (c *Club) follow(ctx context.Context, f *follower) error {
	headers := []string{}
	if f.secret != "" {
		headers = []string{seatHeader, f.secret}
	}
	req, err := c.server.request(ctx, http.MethodGet, "/api/games/"+f.room.id+"/events", nil, headers...)
	if err != nil {
		return err
	}
	resp, err := c.server.clients.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		return fmt.Errorf("a stream of events was refused: %s", resp.Status)
	}
	c.streams.Go(func() {
		defer resp.Body.Close()
		f.err = c.read(ctx, f, bufio.NewScanner(resp.Body))
	})
	return nil
}

// read reads the events of a stream.
func (c *Club) read(ctx context.Context, f *follower, lines *bufio.Scanner) error {
	lines.Buffer(nil, 1<<20)
	name := ""
	for lines.Scan() {
		line := lines.Bytes()
		f.bytes.Add(int64(len(line)) + 1)
		if rest, ok := bytes.CutPrefix(line, []byte("event: ")); ok {
			name = string(rest)
		}
		data, ok := bytes.CutPrefix(line, []byte("data: "))
		switch {
		case !ok:
		case name == "state":
			f.arrived(int64(numberIn(data)-1), time.Since(c.opened))
		case name == "ping" && f.secret != "":
			if err := c.server.call(ctx, http.MethodPost, "/api/games/"+f.room.id+"/pong", json.RawMessage(data), nil, seatHeader, f.secret); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("a stream of events has ended: %v", lines.Err())
}

// numberIn returns the number of the next move in a state. It does not decode the rest, because there are many states.
func numberIn(state []byte) int {
	_, rest, _ := bytes.Cut(state, []byte(`"number":`))
	digits, _, _ := bytes.Cut(rest, []byte(","))
	n, _ := strconv.Atoi(string(digits)) // 0 without a number
	return n
}

// arrived notes that a state with this number of moves has arrived. A state has all moves before it, too.
func (f *follower) arrived(moves int64, now time.Duration) {
	for n := f.seen.Load() + 1; n <= moves; n++ {
		f.times = append(f.times, now-time.Duration(f.room.sent[n].Load()))
		f.seen.Store(n)
	}
}

// play plays a move in a room every period until the time is over.
func (c *Club) play(ctx context.Context, r *room, wait, period, lasts time.Duration, played func()) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	begun := time.Now()
	for r.moves < MaxMoves {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return nil
		}
		if time.Since(begun) >= lasts {
			return nil
		}
		n, sent := r.moves+1, time.Now()
		r.sent[n].Store(int64(sent.Sub(c.opened)))
		err := c.server.call(ctx, http.MethodPost, "/api/games/"+r.id+"/play", map[string]any{"number": n, "vertex": vertexOf(n)}, nil, seatHeader, r.secrets[(n-1)%2])
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		r.answers = append(r.answers, time.Since(sent))
		r.moves = n
		played()
		timer.Reset(time.Until(begun.Add(wait + time.Duration(n)*period)))
	}
	return nil
}

// Play plays a move in every room each period, for some time, and then closes the club. It calls played after each
// move. After an interrupt the figures are those so far.
func (c *Club) Play(ctx context.Context, period, lasts time.Duration, played func()) (Figures, error) {
	begun := time.Now()
	errs := make([]error, len(c.rooms))
	var players sync.WaitGroup
	for i, r := range c.rooms {
		players.Go(func() {
			errs[i] = c.play(ctx, r, period*time.Duration(i)/time.Duration(len(c.rooms)), period, lasts, played)
		})
	}
	players.Wait()
	f := Figures{Rooms: len(c.rooms), Spectators: len(c.followers) - 2*len(c.rooms), Seconds: time.Since(begun).Seconds()}
	for until := time.Now().Add(settle); c.missing() > 0 && time.Now().Before(until) && ctx.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
	}
	var err error
	if ctx.Err() == nil {
		f.ProcessMemory, f.ObjectMemory, err = c.server.Memory(ctx)
	}
	f.Lost = c.missing()
	err = errors.Join(append(errs, err, c.Close())...)
	var answers, toPlayers, toSpectators []time.Duration
	for _, r := range c.rooms {
		f.Moves += r.moves
		answers = append(answers, r.answers...)
	}
	for _, one := range c.followers {
		f.Deliveries += one.room.moves
		f.Bytes += one.bytes.Load()
		if one.secret != "" {
			toPlayers = append(toPlayers, one.times...)
		} else {
			toSpectators = append(toSpectators, one.times...)
		}
		if one.err != nil && err == nil {
			err = one.err
		}
	}
	f.Answers, f.ToPlayers, f.ToSpectators = latencyOf(answers), latencyOf(toPlayers), latencyOf(toSpectators)
	return f, err
}

// missing returns the number of moves that have not arrived yet, at all clients together.
func (c *Club) missing() (n int) {
	for _, f := range c.followers {
		n += max(0, f.room.moves-int(f.seen.Load()))
	}
	return n
}

// Close ends the streams and deletes the games.
func (c *Club) Close() error {
	c.stop()
	c.streams.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), requestTime) // also after an interrupt
	defer cancel()
	return parallel(len(c.rooms), func(i int) error {
		if c.rooms[i] == nil {
			return nil
		}
		return c.server.call(ctx, http.MethodDelete, "/api/games/"+c.rooms[i].id, nil, nil)
	})
}
