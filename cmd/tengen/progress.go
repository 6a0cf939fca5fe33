package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// meter shows the progress of a long run and the time left on stderr. A nil meter shows nothing.
type meter struct{ bar *progressbar.ProgressBar }

// newMeter returns a meter of bytes. The parameter named total is the number of all bytes, or 0 if
// it is unknown. In that case, or if results scroll by on the same terminal, newMeter returns nil.
func newMeter(env *Env, total int64, scrolls bool) *meter {
	if !env.Progress || scrolls && env.Terminal || total == 0 {
		return nil
	}
	return drawMeter(env, total, progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
}

// newCounter returns a meter of things other than bytes. The parameter named what is the name of
// these things.
func newCounter(env *Env, total int, what string) *meter {
	if !env.Progress || total == 0 {
		return nil
	}
	return drawMeter(env, int64(total), progressbar.OptionSetItsString(what), progressbar.OptionShowIts())
}

func drawMeter(env *Env, total int64, unit ...progressbar.Option) *meter {
	return &meter{progressbar.NewOptions64(total, append(unit,
		progressbar.OptionSetWriter(env.Stderr),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)...)}
}

// at sets the progress. Errors of drawing do not end the run.
func (m *meter) at(done int64) {
	if m != nil {
		_ = m.bar.Set64(done)
	}
}

// add counts one more thing.
func (m *meter) add() {
	if m != nil {
		_ = m.bar.Add(1)
	}
}

// clear removes the bar from the terminal until the progress changes again.
func (m *meter) clear() {
	if m != nil {
		_ = m.bar.Clear()
	}
}
