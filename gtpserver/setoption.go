package gtpserver

import (
	"context"
	"strconv"
	"strings"

	"tengen/gtp"
	"tengen/katago"
)

// memorySetter is a player whose search memory can be changed.
type memorySetter interface {
	SetMemory(bytes int64) error
}

// option is one of Leela Zero's options. An option with a range is a whole number.
type option struct {
	name, kind string
	min, max   int
	set        func(e *Engine, n int, text string) error
}

// options are the options of Leela Zero 0.17 that have an effect in tengen, and those that LizzieYzy and
// LizGoban set.
var options = []option{
	{"Maximum Memory Use (MiB)", "spin default 2048", 128, 131072, func(e *Engine, n int, _ string) error {
		p, can := e.cfg.Player.(memorySetter)
		if !can {
			return gtp.Failf("the memory of this player cannot be changed")
		}
		e.stopPondering()
		return p.SetMemory(int64(n) << 20)
	}},
	{"Percentage of memory for cache", "spin default 10", 1, 99, func(e *Engine, _ int, _ string) error { // tengen has no cache of this kind
		e.warnNoEffect("Percentage of memory for cache")
		return nil
	}},
	{"Visits", "spin default 0", 0, 1000000000, setLimit("maxVisits")},
	{"Playouts", "spin default 0", 0, 1000000000, setLimit("maxPlayouts")},
	{"Lagbuffer", "spin default 0", 0, 3000, func(e *Engine, n int, _ string) error { // hundredths of a second
		return e.override(map[string]string{"lagBuffer": strconv.FormatFloat(float64(n)/100, 'g', -1, 64)})
	}},
	{"Resign Percentage", "spin default -1", -1, 30, setResign}, // -1: as set at the start of the program; 0: never
	{"Pondering", "check default true", 0, 0, func(e *Engine, _ int, text string) error {
		return e.override(map[string]string{"ponderingEnabled": text})
	}},
}

// setResign sets the probability of winning, in hundredths, below which the player resigns.
func setResign(e *Engine, n int, _ string) error {
	next := e.settings
	before := katago.Default(katago.ForGTP)
	if e.cfg.Settings != nil {
		before = *e.cfg.Settings
	}
	allowed, threshold := strconv.FormatBool(before.Resign.Allowed), before.Resign.Threshold
	if n >= 0 {
		allowed = strconv.FormatBool(n > 0)
	}
	if n > 0 {
		threshold = float64(n)/50 - 1 // from a probability, 0..1, to a value, -1..1
	}
	if err := next.Set("allowResignation", allowed); err != nil {
		return err
	}
	if err := next.Set("resignThreshold", strconv.FormatFloat(threshold, 'g', -1, 64)); err != nil {
		return err
	}
	return e.change(next)
}

// setLimit sets visits or playouts; 0 means no limit.
func setLimit(name string) func(*Engine, int, string) error {
	return func(e *Engine, n int, _ string) error {
		limit := int64(n)
		if n == 0 {
			limit = katago.NoLimit
		}
		return e.override(map[string]string{name: strconv.FormatInt(limit, 10)})
	}
}

// setOption is Leela Zero's command: "name NAME value VALUE", or without arguments a list of all options.
func (e *Engine) setOption(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		var b strings.Builder
		for _, o := range options {
			b.WriteString("\noption name " + o.name + " type " + o.kind)
			if o.min < o.max {
				b.WriteString(" min " + strconv.Itoa(o.min) + " max " + strconv.Itoa(o.max))
			}
		}
		return b.String(), nil
	}
	if args[0] != "name" {
		return "", gtp.Failf("incorrect syntax for lz-setoption")
	}
	name, value, _ := strings.Cut(strings.Join(args[1:], " "), " value ")
	for _, o := range options {
		if !strings.EqualFold(o.name, name) {
			continue
		}
		n, err := strconv.Atoi(value)
		if o.min < o.max && (err != nil || n < o.min || n > o.max) || o.min == o.max && value != "true" && value != "false" {
			return "", gtp.Failf("incorrect value")
		}
		return "", couldNotSet(o.set(e, n, value))
	}
	return "", gtp.Failf("Unknown option")
}
