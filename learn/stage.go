package learn

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/replay"
	"tengen/selfplay"
	"tengen/stat"
	"tengen/train"
)

// olderNets is the number of earlier nets against which self-play plays some games.
const olderNets = 5

// rowsName is the name of a generation's folder of rows, and of the folder of its training.
func rowsName(n int) string { return fmt.Sprintf("%04d", n) }

// RowsFolder is the folder of a generation's rows in the folder of the run.
func RowsFolder(n int) string { return filepath.Join("rows", rowsName(n)) }

func (r *run) rowsDir(n int) string  { return filepath.Join(r.o.Dir, RowsFolder(n)) }
func (r *run) trainDir(n int) string { return filepath.Join(r.o.Dir, "train", rowsName(n)) }

// seed derives the random seed for a purpose from the seed of the run.
func (r *run) seed(purpose, n int) uint64 {
	return baduk.Mix(r.state.Settings.Seed ^ baduk.Mix(uint64(purpose)<<32+uint64(n)))
}

// The purposes of random seeds.
const (
	forGames = 1 + iota
	forTraining
	forMatch
	forOpponent
	forMiniBatch
)

// play plays the games of a generation.
func (r *run) play(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	player, err := r.player(g.Player)
	if err != nil {
		return err
	}
	olderNumbers := r.older(g.Player)
	var older []selfplay.Net
	for _, n := range olderNumbers {
		one, err := r.player(n)
		if err != nil {
			return err
		}
		older = append(older, one)
	}
	about := replay.Settings{Rules: s.Rules, Komi: s.Komi, Played: 1, Seed: s.Seed, Teacher: player.Name}
	return r.record(ctx, g, about, s.newRows(r.state.rows()-g.Rows), func(out *replay.Recorder, done doneFunc) error {
		o := selfplay.Options{Params: s.Games, Boards: r.boards, Net: player, Older: older, Seed: r.seed(forGames, g.Number), First: selfplay.NextNumber(out.Games()),
			Games: 1 << 30, Parallel: r.o.Parallel, Threads: r.o.Threads, Batch: neteval.MaxBatch, Done: done}
		if r.o.Crew == nil {
			return selfplay.Play(ctx, o)
		}
		o.First = r.firstForCrew()
		return r.o.Crew.Play(ctx, r.crewJob(g, append([]int{g.Player}, olderNumbers...)...), o)
	})
}

// doneFunc takes a finished game and says whether there are enough.
type doneFunc func(*selfplay.Game) (enough bool, err error)

// record stores games as the rows of a generation until there are total rows. The function play plays games until done
// says that there are enough, which it also does while the run is paused.
func (r *run) record(ctx context.Context, g *Generation, about replay.Settings, total int, play func(*replay.Recorder, doneFunc) error) error {
	out, err := replay.NewRecorder(r.rowsDir(g.Number), about)
	if err != nil {
		return err
	}
	defer out.Close()
	done := func(one *selfplay.Game) (enough bool, err error) {
		if err := out.Add(one.Game); err != nil {
			return false, fmt.Errorf("game %d cannot be stored: %w", one.Number, err)
		}
		g.add(one)
		g.Games, g.Rows = out.Games(), out.Samples()
		return g.Rows >= total || r.paused(), r.progress(g, g.Rows, total)
	}
	for out.Samples() < total {
		if err := r.rest(ctx); err != nil {
			return err
		}
		if err := play(out, done); err != nil {
			return err
		}
	}
	if err := out.Finish(); err != nil {
		return err
	}
	return r.recount(g)
}

// add adds a game to the counts.
func (g *Generation) add(one *selfplay.Game) {
	g.Turns += len(one.Moves)
	g.Searches += one.Searches
	g.Evaluations += int64(one.Evaluations)
	if win, ok := one.Result.Win(); ok {
		g.Black += float64(win)
	}
}

// older returns the generations of nets that played before the given one.
func (r *run) older(player int) (list []int) {
	for i := player - 1; i >= 0 && len(list) < olderNets && r.state.Settings.Games.OlderShare > 0; i-- {
		if r.state.Generations[i].Passed {
			list = append(list, i)
		}
	}
	return list
}

