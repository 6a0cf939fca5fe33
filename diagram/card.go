package diagram

import (
	"cmp"
	"image/color"
	"io"
	"math"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// Card is a picture to post. It has a board on the left, and the players, the result and the date of the game on the
// right. It has 1200 by 630 pixels, the size that social networks show.
type Card struct {
	Picture      Picture // its texts are not drawn
	Title        string
	Black, White string // the players
	Result       string
	Details      []string // lines below the result
}

// CardWords are texts of a card in another language. An empty text stands for the English one.
type CardWords struct {
	Black, White string // the names of players without a name
	Result       string
	Terms        string // rules and komi
}

// CardOf returns the card of a position in a game with this information.
func CardOf(p Picture, info kifu.Info, words CardWords) Card {
	join := func(separator string, parts ...string) string {
		var named []string
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				named = append(named, part)
			}
		}
		return strings.Join(named, separator)
	}
	c := Card{Picture: p, Title: join(", ", info.Event, info.Round), Black: join(" ", info.Black, info.BlackRank), White: join(" ", info.White, info.WhiteRank),
		Result: info.Result}
	if c.Title == "" {
		c.Title = info.Name
	}
	if c.Black == "" && c.White == "" {
		c.Black, c.White = cmp.Or(words.Black, "Black"), cmp.Or(words.White, "White")
	}
	if r := baduk.ParseResult(info.Result); r.Ending != baduk.EndingUnknown {
		c.Result = r.String()
	}
	c.Result = cmp.Or(words.Result, c.Result)
	for _, line := range []string{join(", ", info.Date, info.Place), cmp.Or(words.Terms, join(", ", info.Rules, komiText(info.Komi)))} {
		if line != "" {
			c.Details = append(c.Details, line)
		}
	}
	return c
}

// The layout of a card, in units of 24 pixels.
const (
	cardWidth, cardHeight = 50.0, 26.25
	cardMargin            = 1.25
	cardBoard             = cardHeight - 2*cardMargin // the square for the board
	cardText              = cardMargin + cardBoard + 2
	cardRoom              = cardWidth - cardMargin - cardText // width of the texts
	detailSize            = 1.05
	playerSize            = 1.55
	resultSize            = 2.8
)

// box returns the place of the card.
func (c *Card) box() box { return box{0, 0, cardWidth, cardHeight} }

// WritePNG writes the card as a PNG. Without a width it has 1200 by 630 pixels.
func (c *Card) WritePNG(w io.Writer, o Pixels) error {
	p, err := newPlan(&c.Picture, o.Font)
	if err != nil {
		return err
	}
	if o.Width == 0 {
		o.Width = cardWidth * unit
	}
	scale, err := o.scale(c.box())
	if err != nil {
		return err
	}
	r, err := newRaster(c.box(), scale, p.font, p.theme.Page)
	if err != nil {
		return err
	}
	c.draw(r, p)
	return EncodePNG(w, r.img)
}

// WriteSVG writes the card as SVG.
func (c *Card) WriteSVG(w io.Writer) error {
	p, err := newPlan(&c.Picture, nil)
	if err != nil {
		return err
	}
	s := &svg{font: p.font}
	s.begin(c.box(), clean(c.Black+" – "+c.White, maxLine))
	s.fill(c.box().corners(), p.theme.Page)
	c.draw(s, p)
	return s.end(w)
}

// draw draws the card. The plan is that of its board.
func (c *Card) draw(to canvas, p *plan) {
	p.all, p.above, p.below = p.board, nil, nil
	scale := cardBoard / math.Max(p.board.width(), p.board.height())
	p.draw(&inset{to, scale, place{
		cardMargin + cardBoard/2 - scale*(p.board.left+p.board.right)/2,
		cardMargin + cardBoard/2 - scale*(p.board.top+p.board.bottom)/2,
	}})
	text, faint := p.theme.Text, mix(p.theme.Text, p.theme.Page, 0.35)
	y := cardMargin
	lines := func(most int, size float64, ink color.RGBA, text string) {
		for _, line := range p.font.fit(clean(text, maxLine), cardRoom/size, most) {
			y += leading * size
			c.left(to, p.font, place{cardText, y - 0.6*size}, size, ink, line)
		}
	}
	lines(2, detailSize, faint, c.Title)
	y = math.Max(y+0.5, 4.2)
	for _, player := range []struct {
		name      string
		fill, rim color.RGBA
	}{{c.Black, p.theme.Black, p.theme.BlackRim}, {c.White, p.theme.White, p.theme.WhiteRim}} {
		const radius, line = 0.95, 2.75
		to.disc(place{cardText + radius, y + line/2}, radius, player.fill, player.rim, 2*thin)
		name := clean(player.name, maxLine)
		room := cardRoom - 2.9*radius
		size := math.Min(playerSize, math.Max(room/math.Max(p.font.width(name), 0.01), 0.7*playerSize))
		for _, name := range p.font.fit(name, room/size, 1) {
			c.left(to, p.font, place{cardText + 2.9*radius, y + line/2}, size, text, name)
		}
		y += line
	}
	y += 0.6
	room := cardRoom / math.Max(p.font.width(clean(c.Result, maxLine)), 0.01)
	lines(2, math.Min(resultSize, math.Max(room, resultSize/2)), text, c.Result)
	y += 0.4
	for _, line := range c.Details {
		lines(2, detailSize, faint, line)
	}
	c.mark(to, p)
}

