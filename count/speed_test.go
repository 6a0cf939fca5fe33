package count

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func cpuTime() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func TestSpeed(t *testing.T) {
	if os.Getenv("N") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	for _, th := range []int{1, 2} {
		b, c := time.Now(), cpuTime()
		o := Options{Threads: th, Memory: 8 << 30, Dir: os.Getenv("D")}
		if m, err := strconv.Atoi(os.Getenv("M")); err == nil {
			o.Memory = int64(m) << 20
		}
		o.Board, _ = Rectangle(n, n)
		r, err := Count(t.Context(), o)
		d, cpu := time.Since(b), cpuTime()-c
		fmt.Println(n, th, err, r.Number, d, "cpu", cpu, r.Visits, float64(cpu.Nanoseconds())/float64(r.Visits), Bytes(float64(r.Written)))
		if os.Getenv("D") != "" {
			break
		}
	}
}