// window lists the folders of the rows from which a generation learns, and their number of rows.
func (r *run) window(g *Generation) (dirs []string, rows int) {
	most := r.state.Settings.window(r.state.rows())
	for n := g.Number; n > 0 && rows < most; n-- {
		one := r.state.Generations[n].Rows
		if one == 0 {
			continue
		}
		if _, err := replay.ReadManifest(r.rowsDir(n)); err != nil {
			r.o.Log.Warn("the rows of a generation are left out", "because", err)
			continue
		}
		dirs, rows = append(dirs, r.rowsDir(n)), rows+one
	}
	return dirs, rows
}

// train trains the net of a generation. It begins with the net of the generation before, even if that net did not pass
// its match: its training was not wasted.
func (r *run) train(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	if _, err := os.Stat(r.netFile(g.Number)); err != nil || g.SHA256 == "" {
		var dirs []string
		if dirs, g.Window = r.window(g); len(dirs) == 0 {
			return fmt.Errorf("the rows in %s cannot be read: restore the folder from a copy", filepath.Join(r.o.Dir, "rows"))
		}
		o := r.training(g, g.Rows)
		steps := o.Optimizer.Steps
		o.Origin = "the net of the generation before"
		o.Optimizer.Final, o.Optimizer.Warmup = s.Final, min(20, steps/5)
		o.Mix = train.Mix{Policy: 1, Value: s.Value}
		o.Rows = replay.ReaderOptions{Dirs: dirs, Seed: r.seed(forTraining, g.Number)}
		o.LogEvery, o.TestEvery, o.TestBatches = (steps+3)/4, steps, 0
		if err := r.trainNet(ctx, g, g.Number-1, o); err != nil {
			return err
		}
	}
	return r.finishNet(g)
}

// match plays the new net against the net that plays, and decides which of them plays on. If only some generations
// have a match, it is against the net of the match before, and the new net plays on in any case.
func (r *run) match(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	g.Opponent = r.state.Best()
	if s.GatePairs == 0 || g.Number%max(1, s.MatchEvery) != 0 {
		return r.pass(g)
	}
	if s.MatchEvery > 1 {
		g.Opponent = r.state.measured()
	}
	fresh, err := r.player(g.Number)
	if err != nil {
		return err
	}
	best, err := r.player(g.Opponent)
	if err != nil {
		return err
	}
	played := 0
	for _, n := range g.Pairs {
		played += n
	}
	verdict := func() stat.Verdict {
		_, v := s.Gate.Judge(g.Pairs[:])
		return v
	}
	if played < s.GatePairs && verdict() == stat.Undecided {
		o := selfplay.MatchOptions{Boards: r.boards, First: fresh, Second: best, Visits: s.GateVisits, OpeningMoves: 2 * len(r.boards),
			FairVisits: s.fairVisits(), KomiSpread: s.Games.KomiSpread, Seed: r.seed(forMatch, g.Number), FirstPair: played, Pairs: s.GatePairs - played, Parallel: max(1, r.o.Parallel/2), Threads: r.o.Threads,
			Batch: neteval.MaxBatch, Pair: func(halves int) (bool, error) {
				g.Pairs[halves]++
				played++
				if err := errors.Join(r.progress(g, played, s.GatePairs), r.save()); err != nil || verdict() != stat.Undecided {
					return true, err
				}
				return false, r.rest(ctx) // meanwhile the other games under way are finished
			}}
		if r.o.Crew != nil {
			err = r.o.Crew.Match(ctx, r.crewJob(g, g.Number, g.Opponent), o)
		} else {
			err = selfplay.Match(ctx, o)
		}
		if err != nil {
			return err
		}
	}
	points, games := g.Points()
	if v := verdict(); s.MatchEvery > 1 || v == stat.AcceptElo1 || v == stat.Undecided && points >= float64(games)/2 {
		return r.pass(g)
	}
	return nil
}

// pass makes the net of a generation the one that plays.
func (r *run) pass(g *Generation) error {
	if err := r.copyBest(g.Number); err != nil {
		return err
	}
	g.Passed = true
	return nil
}
