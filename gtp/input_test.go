package gtp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestServeEnd sends lines with pauses and ends the input. Every line is answered in
// order. In a script a search runs to its end. Otherwise it runs until the input ends.
func TestServeEnd(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []string // the test pauses for two seconds between the parts
		want  string
		took  time.Duration
	}{
		{"a script", []string{"1 think 600\n2 name\n"}, "=1 thought for 10m0s\n\n=2 test\n\n", 10 * time.Minute},
		{"a script with quit", []string{"1 think 600\n2 think 5\n3 quit\n"}, "=1 thought for 10m0s\n\n=2 thought for 5s\n\n=3\n\n", 605 * time.Second},
		{"a script that begins late", []string{"", "1 think 600\nquit\n"}, "=1 thought for 10m0s\n\n=\n\n", 602 * time.Second},
		{"no newline at the end", []string{"1 name\n", "2 think 600"}, "=1 test\n\n=2 thought for 10m0s\n\n", 602 * time.Second},
		{"the controller dies", []string{"1 think 600\n", ""}, "=1 thought for 2s\n\n", 2 * time.Second},
		{"the controller quits", []string{"1 think 600\n2 name\n", "3 quit\n"}, "=1 thought for 2s\n\n=2 test\n\n=3\n\n", 2 * time.Second},
		{"the controller quits at once and dies later", []string{"1 think 600\n2 quit\n", "name\n"}, "=1 thought for 2s\n\n=2\n\n", 2 * time.Second},
		{"more than one search", []string{"1 think 600\n2 think 600\n", ""}, "=1 thought for 2s\n\n=2 thought for 0s\n\n", 2 * time.Second},
		{"nothing to hurry", []string{"1 think 1\n", "2 think 1\n", ""}, "=1 thought for 1s\n\n=2 thought for 1s\n\n", 4 * time.Second},
		{"a stop does not end it", []string{"1 think 600\n", "2 stop\n"}, "=1 thought for 10m0s\n\n?2 unknown command\n\n", 10 * time.Minute},
		{"more lines than are read ahead", []string{"1 think 600\n" + strings.Repeat("\n", 3*readAhead) + "2 think 600\n"},
			"=1 thought for 10m0s\n\n=2 thought for 10m0s\n\n", 20 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := testServer()
			s.Handlers["think"] = func(ctx context.Context, args []string) (string, error) {
				seconds, begun := 0, time.Now()
				fmt.Sscan(args[0], &seconds)
				select {
				case <-ctx.Done():
				case <-time.After(time.Duration(seconds) * time.Second):
				}
				return fmt.Sprintf("thought for %v", time.Since(begun)), nil
			}
			r, w := io.Pipe()
			go func() {
				for i, part := range c.parts {
					if i > 0 {
						time.Sleep(2 * time.Second)
					}
					io.WriteString(w, part)
				}
				w.Close()
			}()
			var out strings.Builder
			begun := time.Now()
			if err := s.Serve(t.Context(), r, &out); err != nil || out.String() != c.want || time.Since(begun) != c.took {
				t.Errorf("%s: got %q, %v, after %v, want %q after %v", c.name, out.String(), err, time.Since(begun), c.want, c.took)
			}
		})
	}
}
