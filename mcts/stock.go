package mcts

// stock is what a thread has taken from the graph and not used yet.
type stock struct {
	nodes, learned   []int32
	moves, edges     [sizeClasses][]int32
	moveFrom, moveTo int32 // a region of moves
	edgeFrom, edgeTo int32
}

// moveBlock takes room for n moves.
func (k *stock) moveBlock(g *graph, n int) (int32, bool) {
	c := sizeClass(n)
	if l := k.moves[c]; len(l) > 0 {
		k.moves[c] = l[:len(l)-1]
		return l[len(l)-1], true
	}
	size := blockSizes[c]
	if k.moveTo-k.moveFrom >= size {
		k.moveFrom += size
		return k.moveFrom - size, true
	}
	var along *arena[amaf]
	bytes := moveBytes
	if g.rave {
		along, bytes = g.amafs, bytes+amafBytes
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := g.freeMoves[c]; i != 0 {
		g.freeMoves[c] = int32(uint32(g.moves.at(i).move) | uint32(g.moves.at(i).prior)<<16)
		g.used.Add(int64(size) * bytes)
		return i, true
	}
	return takeBlock(g, g.moves, along, size, bytes, &k.moveFrom, &k.moveTo)
}

// edgeBlock takes room for edges of a size class, cleared.
func (k *stock) edgeBlock(g *graph, c uint8) (int32, bool) {
	size := blockSizes[c]
	i, ok := k.edgeRoom(g, c, size)
	if ok {
		clear(g.edges.slice(i, int(size)))
	}
	return i, ok
}

func (k *stock) edgeRoom(g *graph, c uint8, size int32) (int32, bool) {
	if l := k.edges[c]; len(l) > 0 {
		k.edges[c] = l[:len(l)-1]
		return l[len(l)-1], true
	}
	if k.edgeTo-k.edgeFrom >= size {
		k.edgeFrom += size
		return k.edgeFrom - size, true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := g.freeEdges[c]; i != 0 {
		g.freeEdges[c] = g.edges.at(i).child
		g.used.Add(int64(size) * edgeBytes)
		return i, true
	}
	return takeBlock(g, g.edges, nil, size, edgeBytes, &k.edgeFrom, &k.edgeTo)
}

// takeBlock takes a region for a thread and a block from it, or a large block alone.
func takeBlock[T any](g *graph, a *arena[T], along *arena[amaf], size int32, bytes int64, from, to *int32) (int32, bool) {
	if size >= region/4 {
		return takeRegion(g, a, along, size, bytes)
	}
	start, ok := takeRegion(g, a, along, region, bytes)
	if ok {
		*from, *to = start+size, start+region
	}
	return start, ok
}

// giveMoves and giveEdges take back a block that nothing refers to.
func (g *graph) giveMoves(i int32, c uint8) {
	next := uint32(g.freeMoves[c])
	*g.moves.at(i) = candidate{uint16(next), uint16(next >> 16)}
	g.freeMoves[c] = i
	bytes := moveBytes
	if g.rave {
		bytes += amafBytes
	}
	g.used.Add(-int64(blockSizes[c]) * bytes)
}

func (g *graph) giveEdges(i int32, c uint8) {
	g.edges.at(i).child, g.freeEdges[c] = g.freeEdges[c], i
	g.used.Add(-int64(blockSizes[c]) * edgeBytes)
}

// restock gives a thread's stock back, but for the regions that it has begun.
func (g *graph) restock(k *stock) {
	g.nodes.giveAll(&k.nodes)
	g.learned.giveAll(&k.learned)
	for c := range k.moves {
		for _, i := range k.moves[c] {
			g.giveMoves(i, uint8(c))
		}
		for _, i := range k.edges[c] {
			g.giveEdges(i, uint8(c))
		}
		k.moves[c], k.edges[c] = k.moves[c][:0], k.edges[c][:0]
	}
}
