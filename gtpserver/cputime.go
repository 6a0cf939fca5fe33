package gtpserver

import (
	"context"
	"strconv"

	"tengen/gtp"
)

func (e *Engine) cpuTime(context.Context, []string) (string, error) {
	d, ok := cpuTime()
	if !ok {
		return "", gtp.Failf("the processor time is unknown on this system")
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 3, 64), nil
}
