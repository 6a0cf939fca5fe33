package live

// inMemory returns the cost of each item in memory, by id.
func (s *Store[S, T]) inMemory() map[string]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	costs := map[string]int64{}
	for id, h := range s.held {
		costs[id] = h.cost
	}
	return costs
}
