package count

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestSpeed(t *testing.T) {
	if os.Getenv("N") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	list := moduliFor(n * n)
	for _, th := range []int{1, 2} {
		b := time.Now()
		p := &pass{border: &grid{n, n, false}, moduli: list, threads: th}
		sums := p.run(t.Context())
		d := time.Since(b)
		fmt.Println(n, th, len(list), combine(list, sums), d, p.done.Load(), float64(d.Nanoseconds())/float64(p.done.Load()), "blocks", len(p.pool.unused)+p.pool.used)
	}
}
