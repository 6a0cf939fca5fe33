package mcts

// stock is memory that a thread has taken from the graph and not used yet.
type stock struct {
	nodes, learned []int32
	moves, edges   blockStock
}

// restock gives a thread's stock back to the graph. The thread keeps the regions from which it has begun to
// cut blocks.
func (g *graph) restock(k *stock) {
	g.nodes.giveAll(&k.nodes)
	g.learned.giveAll(&k.learned)
	g.moves.giveAll(&k.moves)
	g.edges.giveAll(&k.edges)
}
