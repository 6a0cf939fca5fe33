package gtpserver

import (
	"context"
	"strings"
	"testing"

	"tengen/topology"
)

// FuzzEngine sends arbitrary lines, without the commands that use files. Every answer must have the protocol's form, no
// handler may panic, and the board must stay consistent.
func FuzzEngine(f *testing.F) {
	f.Add("boardsize 3\nplay b B2\ngenmove w\nundo\nfinal_score\nshowboard")
	f.Add("boardsize 2 5\nplace_free_handicap 4\ngenmove w\nkata-set-rules aga\nfinal_status_list dead")
	f.Add("time_settings 1 2 3\ntime_left b 0 1\nkomi -3.5\nplay b pass\nplay w pass\nkgs-genmove_cleanup b\ngg-undo 2")
	f.Add("tengen-board threshold-2 torus 3\nplay b A1\ngenmove w\nshowboard\nfinal_score\ntengen-letters with-i\nplay b C3")
	f.Add("kata-set-rules japanese\nplay b pass\nplay w pass\ngenmove b\nplay w A1\nkata-set-rule tax ALL\nplay b pass\nplay w pass\nfinal_score")
	f.Add("kata-analyze b 1 ownership true avoid b A1,pass 3\nkata-genmove_analyze w 1 movesOwnership true\nlz-analyze\nkata-search_analyze_cancellable b\ndebug_moves A1 B2")
	f.Add("kata-set-params {\"maxVisits\":3}\nkata-set-param level 5k\nkata-time_settings fischer-capped 5 1 9 2\nkata-debug-print-tc\nset_position b A1  w B2\nheatmap\nprintsgf")
	f.Fuzz(func(t *testing.T, script string) {
		e, err := New(Config{Name: "tengen", Player: &fakeAnalyst{}, Width: 4})
		if err != nil {
			t.Fatal(err)
		}
		s := e.Server()
		delete(s.Handlers, "loadsgf")
		delete(s.Handlers, "gomill-savesgf")
		s.Handlers["printsgf"] = func(ctx context.Context, _ []string) (string, error) { return e.printSGF(ctx, nil) }
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // so that every analysis ends at once
		s.Handlers["tengen-board"] = func(_ context.Context, args []string) (string, error) {
			board, err := topology.Parse(strings.Join(args, " "))
			if err != nil || board.Graph.Len() > 100 {
				return "", errSize // small ones only, and no files
			}
			return e.setBoard(t.Context(), args)
		}
		for line := range strings.Lines(script) {
			got := s.Do(ctx, line)
			switch {
			case got == "":
			case got[0] != '=' && got[0] != '?', strings.Index(got, "\n\n") != len(got)-2, strings.Contains(got, "internal error"):
				t.Fatalf("%q is answered %q", line, got)
			}
			if err := e.game.Position().CheckInvariants(); err != nil {
				t.Fatalf("after %q: %v", line, err)
			}
		}
	})
}
