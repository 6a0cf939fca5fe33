package match

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Report reads how the match in a folder stands, whether it is being played or not.
// It changes nothing.
func Report(dir string) (Plan, Summary, error) {
	p, err := ReadPlan(dir)
	if err != nil {
		return Plan{}, Summary{}, err
	}
	data, err := os.ReadFile(filepath.Join(dir, resultsFile))
	if err != nil && !os.IsNotExist(err) {
		return p, Summary{}, err
	}
	o := Options{Games: p.Games, Gauntlet: p.Pairings == "gauntlet"}
	if p.SPRT != nil {
		o.SPRT = *p.SPRT
	}
	for _, player := range p.Players {
		o.Players = append(o.Players, Side{Name: player.Name, Elo: player.Elo})
	}
	s := &schedule{games: o.Games, pairings: pairings(&o)}
	games, _, err := decodeResults(data)
	if err == nil {
		err = checkResults(games, &o, s)
	}
	if err != nil {
		return p, Summary{}, fmt.Errorf("%s: %w", filepath.Join(dir, resultsFile), err)
	}
	st := newStanding(&o, s)
	for _, g := range games {
		st.add(g)
	}
	sum := st.summary()
	var before Summary
	if data, err := os.ReadFile(filepath.Join(dir, summaryFile)); err == nil && json.Unmarshal(data, &before) == nil {
		sum.Seconds = before.Seconds
	}
	return p, sum, nil
}
