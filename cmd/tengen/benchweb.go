package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"time"

	"tengen/internal/machine"
	"tengen/internal/webload"
)

// BenchWebCmd is `tengen bench web`.
type BenchWebCmd struct {
	URL        string `name:"url" placeholder:"URL" help:"Measure this server, with the owner's link if it runs on another machine. Default: a server that is started for this, with a folder of its own." config:"-"`
	Rooms      Count  `default:"200" placeholder:"N" help:"Games between two people (default ${default})."`
	Spectators Count  `default:"1000" placeholder:"N" help:"Spectators, spread over the games (default ${default})."`
	Idle       int    `default:"10000" placeholder:"N" help:"Idle connections in the second measurement; 0 leaves it out (default ${default})."`
	Flood      bool   `default:"true" negatable:"" help:"Measure with a flood of requests of one client, too."`
}

// Help describes the measurements.
func (BenchWebCmd) Help() string {
	return "In each game, the players make a move every second. The latency of a move ends when the new state of the game has arrived at a player or at a spectator. " +
		"There are three measurements of --seconds each: the games alone, with idle connections, and with a client that sends as many requests as the server takes. " +
		"The exit status is 1 if a move did not arrive. The clients run on this machine, so they share the processors with a server that is started here. " +
		"All games are deleted afterwards. --size and --threads have no effect here."
}

// spareFiles is the number of files that a process needs besides its connections.
const spareFiles = 200

// checkFiles checks that the connections fit into the limits of this process, and so of the server that it starts.
func (c *BenchWebCmd) checkFiles() error {
	busy := 4*int64(c.Rooms) + int64(c.Spectators) + spareFiles // each player has a stream and a connection for moves
	need, limit := busy+int64(c.Idle), machine.OpenFiles()
	if limit == 0 || need <= limit {
		return nil
	}
	advice := fmt.Sprintf("run \"ulimit -n %d\" first", need)
	if limit > busy {
		advice += fmt.Sprintf(", or give --idle %d", limit-busy)
	}
	return usagef("%d games, %d spectators and %d idle connections need %d open files, but the limit is %d: %s", c.Rooms, c.Spectators, c.Idle, need, limit, advice)
}

// Run makes the measurements in turn and prints the figures.
func (c *BenchWebCmd) Run(env *Env, b *BenchCmd) (err error) {
	if b.Seconds.Duration() > webload.MaxMoves*time.Second {
		return usagef("--seconds %v: a game has at most %d moves, one a second", float64(b.Seconds), webload.MaxMoves)
	}
	if c.Idle < 0 {
		return usagef("--idle %d: the number of idle connections is at least 0", c.Idle)
	}
	if err := c.checkFiles(); err != nil {
		return err
	}
	address := c.URL
	if address == "" {
		own, end, err := startServer(env)
		if err != nil {
			return err
		}
		defer end()
		address = own
	}
	s, err := webload.NewServer(address)
	if err != nil {
		return usagef("--url: %v", err)
	}
	steps := []func(context.Context, *webload.Server, webGames) (webload.Figures, error){alone}
	if c.Idle > 0 {
		steps = append(steps, c.withIdle)
	}
	if c.Flood {
		steps = append(steps, withFlood)
	}
	perStep := int(c.Rooms) * max(int(float64(b.Seconds)), 1)
	meter := newCounter(env, perStep*len(steps), "moves")
	var first webload.Figures
	lost := 0
	for i, step := range steps {
		f, err := step(env.Ctx, s, func(ctx context.Context) (webload.Figures, error) {
			club, err := webload.Open(ctx, s, int(c.Rooms), int(c.Spectators))
			if err != nil {
				return webload.Figures{}, err
			}
			return club.Play(ctx, time.Second, b.Seconds.Duration(), meter.add)
		})
		meter.clear()
		if f.Moves > 0 {
			if err := b.print(env, f); err != nil {
				return err
			}
		}
		if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
			return err
		}
		meter.at(int64(perStep * (i + 1)))
		lost += f.Lost
		switch {
		case i == 0:
			first = f
		case !b.JSON && first.ToPlayers.P99 > 0 && first.ToSpectators.P99 > 0:
			if _, err := fmt.Fprintf(env.Stdout, "  p99 compared with the games alone: players %.1f times, spectators %.1f times\n", f.ToPlayers.P99/first.ToPlayers.P99, f.ToSpectators.P99/first.ToSpectators.P99); err != nil {
				return err
			}
		}
	}
	meter.clear()
	if lost > 0 {
		return fmt.Errorf("%d moves did not arrive at a client", lost)
	}
	return nil
}

// webGames plays the games of a measurement.
type webGames func(context.Context) (webload.Figures, error)

// alone measures the games without other clients.
func alone(ctx context.Context, _ *webload.Server, play webGames) (webload.Figures, error) {
	f, err := play(ctx)
	f.Bench = "games"
	return f, err
}

// withIdle measures the games while other connections are open and idle.
func (c *BenchWebCmd) withIdle(ctx context.Context, s *webload.Server, play webGames) (webload.Figures, error) {
	end, err := s.Idle(ctx, int(c.Idle))
	if err != nil {
		return webload.Figures{}, err
	}
	f, err := play(ctx)
	f.Bench, f.Idle, f.Closed = "games with idle connections", int(c.Idle), end()
	return f, err
}

// withFlood measures the games while one client sends as many requests as the server takes.
func withFlood(ctx context.Context, s *webload.Server, play webGames) (webload.Figures, error) {
	end, err := s.Flood(ctx)
	if err != nil {
		return webload.Figures{}, err
	}
	f, err := play(ctx)
	answers, refused, ended := end()
	f.Bench, f.Flood, f.Refused = "games during a flood", answers, refused
	return f, errors.Join(err, ended)
}

// startServer starts `tengen web` in a process of its own, with a folder of its own, and returns its address. The
// function end ends it.
func startServer(env *Env) (address string, end func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return "", nil, err
	}
	server := exec.Command(self, "web", "--no-browser", "--addr", "127.0.0.1:0", "--data", dir, "--model", "none", "--log-level", "error")
	server.Stderr = env.Stderr
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	end = func() {
		if server.Process.Signal(os.Interrupt) != nil { // Windows has no interrupts
			_ = server.Process.Kill()
		}
		_ = server.Wait() // after the end of the measurements, its status does not matter
		if err := os.RemoveAll(dir); err != nil {
			env.Log.Warn("the folder of the measured server could not be deleted", "error", err)
		}
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if address = regexp.MustCompile(`http://[^ ]*`).FindString(line); address == "" {
		end()
		return "", nil, fmt.Errorf("the server did not start: it says %q, %w", line, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the server
	return address, end, nil
}
