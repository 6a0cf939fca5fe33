package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"tengen/count"
	"tengen/internal/columns"
)

// countPlan is the plan of a count in JSON.
type countPlan struct {
	Board           string       `json:"board"`
	Moduli          int          `json:"moduli"`
	States          float64      `json:"states"` // of the largest layer
	Visits          float64      `json:"visits"` // states that one pass expands
	StatesPerSecond float64      `json:"statesPerSecond"`
	BytesPerSecond  float64      `json:"bytesPerSecond"`
	Plans           []count.Plan `json:"plans"`
}

// printPlan measures the rates of this machine and prints what a count needs.
func printPlan(env *Env, o count.Options, asJSON bool) error {
	e := o.Board.Estimate()
	p := countPlan{Board: o.Board.Name(), Moduli: e.Moduli, States: e.States, Visits: e.Visits}
	sample, err := count.Rectangle(9, 9)
	if err != nil {
		return err
	}
	r, err := count.Count(env.Ctx, count.Options{Board: sample, Threads: o.Threads, Memory: 1 << 30, AtOnce: min(e.Moduli, 3), Last: min(e.Moduli, 3)})
	if err != nil {
		return errors.Join(env.interrupted("the rates were not measured"), err)
	}
	p.StatesPerSecond = float64(r.Visits) / r.Seconds
	if p.BytesPerSecond, err = diskRate(o.Dir); err != nil {
		return err
	}
	p.Plans = e.Plans(p.StatesPerSecond, p.BytesPerSecond)
	if asJSON {
		return json.NewEncoder(env.Stdout).Encode(p)
	}
	fmt.Fprintf(env.Stdout, "%s: about %.2g states in the largest layer, %.2g states expanded in a pass, %d moduli\n", p.Board, p.States, p.Visits, p.Moduli)
	fmt.Fprintf(env.Stdout, "measured here: %.3g states per second on %d threads, %s per second to the disk\n\n", p.StatesPerSecond, o.Threads, count.Bytes(p.BytesPerSecond))
	t := columns.New(env.Stdout)
	t.Row("machines", "moduli of each", "memory of each", "time in memory", "or disk of each", "written by each", "time on disk")
	for _, plan := range p.Plans {
		t.Row(strconv.Itoa(plan.Machines), strconv.Itoa(plan.Moduli), count.Bytes(plan.Memory), longTime(plan.Seconds), count.Bytes(plan.Disk), count.Bytes(plan.Written), longTime(plan.OnDisk))
	}
	return t.Flush()
}

// diskRate writes a file into a folder and returns the bytes per second.
func diskRate(dir string) (float64, error) {
	if _, err := os.Stat(dir); dir == "" || err != nil {
		dir = "."
	}
	f, err := os.CreateTemp(dir, ".tengen-rate-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	const size = 128 << 20
	data, began := make([]byte, 1<<20), time.Now()
	for range size / len(data) {
		if _, err = f.Write(data); err != nil {
			break
		}
	}
	err = errors.Join(err, f.Sync(), f.Close())
	return size / time.Since(began).Seconds(), err
}

// longTime writes seconds for people.
func longTime(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.3g s", seconds)
	case seconds < 2*3600:
		return fmt.Sprintf("%.3g min", seconds/60)
	case seconds < 3*86400:
		return fmt.Sprintf("%.3g h", seconds/3600)
	case seconds < 3*365*86400:
		return fmt.Sprintf("%.3g days", seconds/86400)
	}
	return fmt.Sprintf("%.3g years", seconds/(365*86400))
}
