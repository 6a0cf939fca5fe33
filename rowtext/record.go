package rowtext

import (
	"bytes"
	"cmp"
	"io"
	"math"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/replay"
)

// ResultOf returns a result as records have it, such as B+3.5.
func ResultOf(r replay.Result) baduk.Result {
	switch {
	case r.By == replay.EndCounted && r.Lead == 0:
		return baduk.Result{Ending: baduk.EndingDraw}
	case r.By == replay.EndCounted:
		return baduk.Result{Winner: r.Winner, Ending: baduk.EndingScore, Margin: math.Abs(float64(r.Lead))}
	}
	ending := map[replay.Ending]baduk.Ending{replay.EndResignation: baduk.EndingResignation, replay.EndTime: baduk.EndingTime,
		replay.EndForfeit: baduk.EndingForfeit, replay.EndVoid: baduk.EndingVoid, replay.EndWon: baduk.EndingWon}[r.By]
	return baduk.Result{Winner: r.Winner, Ending: ending}
}

// WriteSGF writes a game as an SGF record. The analysis of a position with a row has the value that a teacher or a
// search found; engine is the name of that teacher or search. What the game knows need not be in info.
func WriteSGF(out io.Writer, g *replay.Game, info kifu.Info, engine string) error {
	played, err := baduk.Replay(g.Graph, g.Rules, g.Setup, g.Moves)
	if err != nil {
		return err
	}
	info.Application, info.Result = "tengen", ResultOf(g.Result).String()
	info.BlackRank, info.WhiteRank = cmp.Or(info.BlackRank, g.BlackRank), cmp.Or(info.WhiteRank, g.WhiteRank)
	info.Date, info.Event = cmp.Or(info.Date, g.Date), cmp.Or(info.Event, g.Source)
	var text bytes.Buffer
	if err := kifu.FromGame(played, info).Write(&text); err != nil {
		return err
	}
	file, err := kifu.Load(&text, kifu.Options{})
	if err != nil {
		return err
	}
	values := map[int]*replay.Value{}
	for i := range g.Samples {
		if s := &g.Samples[i]; len(s.Branch) == 0 && s.Value != nil {
			values[s.Turn] = s.Value
		}
	}
	tree, turn := file.Trees[0], 0
	for n := range tree.Root().MainLine() {
		if n.HasMove() {
			turn++
		}
		v := values[turn]
		if v == nil || turn == 0 && n != tree.Root() {
			continue
		}
		win, lead := float64(v.Win), float64(v.Lead)
		if err := n.SetAnalysis(&kifu.Analysis{Engine: engine, Win: &win, Lead: &lead}); err != nil {
			return err
		}
	}
	_, err = kifu.Write(out, kifu.WriteOptions{}, tree)
	return err
}
