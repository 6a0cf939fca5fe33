package review

import (
	"fmt"
	"io"
	"strings"

	"tengen/baduk"
)

// The layout of a page of A4, in points of 1/72 inch.
const (
	pageWidth   = 595.28
	pageHeight  = 841.89
	pageMargin  = 45.0
	pageInner   = pageWidth - 2*pageMargin
	bodySize    = 9.5
	leadingOf   = 1.35
	diagramSide = (pageInner - 16) / 2
	// accuracySize is the font size of an accuracy. factsAt is the distance of the other numbers from the
	// left edge.
	accuracySize = 22
	factsAt      = 120
)

// WritePDF writes a report for printing on A4. The report has the content of [Review.WriteHTML] except for
// the list of all moves. Equal reviews give equal files.
func (r *Review) WritePDF(w io.Writer) error {
	s, err := newSheet(r.title())
	if err != nil {
		return err
	}
	s.front(r)
	for k := range r.Moments {
		if k%2 == 0 {
			s.newPage()
		} else {
			s.y = max(s.y+16, pageHeight/2+6)
		}
		s.moment(r, k)
	}
	return s.write(w)
}

// front writes the first page.
func (s *sheet) front(r *Review) {
	s.newPage()
	s.paragraph(r.title(), 17, true, inkText)
	for _, text := range r.particulars() {
		s.paragraph(text, bodySize, false, inkFaint)
	}
	s.paragraph("Judged by "+r.By()+".", bodySize, false, inkFaint)
	s.y += 8
	s.players(r)
	s.y += 10
	c := r.chart(pictureWidth)
	s.scale, s.left, s.top = pageInner/pictureWidth, pageMargin, s.y
	c.draw(s)
	s.y += chartHeight*s.scale + 14
	s.paragraph("The moves that mattered", 13, true, inkText)
	if len(r.Moments) == 0 {
		s.paragraph("No move stands out that players of this level could have avoided while the game was open.", bodySize, false, inkFaint)
	} else {
		s.paragraph("Chosen "+r.levelsText()+". In the diagrams 1 is the next move, the ring marks the previous move, and the cross marks the move that was played instead.", bodySize, false, inkFaint)
		s.table(r)
	}
	for _, note := range r.Notes() {
		s.paragraph(note, bodySize, false, inkFaint)
	}
	s.paragraph(explained, bodySize, false, inkFaint)
}

// players writes the numbers of both players side by side.
func (s *sheet) players(r *Review) {
	top, bottom := s.y, s.y
	for k, c := range []baduk.Color{baduk.Black, baduk.White} {
		s.y = top
		left := pageMargin + float64(k)*(diagramSide+16)
		s.column(r.playerView(c), left)
		bottom = max(bottom, s.y)
	}
	s.y = bottom
}

// column writes the numbers of one player.
func (s *sheet) column(p playerView, left float64) {
	s.stone(left+5, s.y+7, p.Class == baduk.Black.String())
	s.textAt(left+16, 12, true, inkText, strings.TrimSpace(p.Name+" "+p.Rank))
	s.y += 12 * leadingOf
	if p.Empty {
		s.textAt(left, bodySize, false, inkFaint, "No move is judged yet.")
		s.y += bodySize * leadingOf
		return
	}
	s.y += 13
	s.textAt(left, accuracySize, true, inkText, p.Accuracy)
	s.textAt(s.beside(left, accuracySize, p.Accuracy), bodySize, false, inkFaint, "accuracy")
	s.y -= 13
	for i, f := range p.Facts {
		s.textAt(left+factsAt, bodySize, false, inkText, f.Value)
		s.textAt(left+factsAt+36, bodySize, false, inkFaint, f.Label)
		if s.y += bodySize * leadingOf; i == len(p.Facts)-1 {
			s.y += 3
		}
	}
	// The categories as a bar, and their numbers.
	at := left
	var counts []string
	for k, category := range p.Categories {
		width := diagramSide * category.Share / 100
		s.box(at, s.y, width, 8, categoryInks[k])
		at += width
		counts = append(counts, fmt.Sprintf("%d %s", category.Count, category.Name))
	}
	s.y += 8 + 4
	for _, part := range s.wrap(strings.Join(counts, ", "), 8, false, diagramSide) {
		s.textAt(left, 8, false, inkFaint, part)
		s.y += 8 * leadingOf
	}
	s.y += 2
	for _, phase := range p.Phases {
		s.textAt(left, bodySize, false, inkText, phase.Name)
		s.box(left+62, s.y+2.5, 100, 5, boxBack)
		s.box(left+62, s.y+2.5, phase.Width, 5, categoryInks[0])
		s.textAt(left+170, bodySize, true, inkText, phase.Accuracy)
		s.textAt(left+200, bodySize, false, inkFaint, phase.Moves)
		s.y += bodySize * leadingOf
	}
}