// fit breaks a text into lines like wrap. If there are more lines than a limit, the last one ends with "…".
func (f *Font) fit(text string, width float64, most int) []string {
	lines := f.wrap(text, width)
	if len(lines) <= most {
		return lines
	}
	last := f.wrap(strings.Join(lines[most-1:], " "), width-f.width("…"))[0]
	return append(lines[:most-1], last+"…")
}

// mark draws the sign of tengen and its name in the lower corner.
func (c *Card) mark(to canvas, p *plan) {
	const side, size = 2.1, 1.3
	foot := cardHeight - cardMargin
	middle := place{cardText + side/2, foot - side/2}
	line := rgb(0x5c3d14)
	to.fill(rounded(box{cardText, foot - side, cardText + side, foot}, side*7/32), rgb(0xdcae66))
	for _, s := range []stroke{
		{middle.plus(0, -side*14/32), middle.plus(0, side*14/32)}, {middle.plus(-side*14/32, 0), middle.plus(side*14/32, 0)},
	} {
		to.strokes([]stroke{s}, side*1.4/32, line)
	}
	to.disc(middle, side*8.6/32, rgb(0x17181a), color.RGBA{}, 0)
	to.disc(middle.plus(-side*3/32, -side*3.4/32), side*3/32, rgb(0x454648), color.RGBA{}, 0)
	c.left(to, p.font, place{cardText + side + 0.7, middle.y}, size, p.theme.Text, "tengen")
}

// left writes a text that begins at a place.
func (c *Card) left(to canvas, font *Font, at place, size float64, ink color.RGBA, text string) {
	to.write(at.plus(font.width(text)*size/2, 0), size, ink, text)
}

// rounded returns a rectangle with round corners.
func rounded(b box, radius float64) []place {
	const pieces = 8
	var all []place
	for i, corner := range []place{
		{b.right - radius, b.bottom - radius}, {b.left + radius, b.bottom - radius}, {b.left + radius, b.top + radius}, {b.right - radius, b.top + radius},
	} {
		for k := range pieces + 1 {
			sin, cos := math.Sincos((float64(i) + float64(k)/pieces) * math.Pi / 2)
			all = append(all, corner.plus(radius*cos, radius*sin))
		}
	}
	return all
}

// inset is a part of another canvas, with a scale of its own. The parameter origin is the place of its point 0, 0.
type inset struct {
	canvas
	scale  float64
	origin place
}

func (s *inset) place(p place) place { return s.origin.plus(p.x*s.scale, p.y*s.scale) }

func (s *inset) fill(corners []place, c color.RGBA) {
	all := make([]place, len(corners))
	for i, at := range corners {
		all[i] = s.place(at)
	}
	s.canvas.fill(all, c)
}

func (s *inset) disc(at place, radius float64, fill, rim color.RGBA, width float64) {
	s.canvas.disc(s.place(at), radius*s.scale, fill, rim, width*s.scale)
}

func (s *inset) strokes(lines []stroke, width float64, c color.RGBA) {
	all := make([]stroke, len(lines))
	for i, l := range lines {
		all[i] = stroke{s.place(l.from), s.place(l.to)}
	}
	s.canvas.strokes(all, width*s.scale, c)
}

func (s *inset) write(at place, size float64, c color.RGBA, text string) {
	s.canvas.write(s.place(at), size*s.scale, c, text)
}

func (s *inset) point(at place, radius float64, name string) {
	s.canvas.point(s.place(at), radius*s.scale, name)
}
