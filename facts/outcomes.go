package facts

import (
	"fmt"
	"strings"
)

// scoring compares the outcomes of games by the two scoring systems of the article. "Mostly" means more than half.
func scoring(o Options) Fact {
	f := Fact{About: "outcome by area and by territory", Article: "mostly the same"}
	m, ok := o.measure("19x19")
	if !ok || m.Even.Counted == 0 {
		return f.needsRecords()
	}
	share := float64(m.Even.Same) / float64(m.Even.Counted)
	f.Ours, f.Command = fmt.Sprintf("the same in %.1f %% of the games", 100*share), o.Command
	f.How = over(m.Even.Counted) + " that were decided by points, without handicap, with the komi of the record. Black's lead by area is larger by the number of stones that he placed minus the number that White placed"
	f.Verdict = Wrong
	if share > 0.5 {
		f.Verdict = Right
	}
	return f
}

// advantage compares the players of games without handicap. The advantage is certain if the confidence interval of
// Black's lead does not include 0.
func advantage(o Options) Fact {
	f := Fact{About: "advantage of the first player", Article: "slight"}
	m, ok := o.measure("19x19")
	if !ok || m.Even.Counted == 0 {
		return f.needsRecords()
	}
	lead := m.Even.Lead
	f.Ours, f.How, f.Command = fmt.Sprintf("%.1f", lead.Mean), over(m.Even.Counted)+" that were decided by points, without handicap", o.Command
	if lead.Error > 0 {
		f.Ours += fmt.Sprintf(" ± %.1f", lead.Error)
	}
	f.Ours += " points without komi"
	var wins []string
	games := 0
	for i, k := range m.Even.Komi {
		games += k.Games
		if i < 3 {
			wins = append(wins, fmt.Sprintf("%.0f %% of the games with komi %s", 100*float64(k.Black)/float64(k.Games), k.Komi))
		}
	}
	if games > 0 {
		f.Ours += ". Black won " + strings.Join(wins, ", ")
		f.How += fmt.Sprintf("; the wins over %d games without handicap", games)
	}
	switch {
	case lead.Error == 0: // a single game
	case lead.Mean > lead.Error:
		f.Verdict = Right
	case lead.Mean < -lead.Error:
		f.Verdict = Wrong
	}
	return f
}
