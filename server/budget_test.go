package server

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tengen/analysis"
	"tengen/server/protocols"
)

// TestBudget checks that docs/web.md has the same table of shares, and that the parts of a budget fit into it. This
// need not hold for small budgets, because a GTP session needs at least 8 MiB.
func TestBudget(t *testing.T) {
	page, err := os.ReadFile("../docs/web.md")
	if err != nil {
		t.Fatal(err)
	}
	for use, parts := range map[string]int{
		"bodies of uploads": uploadShare, "records that are being read, pictures that are being drawn": readingShare, "open records": openShare,
		"games in memory":             gamesShare,
		"search for a move of a game": gameShare, "searches of the analysis": analysisShare, "cached evaluations of the analysis": cacheShare,
		"answers of the analysis": answerShare, "search of a GTP session": sessionShare, "cached evaluations of reviews": reviewShare,
		"net, page, garbage collector": int(restShare),
	} {
		top, bottom := parts, whole
		for top%2 == 0 {
			top, bottom = top/2, bottom/2
		}
		row := fmt.Sprintf("\n| %s | %d/%d", use, top, bottom)
		if !strings.Contains(string(page), row+" ") && !strings.Contains(string(page), row+",") {
			t.Errorf("docs/web.md has no row that begins with %q", row[1:])
		}
	}
	for _, b := range []Budget{1 << 30, DefaultMemory, 64 << 30} {
		var o analysis.Options
		b.Analysis(&o)
		sum := b.share(uploadShare) + b.share(readingShare) + b.share(openShare) + b.share(gamesShare) + usualThinking*b.Game() + 2*o.SearchMemory + o.CacheMemory +
			o.StoreMemory + protocols.MaxSessions*b.Session() + b.Reviews() + b.share(int64(restShare))
		if sum > int64(b) {
			t.Errorf("the parts of %d bytes add up to %d", b, sum)
		}
	}
}
