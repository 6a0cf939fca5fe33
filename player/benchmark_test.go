package player

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestAdvice checks that one of the numbers of threads is recommended, even if it is the only one. Front ends look for
// this line.
func TestAdvice(t *testing.T) {
	recommended := regexp.MustCompile(`numSearchThreads\s*=\s*(\d+):.*\(recommended\)`)
	speed := func(threads int, visits int64) Speed {
		return Speed{Threads: threads, positions: 1, of: 1, visits: visits, evaluations: visits, groups: visits, took: time.Second}
	}
	for _, c := range []struct {
		all  []Speed
		want string
	}{
		{[]Speed{speed(1, 100)}, "1"},
		{[]Speed{speed(1, 100), speed(2, 190), speed(4, 191)}, "2"},
		{[]Speed{speed(1, 100), speed(2, 90)}, "1"},
	} {
		var b strings.Builder
		WriteAdvice(&b, c.all, 5)
		found := recommended.FindAllStringSubmatch(b.String(), -1)
		if len(found) != 1 || found[0][1] != c.want {
			t.Errorf("%d speeds: got %q, want %s threads to be recommended", len(c.all), b.String(), c.want)
		}
	}
	var b strings.Builder
	if WriteAdvice(&b, nil, 5); b.Len() > 0 {
		t.Errorf("without a speed: got %q, want nothing", b.String())
	}
}
