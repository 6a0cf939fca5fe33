package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// meter shows on stderr the progress of a long run and the time left. A nil meter shows
// nothing.
type meter struct{ bar *progressbar.ProgressBar }

// newMeter counts bytes up to total, of which 0 is unknown. Where results scroll by
// on the same terminal there is no meter: they are the progress.
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

// at moves the bar. Errors of drawing do not end the run.
func (m *meter) at(done int64) {
	if m != nil {
		_ = m.bar.Set64(done)
	}
}

// end takes the bar off the terminal.
func (m *meter) end() {
	if m != nil {
		_ = m.bar.Clear()
	}
}
