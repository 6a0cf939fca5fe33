package cluster

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// Queue is a queue of tasks of one kind.
type Queue string

// The queues, the most urgent first. A worker takes a task of the first queue that has one.
const (
	Interactive Queue = "interactive" // positions of a review that a person waits for
	Review      Queue = "review"      // positions of a review
	Match       Queue = "match"       // games of matches
	Pairs       Queue = "pairs"       // pairs of games that decide whether a new net is better
	SelfPlay    Queue = "selfplay"    // games to learn from
)

// Queues lists all queues, the most urgent first.
func Queues() []Queue { return []Queue{Interactive, Review, Match, Pairs, SelfPlay} }

// UnmarshalText reads the name of a queue.
func (q *Queue) UnmarshalText(name []byte) error {
	if *q = Queue(name); !slices.Contains(Queues(), *q) {
		return fmt.Errorf("%q is not a kind of work: choose from %v", name, Queues())
	}
	return nil
}

// Task is a piece of work.
type Task struct {
	// Queue is the kind of work. Job is the name of the job that the task belongs to, and ID its name in the job. Job
	// and ID consist of letters, digits, - and _.
	Queue Queue
	Job   string
	ID    string
	// Data describes the work. At most MaxTask bytes.
	Data []byte
}

// Result is the result of a task.
type Result struct {
	Job, ID string
	Data    []byte
	// Worker is the name of the worker, and Program the version of its program.
	Worker, Program string
	Sequence        uint64 // place in the stream of results
}

// Limits of sizes in bytes. NATS refuses messages of more than 1 MiB unless it is told otherwise.
const (
	MaxTask   = 64 << 10
	MaxResult = 768 << 10
	maxReason = 4 << 10
)

// MaxAttempts is the number of workers that may take a task without finishing it. A task that a worker gives back
// because it ends does not count.
const MaxAttempts = 5

// The times of a lease. A worker that has not reported for leaseTime loses its task.
const (
	leaseTime   = 30 * time.Second
	reportEvery = 10 * time.Second
)

// reportInterval is the time between two reports of a worker.
func (l *Cluster) reportInterval() time.Duration { return min(reportEvery, l.config.Lease/3) }

// nameForm is the form of names in subjects.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

func (t *Task) check() error {
	switch {
	case !slices.Contains(Queues(), t.Queue):
		return fmt.Errorf("%q is not a kind of work", t.Queue)
	case !nameForm.MatchString(t.Job) || !nameForm.MatchString(t.ID):
		return fmt.Errorf("the task %q of the job %q: names consist of at most 100 letters, digits, - and _", t.ID, t.Job)
	case len(t.Data) > MaxTask:
		return fmt.Errorf("the task %s of %s has %d bytes, and the limit is %d", t.ID, t.Job, len(t.Data), MaxTask)
	}
	return nil
}

// ErrPermanent is wrapped by the error of a handler if no worker can do the task. The task becomes a dead letter at
// once.
var ErrPermanent = errors.New("the task cannot be done")
