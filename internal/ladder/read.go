package ladder

import (
	"fmt"
	"strings"

	"tengen/match"
	"tengen/stat"
)

// Read reads a match from its folder. It also returns the digest of the net with which the ranks play, or "" if they
// play with rollouts.
func Read(dir string) (m Match, net string, err error) {
	plan, sum, err := match.Report(dir)
	if err != nil {
		return m, "", err
	}
	height := 0
	if len(plan.Boards) == 1 {
		_, _ = fmt.Sscanf(plan.Boards[0], "%dx%d", &m.Size, &height)
	}
	if m.Size == 0 || m.Size != height {
		return m, "", fmt.Errorf("the match in %s was played on %s, but ranks are measured in matches on one square board", dir, strings.Join(plan.Boards, ", "))
	}
	index, ranks := map[string]int{}, 0
	for i, p := range plan.Players {
		spec, _ := match.ParsePlayer(p.Text()) // fails only for programs with "; " in the command, which have no rank
		if spec.Rank > 0 {
			if ranks++; ranks > 1 && p.Net() != net {
				return m, "", fmt.Errorf("%s in %s uses another net than the other ranks", p.Name, dir)
			}
			net = p.Net()
		}
		index[p.Name] = i
		m.Players = append(m.Players, player{Name: p.Name, Rank: spec.Rank, Elo: p.Elo})
	}
	if ranks == 0 {
		return m, "", fmt.Errorf("no player of the match in %s has a rank", dir)
	}
	for _, p := range sum.Pairings {
		first, second := index[p.First], index[p.Second]
		m.Games = append(m.Games,
			stat.Games{First: first, Second: second, Score: p.AsBlack.Score(), Played: p.AsBlack.Played()},
			stat.Games{First: second, Second: first, Score: float64(p.AsWhite.Played()) - p.AsWhite.Score(), Played: p.AsWhite.Played()})
	}
	return m, net, nil
}
