package gtpserver

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
)

// The parameters that can be set while the program runs, by KataGo's names where it
// has them; level is a rank from 20k to 9d, full, visits=N or time=SECONDS.
const (
	paramPonder = "ponderingEnabled"
	paramVisits = "maxVisits"
	paramTime   = "maxTime"
	paramLag    = "lagBuffer"
	paramLevel  = "level"
)

func (e *Engine) listParams(context.Context, []string) (string, error) {
	return strings.Join([]string{paramLag, paramLevel, paramTime, paramVisits, paramPonder}, " "), nil
}

// getParam answers 0 for a bound that there is not.
func (e *Engine) getParam(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected one argument for kata-get-param")
	}
	switch l := e.cfg.Limit; args[0] {
	case paramPonder:
		return strconv.FormatBool(e.cfg.Ponder), nil
	case paramVisits:
		return strconv.Itoa(l.Visits), nil
	case paramTime:
		return strconv.FormatFloat(l.Time.Seconds(), 'g', -1, 64), nil
	case paramLag:
		return strconv.FormatFloat(l.Lag.Seconds(), 'g', -1, 64), nil
	case paramLevel:
		return l.Rank.String(), nil
	}
	return "", gtp.Failf("Invalid parameter: %s", clip(args[0]))
}

func (e *Engine) setParam(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", gtp.Failf("Expected two arguments for kata-set-param")
	}
	var err error
	switch limit := e.cfg.Limit; args[0] {
	case paramPonder:
		var on bool
		if on, err = strconv.ParseBool(args[1]); err != nil {
			err = fmt.Errorf("%q is neither true nor false", args[1])
			break
		}
		if e.cfg.Ponder = on; !on {
			e.stopPondering()
		}
	case paramVisits:
		if limit.Visits, err = strconv.Atoi(args[1]); err != nil || limit.Visits < 0 {
			err = fmt.Errorf("%q is no number of visits: write a whole number, 0 for no bound", args[1])
			break
		}
		e.cfg.Limit = limit
	case paramTime:
		if limit.Time, err = clock.ParseTime(args[1]); err == nil {
			e.cfg.Limit = limit
		}
	case paramLag:
		if limit.Lag, err = clock.ParseTime(args[1]); err == nil {
			e.cfg.Limit = limit
		}
	case paramLevel:
		if limit, err = engine.ParseLevel(args[1]); err == nil {
			limit.Lag = e.cfg.Limit.Lag
			e.cfg.Limit = limit
		}
	default:
		return "", gtp.Failf("Invalid parameter: %s", clip(args[0]))
	}
	if err != nil {
		return "", gtp.Failf("Could not set %s: %s", args[0], oneLine(err))
	}
	return "", nil
}
