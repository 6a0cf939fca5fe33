package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// meter shows the progress of a long run and the time left on stderr. A nil meter shows nothing.
type meter struct{ bar *progressbar.ProgressBar }

// newMeter returns a meter of bytes. The parameter total is the number of all bytes, or 0 if it is
// unknown. In that case, or if results scroll by on the same terminal, newMeter returns nil.
func newMeter(env *Env, total int64, scrolls bool) *meter {
	if !env.Progress || scrolls && env.Terminal || total == 0 {
		return nil
	}
	return &meter{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(env.Stderr),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// at sets the progress. Errors of drawing do not end the run.
func (m *meter) at(done int64) {
	if m != nil {
		_ = m.bar.Set64(done)
	}
}

// end removes the bar from the terminal.
func (m *meter) end() {
	if m != nil {
		_ = m.bar.Clear()
	}
}
