package recordfiles

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// Each calls the function work for every file, on all processors. It passes the results to the
// function take in the order of the files. After each file it calls progress with the number of
// bytes of all finished files. If take returns an error, Each returns that error. All goroutines
// have ended when Each returns, unless ctx was cancelled. In that case Each returns the error of ctx
// at once, because reading from a pipe may block forever.
func Each[R any](ctx context.Context, all Files, work func(File, func(R) bool), take func(R) error, progress func(passed int64)) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	type job struct {
		file    File
		passed  int64
		results chan R
	}
	workers := runtime.GOMAXPROCS(0)
	order, ended := make(chan job, 4*workers), make(chan struct{})
	go func() {
		defer close(ended)
		var running sync.WaitGroup
		defer running.Wait()
		jobs := make(chan job)
		defer close(order)
		defer close(jobs)
		for range workers {
			running.Go(func() {
				for j := range jobs {
					work(j.file, func(r R) bool { return send(ctx, j.results, r) })
					close(j.results)
				}
			})
		}
		for f, passed := range all.All {
			j := job{f, passed, make(chan R, 64)}
			if !send(ctx, jobs, j) || !send(ctx, order, j) {
				return
			}
		}
	}()
	defer func() {
		cancel()
		select {
		case <-ended:
		case <-outer.Done():
		}
	}()
	for j := range until(ctx, order) {
		for r := range until(ctx, j.results) {
			if err := take(r); err != nil {
				return err
			}
		}
		progress(j.passed)
	}
	return outer.Err()
}

// send sends a value to a channel. It returns false if the context is cancelled before that.
func send[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// until yields the values of a channel. It ends when the channel is closed or the context is
// cancelled.
func until[T any](ctx context.Context, from <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for ctx.Err() == nil {
			select {
			case v, ok := <-from:
				if !ok || !yield(v) {
					return
				}
			case <-ctx.Done():
			}
		}
	}
}

// Once turns a function with one result per file into a function for [Each].
func Once[R any](work func(File) R) func(File, func(R) bool) {
	return func(f File, yield func(R) bool) { yield(work(f)) }
}
