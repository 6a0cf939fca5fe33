package match

// Report reads the plan and the summary of the match in a folder. It can be called while the match is
// being played. It changes nothing.
func Report(dir string) (Plan, Summary, error) {
	p, err := readPlan(dir)
	if err != nil {
		return Plan{}, Summary{}, err
	}
	o := Options{Games: p.Games, Pairings: p.Pairings}
	if p.SPRT != nil {
		o.SPRT = *p.SPRT
	}
	for _, player := range p.Players {
		o.Players = append(o.Players, Side{Name: player.Name, Elo: player.Elo})
	}
	s := &schedule{games: o.Games, pairings: o.Pairings.of(len(o.Players))}
	games, _, _, err := readResults(dir, &o, s)
	if err != nil {
		return p, Summary{}, err
	}
	st := newResults(&o, s)
	for _, g := range games {
		st.add(g)
	}
	sum := st.summary()
	sum.Seconds = readSeconds(dir)
	return p, sum, nil
}
