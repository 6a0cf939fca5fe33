package jobs

import (
	"fmt"
	"math/rand/v2"
	"path"

	"tengen/cluster"
	"tengen/nn"
)

// Checks say which results of workers the owner of a run takes.
//
// The owner can only compare a result with its own if it would compute the same, so a worker needs the same program and
// the kernels of the owner. Otherwise a worker could avoid the comparison by claiming to have others.
type Checks struct {
	// Verify is the share of the results that are computed again and compared, from 0 to 1. 0 means that all workers are
	// trusted.
	Verify float64
	// Trusted are patterns of names, as in [path.Match]. The results of these workers are taken even if their program or
	// their kernels differ.
	Trusted []string
	// Program is the version of the owner's program, and Level are the kernels of the run.
	Program string
	Level   nn.Level
}

// again draws whether a result is computed again. It refuses a result that cannot be compared, unless its worker is
// trusted.
func (c *Checks) again(r cluster.Result, kernel string) (bool, error) {
	level := c.Level.String()
	if r.Program == c.Program && kernel == level {
		// Only this process knows the random numbers: a worker that could predict them could send wrong results for the
		// tasks that are not checked.
		return rand.Float64() < c.Verify, nil
	}
	if c.Verify == 0 || c.trusts(r.Worker) {
		return false, nil
	}
	what := fmt.Sprintf("worker %s has the program %s, and the run has %s: start the worker with the program of the run", r.Worker, r.Program, c.Program)
	if r.Program == c.Program {
		what = fmt.Sprintf("worker %s computes with the kernels %s, and the run with %s: start the run with --kernel and kernels that all processors have", r.Worker, kernel, level)
	}
	return false, fmt.Errorf("%w: %s, or take its results without comparing them (--trust %s)", cluster.ErrUnsuited, what, r.Worker)
}

func (c *Checks) trusts(worker string) bool {
	for _, pattern := range c.Trusted {
		if ok, err := path.Match(pattern, worker); ok && err == nil {
			return true
		}
	}
	return false
}

// rejected marks an error that a result is wrong.
func rejected(r cluster.Result, err error) error {
	return fmt.Errorf("%w (task %s of %s, worker %s): %w", cluster.ErrRejected, r.ID, r.Job, r.Worker, err)
}
