package mcts

import "unsafe"

// pool is an arena whose elements are taken and given back one by one.
type pool[T any, E element[T]] struct {
	arena[T]
	graph *graph // graph.limit applies to the elements, and graph.mu guards free
	free  int32  // first element of the list of free elements
}

// element is a type that embeds linked.
type element[T any] interface {
	*T
	link() *linked
}

// linked is an element's place in a hash table: its key and the next element in its bucket.
type linked struct {
	key   uint64
	check uint32 // further bits of the key
	next  int32  // next element in the bucket, or in the list of free elements
}

func (l *linked) link() *linked { return l }

// poolBatch is the number of elements that a thread takes at a time.
const poolBatch = 32

func newPool[T any, E element[T]](g *graph, shift uint) *pool[T, E] {
	p := &pool[T, E]{graph: g}
	p.prepare(shift)
	return p
}

func (p *pool[T, E]) linkOf(i int32) *linked { return E(p.at(i)).link() }

// bytes is the size of an element.
func (p *pool[T, E]) bytes() int64 {
	var t T
	return int64(unsafe.Sizeof(t))
}

// take takes an element from the thread's stock and sets it to fresh. It returns false if memory is at its
// limit.
func (p *pool[T, E]) take(stock *[]int32, fresh T) (i int32, ok bool) {
	if len(*stock) == 0 {
		p.fill(stock)
	}
	if i, ok = pop(stock); ok {
		*p.at(i) = fresh
	}
	return i, ok
}

// fill takes poolBatch elements into a thread's stock, or fewer if memory is at its limit.
func (p *pool[T, E]) fill(stock *[]int32) {
	g := p.graph
	g.mu.Lock()
	defer g.mu.Unlock()
	for range poolBatch {
		i := p.free
		if i != 0 {
			p.free = p.linkOf(i).next
			g.used.Add(p.bytes())
		} else if fresh, ok := takeRegion(g, &p.arena, nil, 1, p.bytes()); ok {
			i = fresh
		} else {
			return
		}
		*stock = append(*stock, i)
	}
}

// give frees an element. The caller must have removed all references to it.
func (p *pool[T, E]) give(i int32) {
	p.linkOf(i).next, p.free = p.free, i
	p.graph.used.Add(-p.bytes())
}

// giveAll frees the elements of a thread's stock. Threads take them later in the same order in which this
// stock would have returned them.
func (p *pool[T, E]) giveAll(stock *[]int32) {
	for j := len(*stock) - 1; j >= 0; j-- {
		p.give((*stock)[j])
	}
	*stock = (*stock)[:0]
}

// sweep drops all elements that are neither live nor free. It begins with the last element, so that elements
// with low indices are taken first afterwards. It overwrites the slice live.
func (p *pool[T, E]) sweep(live []bool, drop func(i int32)) {
	for i := p.free; i != 0; i = p.linkOf(i).next {
		live[i] = true
	}
	for i := p.top - 1; i > 0; i-- {
		if !live[i] {
			drop(i)
		}
	}
}

// clear drops all elements and keeps the first chunk.
func (p *pool[T, E]) clear() {
	p.arena.clear()
	p.free = 0
}
