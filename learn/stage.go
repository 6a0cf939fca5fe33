package learn

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
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
		dirs, rows := r.window(g)
		if len(dirs) == 0 {
			return fmt.Errorf("the rows in %s cannot be read: restore the folder from a copy", filepath.Join(r.o.Dir, "rows"))
		}
		steps := max(1, int(s.Reuse*float64(g.Rows)/float64(s.Batch)))
		o := train.DefaultRun(steps)
		o.Dir, o.Out = r.trainDir(g.Number), r.netFile(g.Number)
		o.Origin = "the net of the generation before"
		o.Level, o.Threads, o.Batch = r.o.Level, r.o.Threads, s.Batch
		o.Optimizer.Method, o.Optimizer.Rate, o.Optimizer.Final, o.Optimizer.Warmup = s.Method, s.Rate, s.Final, min(20, steps/5)
		o.Mix = train.Mix{Policy: 1, Value: s.Value}
		o.Rows = replay.ReaderOptions{Dirs: dirs, Seed: r.seed(forTraining, g.Number)}
		o.LogEvery, o.TestEvery, o.TestBatches, o.SaveEvery = (steps+3)/4, steps, 0, time.Minute
		var saving error
		o.Progress = func(step int, _ train.Measured) { saving = errors.Join(saving, r.progress(g, step, steps)) }
		o.Warn = func(text string) { r.o.Log.Warn(text) }
		if err := errors.Join(r.trainWithPauses(ctx, g, g.Number-1, o), saving); err != nil {
			return err
		}
		g.Steps, g.Window = steps, rows
		m, err := nn.ReadFile(r.netFile(g.Number), nn.Limits{})
		if err != nil {
			return err
		}
		g.SHA256 = m.SHA256
		if err := r.save(); err != nil { // from here on the net is not trained again
			return err
		}
	}
	if err := r.keepMetrics(g); err != nil {
		return err
	}
	if err := r.think(g.Number); err != nil {
		return err
	}
	return r.removeTraining(g)
}

// removeTraining removes the folder of a training. The state has its losses then.
func (r *run) removeTraining(g *Generation) error {
	if err := r.save(); err != nil {
		return err
	}
	return os.RemoveAll(r.trainDir(g.Number))
}

// trainWithPauses trains the net of generation g, beginning with the net of another generation. When the run is paused,
// it saves a checkpoint, waits, and continues from the checkpoint. If the checkpoint or the manifest is damaged, or if
// the rows are no longer those of the checkpoint, the training begins again.
func (r *run) trainWithPauses(ctx context.Context, g *Generation, first int, o train.RunOptions) error {
	if err := train.Discard(o.Dir); err != nil {
		return err
	}
	if err := r.keepOldNet(o); err != nil {
		return err
	}
	for {
		err := r.withPauses(ctx, func(ctx context.Context) (err error) {
			if o.Model, err = r.model(first); err != nil { // read again, because training changes the weights
				return err
			}
			o.Model.Name = NetName(g.Number)
			return train.Run(ctx, o)
		})
		if !errors.Is(err, train.ErrCheckpoint) && !errors.Is(err, train.ErrManifest) && !errors.Is(err, replay.ErrOtherRows) {
			return err
		}
		kept := o.Dir + ".damaged"
		r.o.Log.Warn("the training of this generation begins again", "because", errors.Unwrap(err), "kept", kept)
		if err := errors.Join(os.RemoveAll(kept), os.RemoveAll(o.Out), os.Rename(o.Dir, kept)); err != nil {
			return err
		}
	}
}

// keepOldNet renames the file of a training's net if the training has not begun. The file is from before an older copy
// of the state was restored.
func (r *run) keepOldNet(o train.RunOptions) error {
	if _, err := os.Stat(o.Out); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(o.Dir); !errors.Is(err, fs.ErrNotExist) {
		return err // the training continues, and has written this file
	}
	return r.rename(o.Out)
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
