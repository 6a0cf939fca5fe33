package learn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"tengen/selfplay"
)

// Crew plays the games of a run in other processes.
type Crew interface {
	// Play plays games as [selfplay.Play] does, and Match plays pairs of games as [selfplay.Match] does. They do not use
	// the evaluators of the options, but the files of the job.
	Play(ctx context.Context, j CrewJob, o selfplay.Options) error
	Match(ctx context.Context, j CrewJob, o selfplay.MatchOptions) error
}

// CrewJob says what the games are for.
type CrewJob struct {
	Name    string   // of the run, the generation and the stage
	Sitting int      // number of the sitting
	Nets    []string // files of the nets: for games the newest first, for a match both
}

// crewJob describes the games of a generation with the nets of some generations.
func (r *run) crewJob(g *Generation, nets ...int) CrewJob {
	dir, err := filepath.Abs(r.o.Dir)
	if err != nil {
		dir = r.o.Dir
	}
	id := sha256.Sum256([]byte(dir + r.state.Generations[0].SHA256)) // two runs can have the same settings
	j := CrewJob{Name: fmt.Sprintf("learn-%s-%04d-%s", hex.EncodeToString(id[:6]), g.Number, g.Stage), Sitting: r.state.Sittings}
	for _, n := range nets {
		j.Nets = append(j.Nets, r.netFile(n))
	}
	return j
}

// firstForCrew returns the number of the first game for a call of [Crew.Play]. Numbers are not used twice, although a
// crew plays more games than it delivers.
func (r *run) firstForCrew() int {
	const perSitting, perCall = 1 << 40, 1 << 28
	r.crewCalls++
	return r.state.Sittings*perSitting + r.crewCalls*perCall
}
