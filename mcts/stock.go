package mcts

// stock is memory of the graph that a thread has taken and has not used yet.
type stock struct {
	nodes, learned []int32
	moves, edges   blockStock
}

// restock gives a thread's stock back to the graph. The thread keeps only the regions from which it cuts
// blocks.
func (g *graph) restock(k *stock) {
	g.nodes.giveAll(&k.nodes)
	g.learned.giveAll(&k.learned)
	g.moves.giveAll(&k.moves)
	g.edges.giveAll(&k.edges)
}
