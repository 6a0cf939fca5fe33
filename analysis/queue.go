package analysis

import (
	"container/heap"
	"sync/atomic"
)

// A job is one position of a query: one search, and one final answer.
type job struct {
	session  *Session
	query    *query
	turn     int
	priority int64
	number   int64 // of all jobs of the engine, in the order of their coming

	place  int         // in the queue; -1 while it is searched
	cancel func()      // ends the search
	unread bool        // a report during the search waits to be read
	aside  atomic.Bool // whether the search waits for a thread, which it gave to another session
}

// before reports whether a job is more urgent than another.
func (j *job) before(o *job) bool {
	if j.priority != o.priority {
		return j.priority > o.priority
	}
	return j.number < o.number
}

// queue is a heap of jobs that wait, the most urgent first.
type queue []*job

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, k int) bool { return q[i].before(q[k]) }
func (q queue) Swap(i, k int) {
	q[i], q[k] = q[k], q[i]
	q[i].place, q[k].place = i, k
}

// Push is heap.Push's.
func (q *queue) Push(x any) {
	j := x.(*job)
	j.place = len(*q)
	*q = append(*q, j)
}

// Pop is heap.Pop's.
func (q *queue) Pop() any {
	last := len(*q) - 1
	j := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	j.place = -1
	return j
}

func (q *queue) add(j *job)    { heap.Push(q, j) }
func (q *queue) take() *job    { return heap.Pop(q).(*job) }
func (q *queue) remove(j *job) { heap.Remove(q, j.place) }
