package webload

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Latency describes how long something took, in milliseconds.
type Latency struct {
	Median float64 `json:"p50"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// latencyOf describes times, which it sorts.
func latencyOf(times []time.Duration) Latency {
	if len(times) == 0 {
		return Latency{}
	}
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[min(int(share*float64(len(times))), len(times)-1)].Microseconds()) / 1000
	}
	return Latency{at(.5), at(.99), at(1)}
}

// String returns the latency as text.
func (l Latency) String() string {
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, max %.1f ms", l.Median, l.P99, l.Max)
}

// Figures are the result of a measurement.
type Figures struct {
	Bench      string  `json:"bench"`
	Rooms      int     `json:"rooms"`
	Spectators int     `json:"spectators"`
	Seconds    float64 `json:"seconds"`
	Moves      int     `json:"moves"`
	// Deliveries are the moves times the clients that follow their games. Lost are those that did not arrive.
	Deliveries int `json:"deliveries"`
	Lost       int `json:"lost"`
	// The latencies begin before a move is sent. Answers end with the answer to the player, the others when the new
	// state of the game has arrived at a player or a spectator.
	Answers       Latency `json:"answersMs"`
	ToPlayers     Latency `json:"playersMs"`
	ToSpectators  Latency `json:"spectatorsMs"`
	Bytes         int64   `json:"bytes"`         // that all clients have received over their streams
	ProcessMemory int64   `json:"processMemory"` // of the server at the end, in bytes; 0 if unknown
	ObjectMemory  int64   `json:"objectMemory"`  // of objects after the last garbage collection; 0 if unknown
	// Idle are the other connections, which were open and idle. Closed are those that the server has closed.
	Idle   int `json:"idle,omitempty"`
	Closed int `json:"closed,omitempty"`
	// Flood are the requests that one client has sent besides, and Refused those that were refused.
	Flood   int64 `json:"flood,omitempty"`
	Refused int64 `json:"refused,omitempty"`
}

// String returns the figures as text.
func (f Figures) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %d rooms, %d spectators, %.0f s: %d moves, %d deliveries, %d lost\n", f.Bench, f.Rooms, f.Spectators, f.Seconds, f.Moves, f.Deliveries, f.Lost)
	fmt.Fprintf(&text, "  to the players     %s\n  to the spectators  %s\n  answers            %s\n", f.ToPlayers, f.ToSpectators, f.Answers)
	fmt.Fprintf(&text, "  %.1f MB sent, %.1f kB for each delivery", float64(f.Bytes)/1e6, float64(f.Bytes)/1e3/float64(max(f.Deliveries, 1)))
	if f.ProcessMemory > 0 {
		fmt.Fprintf(&text, "; memory of the server %d MiB, of its objects %d MiB", f.ProcessMemory>>20, f.ObjectMemory>>20)
	}
	if f.Idle > 0 {
		fmt.Fprintf(&text, "\n  %d idle connections, of which the server closed %d", f.Idle, f.Closed)
	}
	if f.Flood > 0 {
		fmt.Fprintf(&text, "\n  the flood: %d requests, %d refused", f.Flood, f.Refused)
	}
	return text.String()
}
