package diagram

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/signintech/gopdf"
)

// Paper is a size of paper.
type Paper uint8

// The sizes of paper.
const (
	A4     Paper = iota // 210 by 297 millimetres
	Letter              // 8.5 by 11 inches
)

// size returns width and height in points of 1/72 inch.
func (p Paper) size() gopdf.Rect {
	if p == Letter {
		return gopdf.Rect{W: 612, H: 792}
	}
	return gopdf.Rect{W: 595.28, H: 841.89}
}

// Sheet is a document to print, with a header, pictures in a grid, and page numbers.
type Sheet struct {
	Title  string
	Header []string // lines under the title: players, place and date, result
	// Pictures are drawn in the theme [Print] unless they set another theme.
	Pictures []Picture
	PerPage  int // pictures on a page: 1, 2, 4 or 6; 0 is 4
	Paper    Paper
	Font     *Font // nil means the built-in fonts
}

// grid returns the number of columns and rows of a page.
func (s Sheet) grid() (columns, rows int, err error) {
	switch s.PerPage {
	case 1:
		return 1, 1, nil
	case 2:
		return 1, 2, nil
	case 0, 4:
		return 2, 2, nil
	case 6:
		return 2, 3, nil
	}
	return 0, 0, fmt.Errorf("a page holds 1, 2, 4 or 6 pictures, not %d", s.PerPage)
}

// The layout of a page, in points.
const (
	paperMargin = 45.0
	gutter      = 20.0
	footerSize  = 9.0
	mostScale   = 27.0 // largest scale, in points per unit of the board
)

// mostPictures is the largest number of pictures of a document.
const mostPictures = 5000

// WritePDF writes the sheet as a PDF. Equal sheets give equal files, because the file has
// neither a date nor an identifier.
func (s Sheet) WritePDF(w io.Writer) (err error) {
	columns, rows, err := s.grid()
	if err != nil {
		return err
	}
	if len(s.Pictures) == 0 || len(s.Pictures) > mostPictures {
		return fmt.Errorf("a sheet has 1 to %d pictures, not %d", mostPictures, len(s.Pictures))
	}
	font := s.Font.orBuiltIn()
	if s.Font != nil { // gopdf may panic on a damaged font
		defer func() {
			if r := recover(); r != nil {
				err = errors.New("the font cannot be put on a sheet: it is damaged; use another one")
			}
		}()
	}
	plans, err := s.plans(font)
	if err != nil {
		return err
	}
	paper := s.Paper.size()
	pdf := &gopdf.GoPdf{}
	pdf.Start(gopdf.Config{PageSize: paper})
	pdf.SetInfo(gopdf.PdfInfo{Title: clean(s.Title, maxLine), Producer: "tengen"})
	out := &page{pdf: pdf, font: font, added: make([]bool, len(font.faces))}
	pages := (len(plans) + columns*rows - 1) / (columns * rows)
	wide := (paper.W - 2*paperMargin - float64(columns-1)*gutter) / float64(columns)
	// All pictures get the same scale if their heights allow it.
	common := mostScale
	for _, p := range plans {
		common = math.Min(common, wide/p.all.width())
	}
	for n := range pages {
		pdf.AddPage()
		top := paperMargin
		if n == 0 {
			top = s.drawHeader(out, paper)
		}
		s.drawFooter(out, paper, n+1, pages)
		high := (paper.H - paperMargin - 12 - top - float64(rows-1)*gutter) / float64(rows)
		if high < 60 {
			return errors.New("the header of a sheet leaves no room for pictures: shorten it")
		}
		for i := range min(columns*rows, len(plans)-n*columns*rows) {
			p := plans[n*columns*rows+i]
			left, down := paperMargin+float64(i%columns)*(wide+gutter), top+float64(i/columns)*(high+gutter)
			scale := math.Min(common, high/p.all.height())
			out.scale = scale
			out.left = left + (wide-p.all.width()*scale)/2 - p.all.left*scale
			out.top = down - p.all.top*scale
			p.draw(out)
		}
	}
	if out.err != nil {
		return fmt.Errorf("a text cannot be put on the sheet: %w", out.err)
	}
	_, err = pdf.WriteTo(w)
	return err
}

// plans makes the layout of each picture.
func (s Sheet) plans(font *Font) ([]*plan, error) {
	var all []*plan
	for i, pic := range s.Pictures {
		if pic.Theme == (Theme{}) {
			pic.Theme = Print()
		}
		p, err := newPlan(&pic, font)
		if err != nil {
			return nil, fmt.Errorf("picture %d: %w", i+1, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// drawHeader writes the head of the first page and returns where the pictures
// may begin.
func (s Sheet) drawHeader(out *page, paper gopdf.Rect) float64 {
	y := paperMargin
	write := func(text string, size float64) {
		for _, line := range out.font.wrap(clean(text, maxLine), (paper.W-2*paperMargin)/size) {
			out.line(place{(paper.W - out.font.width(line)*size) / 2, y + capHeight*size}, size, Print().Text, line)
			y += 1.45 * size
		}
	}
	write(s.Title, 17)
	for _, line := range s.Header {
		write(line, 10.5)
	}
	if y > paperMargin {
		y += 10
	}
	return y
}

func (s Sheet) drawFooter(out *page, paper gopdf.Rect, n, of int) {
	text := fmt.Sprintf("%d / %d", n, of)
	out.line(place{(paper.W - out.font.width(text)*footerSize) / 2, paper.H - 28}, footerSize, Print().Text, text)
}
