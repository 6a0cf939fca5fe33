package review

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/internal/wording"
)

var (
	//go:embed page.html
	pageText string
	//go:embed index.html
	indexText string
	//go:embed style.css
	styleText string
)

// page is the data of the template, formatted for the reader.
type page struct {
	Style        template.CSS
	Title        string
	Particulars  []string
	By           string
	Unfinished   string // says how many positions are judged; "" if all are judged
	Players      []playerView
	Wide, Narrow template.HTML // the graph
	Moments      []momentView
	Levels       string
	Rows         []rowView
	Notes        []string
	Explained    string
}

// explained is the text that explains the numbers of a report.
const explained = "Leads include komi. Points lost are compared with the best move of the search, so they are only as reliable as the search. " +
	"Accuracy is the mean over a player's moves: every lost point reduces the accuracy of a move by a fifth. Strong moves lost less than 1.2 points. " +
	"On boards smaller than 19x19 a point counts more. A percentage with a player's name says how likely the stones of that player are to survive."

type playerView struct {
	Class, Name, Rank string
	Accuracy          string
	Facts             []labelledValue
	Categories        []categoryView
	Phases            []phaseView
	Empty             bool
}

type labelledValue struct{ Label, Value string }

type categoryView struct {
	Name  string
	Count int
	Share float64 // share of the whole bar, in percent
}

type phaseView struct {
	Name, Accuracy string
	Width          float64 // width of the bar, in percent
	Moves          string
}

type momentView struct {
	Number            int
	Anchor, Heading   string
	Category, Verdict string
	MoverBlack        bool
	Lead, Chance      string // values before and after the move; Chance is from the perspective of the move's player
	Sentences         []string
	Played, Better    template.HTML // diagrams; Better may be empty
	PlayedCaption     string
	BetterCaption     string
}

type rowView struct {
	Number                     int
	Move, Category, Loss, Best string
	Lead, Win, Why             string
	Moment                     int
}

// WriteHTML writes a report as one self-contained page. The page suits screens of any size, light and dark
// mode, and printing.
func (r *Review) WriteHTML(w io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	p, err := r.page()
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

func (r *Review) page() (*page, error) {
	p := &page{Style: template.CSS(styleText), Title: r.title(), Particulars: r.particulars(), By: r.By(), Notes: r.Notes(), Levels: r.levelsText(), Explained: explained,
		Wide: template.HTML(r.chart(pictureWidth).svg("wide")), Narrow: template.HTML(r.chart(390).svg("narrow"))}
	if all := r.Line.Judgeable(); r.Judged < all {
		p.Unfinished = fmt.Sprintf("%d of %d positions are judged so far.", r.Judged, all)
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		p.Players = append(p.Players, r.playerView(c))
	}
	for k := range r.Moments {
		v, err := r.momentView(k)
		if err != nil {
			return nil, err
		}
		p.Moments = append(p.Moments, v)
	}
	for i := range r.Moves {
		p.Rows = append(p.Rows, r.row(i))
	}
	return p, nil
}

// levelsText describes the levels for which the moments were chosen.
func (r *Review) levelsText() string {
	b, w := r.Levels[baduk.Black], r.Levels[baduk.White]
	if b == w {
		return "for players of " + b.String()
	}
	return fmt.Sprintf("for Black as a player of %v and White as one of %v", b, w)
}

func (r *Review) playerView(c baduk.Color) playerView {
	p := r.Players[c]
	v := playerView{Class: c.String(), Name: p.Name, Rank: p.Rank, Accuracy: percent(p.Accuracy), Empty: p.Moves == 0}
	if v.Name == "" {
		v.Name = playerName(c)
	}
	if v.Empty {
		return v
	}
	v.Facts = []labelledValue{{"points lost per move", decimals(p.Loss, 2)}, {"strong moves", percent(p.Strong)}, {"first choices", percent(p.Best)}}
	for _, category := range Categories() {
		n := p.Categories[category]
		v.Categories = append(v.Categories, categoryView{category.String(), n, *rounded(100*float64(n)/float64(p.Moves), 100)})
	}
	for _, phase := range Phases() {
		t := p.Phases[phase]
		view := phaseView{Name: phase.String(), Moves: wording.Counted(t.Moves, "move"), Accuracy: "–"}
		if t.Moves > 0 {
			view.Accuracy, view.Width = percent(t.Accuracy), *rounded(100*t.Accuracy, 10)
		}
		v.Phases = append(v.Phases, view)
	}
	return v
}

func (r *Review) momentView(k int) (momentView, error) {
	i := r.Moments[k]
	m := &r.Moves[i]
	c := m.Move.Color
	lead, chance := r.change(i, " → ")
	v := momentView{Number: k + 1, Anchor: fmt.Sprintf("moment-%d", k+1), Heading: fmt.Sprintf("Move %d, %s", m.Number, r.name(m.Move)),
		Category: m.Category.String(), Verdict: fmt.Sprintf("%s lost", points(m.Loss)), Sentences: r.sentences(m), MoverBlack: c == baduk.Black,
		PlayedCaption: r.caption(i, false), Lead: lead, Chance: chance}
	var err error
	if v.Played, err = drawing(r.played(i)); err != nil {
		return v, err
	}
	if len(m.betterLine()) > 0 {
		v.BetterCaption = r.caption(i, true)
		v.Better, err = drawing(r.better(i))
	}
	return v, err
}

// drawing returns a diagram as SVG.
func drawing(p diagram.Picture) (template.HTML, error) {
	var b strings.Builder
	if err := p.WriteSVG(&b); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // package diagram escapes all texts
}

func (r *Review) row(i int) rowView {
	m := &r.Moves[i]
	v := rowView{Number: m.Number, Move: r.name(m.Move), Moment: slices.Index(r.Moments, i) + 1}
	if m.Fault != "" {
		v.Why = "illegal: " + m.Fault
	} else if m.Handicap {
		v.Why = "a handicap stone"
	} else if m.Broken {
		v.Why = "not judged: the record changes the position or the player to move here"
	}
	if m.After != nil {
		if v.Lead, v.Win = leadText(m.After.Lead), percent(m.After.Win); m.After.Exact {
			v.Win = "exact"
		}
	}
	if !m.Known {
		return v
	}
	v.Category, v.Loss = m.Category.String(), decimals(m.Loss, 1)
	if m.Rank != 1 && m.Best != baduk.NoPoint {
		v.Best = r.Line.Graph.Vertex(m.Best)
	}
	if v.Why == "" {
		v.Why = strings.Join(r.sentences(m), " ")
	}
	return v
}