// beside returns the x coordinate of the text to the right of a bold number. All numbers except "100 %" get
// the same width.
func (s *sheet) beside(left, size float64, number string) float64 {
	width, _ := s.face(true).width(number)
	return left + max(38, width*size+5)
}

// stone draws a stone of a player.
func (s *sheet) stone(x, y float64, black bool) {
	s.polygon(circle(xy{x, y}, 5), paperInks[inkText])
	if !black {
		s.polygon(circle(xy{x, y}, 4.3), paperInks[inkMomentText])
	}
}

// table lists the moments.
func (s *sheet) table(r *Review) {
	for k, i := range r.Moments {
		s.y += 2
		s.textAt(pageMargin, bodySize, true, inkBlunder, fmt.Sprint(k+1))
		s.textAt(pageMargin+16, bodySize, true, inkText, r.heading(i))
		lead, chance := r.change(i, " to ")
		text := fmt.Sprintf("%s (%s)", lead, chance)
		width, _ := s.face(false).width(text)
		s.textAt(min(pageMargin+290, pageMargin+pageInner-width*bodySize), bodySize, false, inkFaint, text)
		s.y += bodySize * leadingOf
	}
	s.y += 6
}

// moment writes a moment with its diagrams.
func (s *sheet) moment(r *Review, k int) {
	i := r.Moments[k]
	s.textAt(pageMargin, 13, true, inkBlunder, fmt.Sprint(k+1))
	s.textAt(pageMargin+18, 13, true, inkText, r.heading(i))
	s.y += 13 * leadingOf
	for _, sentence := range r.sentences(&r.Moves[i]) {
		s.paragraph(sentence, bodySize, false, inkText)
	}
	s.y += 4
	top, bottom := s.y, s.y
	sides := []bool{false}
	if len(r.Moves[i].betterLine()) > 0 {
		sides = append(sides, true)
	}
	for n, better := range sides {
		s.y = top
		p := r.played(i)
		if better {
			p = r.better(i)
		}
		left := pageMargin + float64(n)*(diagramSide+16)
		s.diagram(p, left)
		s.y += 4
		for _, text := range append(s.wrap(r.caption(i, better), 8.5, false, diagramSide), p.Notes...) {
			s.textAt(left, 8.5, false, inkFaint, text)
			s.y += 8.5 * leadingOf
		}
		bottom = max(bottom, s.y)
	}
	s.y = bottom
}

// write writes the document.
func (s *sheet) write(w io.Writer) error {
	if s.err != nil {
		return fmt.Errorf("the report cannot be typeset: %w", s.err)
	}
	_, err := s.pdf.WriteTo(w)
	return err
}

// newPage begins a page.
func (s *sheet) newPage() {
	s.pdf.AddPage()
	s.pages++
	s.y = pageHeight - 34
	s.textAt(pageMargin, 8, false, inkFaint, s.title)
	s.textAt(pageWidth-pageMargin-10, 8, false, inkFaint, fmt.Sprint(s.pages))
	s.y = pageMargin
}
