package review

import (
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
)

// indexEntry is the entry of a game in an [Index].
type indexEntry struct {
	Title, Date, Result string
	Moves               int
	Black, White        string   // accuracies such as "81 %"; "" if no move is judged
	Moments             string   // numbers of the moves that mattered
	Files               []string // files of the review, relative to the index
}

// Entry returns the entry of the review for an [Index]. The entry keeps no reference to the review.
func (r *Review) Entry(files []string) indexEntry {
	e := indexEntry{Title: r.title(), Date: r.Info.Date, Result: r.Info.Result, Moves: r.Line.Len(), Files: files}
	if r.Info.Black == "" && r.Info.White == "" && len(files) > 0 { // without names of players, the name of the file is a better title
		e.Title = strings.TrimSuffix(files[0], path.Ext(files[0]))
	}
	for c, to := range map[baduk.Color]*string{baduk.Black: &e.Black, baduk.White: &e.White} {
		if p := r.Players[c]; p.Moves > 0 {
			*to = percent(p.Accuracy)
		}
	}
	var numbers []string
	for _, i := range r.Moments {
		numbers = append(numbers, fmt.Sprint(r.Moves[i].Number))
	}
	e.Moments = strings.Join(numbers, ", ")
	return e
}

// Index is a page with links to the reports of several games.
type Index struct {
	By       string // program that judged the games; see [Review.By]
	Games    []indexEntry
	Failures []string // games that could not be reviewed, with the reasons
}

// WriteHTML writes the page.
func (x Index) WriteHTML(w io.Writer) error {
	type file struct{ Href, Label string }
	type game struct {
		indexEntry
		Page  string
		Files []file
	}
	t, err := template.New("index").Parse(indexText)
	if err != nil {
		return err
	}
	var games []game
	for _, e := range x.Games {
		g := game{indexEntry: e}
		for _, f := range e.Files {
			href := (&url.URL{Path: "./" + f}).String()
			switch label := strings.TrimPrefix(path.Ext(f), "."); label {
			case "html":
				g.Page = href
			case "png":
			default:
				g.Files = append(g.Files, file{href, label})
			}
		}
		games = append(games, g)
	}
	return t.Execute(w, map[string]any{"Style": template.CSS(styleText), "Title": wording.Counted(len(games), "game"), "By": x.By, "Games": games, "Failures": x.Failures})
}
