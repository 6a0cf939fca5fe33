package boards

import (
	"slices"

	"tengen/baduk"
)

// Score is the score of a position, with a reason for every point.
type Score struct {
	Scoring string       `json:"scoring"` // AREA, TERRITORY and others, see the axes of the rules
	Owners  []int8       `json:"owners"`  // by point: 1 Black, -1 White, 0 neutral
	Reasons []int        `json:"reasons"` // by point: an index into Texts
	Texts   []reasonText `json:"texts"`
	Rows    []scoreRow   `json:"rows"` // the items of the totals
	Black   SideScore    `json:"black"`
	White   SideScore    `json:"white"`
	Neutral int          `json:"neutral"`
	Lead    float64      `json:"lead"`   // Black's score minus White's, in points
	Result  string       `json:"result"` // "B+3.5"
	Lines   []string     `json:"lines"`  // the whole count in sentences
	Stones  *inStones    `json:"inStones,omitempty"`
}

// reasonText is a reason for the owner of a point.
type reasonText struct {
	Kind string `json:"kind"` // stone, territory, dead, dame or none
	Text string `json:"text"`
}

// SideScore is the score of one player.
type SideScore struct {
	Stones    int     `json:"stones"`
	Territory int     `json:"territory"`
	Dead      int     `json:"dead"` // stones taken off the board, for information
	Total     float64 `json:"total"`
}

// scoreRow is an item of the totals of both players.
type scoreRow struct {
	Key   string     `json:"key"`
	Title string     `json:"title"`
	Black *scoreItem `json:"black,omitempty"`
	White *scoreItem `json:"white,omitempty"`
}

// scoreItem is the contribution of an item to one player's total.
type scoreItem struct {
	Points float64 `json:"points"`
	Note   string  `json:"note,omitempty"` // "2 of them dead on the board"
}

// inStones is the result in stones, which Chinese players use.
type inStones struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
	Half  float64 `json:"half"` // a player with more stones than this wins
}

// reasons returns the texts of a Score, by baduk.Reason.
func reasons() []reasonText {
	kinds := [...]string{
		baduk.ReasonDame: "dame", baduk.ReasonStone: "stone", baduk.ReasonTerritory: "territory", baduk.ReasonDead: "dead",
		baduk.ReasonSeki: "dame", baduk.ReasonPlayed: "territory", baduk.ReasonUncounted: "none", baduk.ReasonLate: "none",
	}
	var texts []reasonText
	for r, kind := range kinds {
		texts = append(texts, reasonText{kind, baduk.Reason(r).String()})
	}
	return texts
}

func NewScore(g *baduk.Graph, count *baduk.Score) *Score {
	s := &Score{
		Scoring: count.Scoring.String(), Texts: reasons(), Rows: scoreRows(count),
		Neutral: count.Neutral, Lead: count.Lead(), Result: count.Result(), Lines: count.Explain(g),
	}
	for _, p := range count.Points {
		s.Owners = append(s.Owners, p.Owner.Number())
		s.Reasons = append(s.Reasons, int(p.Reason))
	}
	side := func(c baduk.Color) SideScore {
		return SideScore{Stones: count.Stones[c], Territory: count.Territory[c], Dead: count.Dead[c], Total: count.Total(c)}
	}
	s.Black, s.White = side(baduk.Black), side(baduk.White)
	if black, white, half, ok := count.InStones(); ok {
		s.Stones = &inStones{black, white, half}
	}
	return s
}

// rowTitles are the titles of the rows by the keys of [baduk.Item], in the order of the rows.
var rowTitles = [][2]string{{"weight", "Weight"}, {"stones", "Stones"}, {"territory", "Territory"}, {"prisoners", "Prisoners"},
	{"passStones", "Pass stones"}, {"tax", "Group tax"}, {"button", "Button"}, {"start", "From the start"}, {"komi", "Komi"}, {"handicap", "Handicap"}}

// scoreRows makes the rows of the totals from the items of both players.
func scoreRows(count *baduk.Score) []scoreRow {
	var rows []scoreRow
	for _, side := range []struct {
		color baduk.Color
		place func(*scoreRow) **scoreItem
	}{
		{baduk.Black, func(r *scoreRow) **scoreItem { return &r.Black }},
		{baduk.White, func(r *scoreRow) **scoreItem { return &r.White }},
	} {
		for _, item := range count.Account(side.color) {
			key, title := item.Key, item.Key
			for _, t := range rowTitles {
				if t[0] == key {
					title = t[1]
				}
			}
			i := slices.IndexFunc(rows, func(r scoreRow) bool { return r.Key == key })
			if i < 0 {
				i = len(rows)
				rows = append(rows, scoreRow{Key: key, Title: title})
			}
			*side.place(&rows[i]) = &scoreItem{item.Points, item.Note}
		}
	}
	rank := func(r scoreRow) int {
		for i, t := range rowTitles {
			if t[0] == r.Key {
				return i
			}
		}
		return len(rowTitles)
	}
	slices.SortStableFunc(rows, func(a, b scoreRow) int { return rank(a) - rank(b) })
	return rows
}
