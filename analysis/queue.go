package analysis

import (
	"container/heap"
	"sync/atomic"
)

// job is one position of a query. It needs one search and gets one final answer.
type job struct {
	session  *Session
	query    *query
	turn     int
	priority int64
	number   int64 // number of the job; the engine numbers jobs in the order of arrival

	memory int64       // bytes that the search may use
	place  int         // index in the queue; -1 during the search
	cancel func()      // ends the search
	unread bool        // the client has not yet read the latest report
	paused atomic.Bool // the search is paused: it gave its thread to another session
}

// before reports whether a job is more urgent than another.
func (j *job) before(o *job) bool {
	if j.priority != o.priority {
		return j.priority > o.priority
	}
	return j.number < o.number
}

// queue is a heap of waiting jobs, the most urgent first.
type queue []*job

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, k int) bool { return q[i].before(q[k]) }
func (q queue) Swap(i, k int) {
	q[i], q[k] = q[k], q[i]
	q[i].place, q[k].place = i, k
}

// Push implements heap.Interface.
func (q *queue) Push(x any) {
	j := x.(*job)
	j.place = len(*q)
	*q = append(*q, j)
}

// Pop implements heap.Interface.
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
