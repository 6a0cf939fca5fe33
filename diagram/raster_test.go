package diagram

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/goregular"

	"tengen/baduk"
)

// pixelAt returns the pixel at a place of a picture.
func pixelAt(t *testing.T, p *Picture, scale float64, at place) (x, y int) {
	t.Helper()
	plan, err := newPlan(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return int((at.x - plan.all.left) * scale), int((at.y - plan.all.top) * scale)
}

// TestStonesAreWhereTheyBelong checks the pixels at every point, on every kind of board whose points
// do not overlap in the drawing.
func TestStonesAreWhereTheyBelong(t *testing.T) {
	const scale = 40
	for _, g := range games(t) {
		p := Picture{Graph: g.Graph(), Stones: g.StonesAfter(g.Len()), Theme: Wood()}
		if strings.HasPrefix(p.Graph.String(), "diamond") || p.Graph.Len() > 400 {
			continue
		}
		var b bytes.Buffer
		if err := p.WritePNG(&b, Pixels{Scale: scale}); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		plan, _ := newPlan(&p, nil)
		for i := range p.Graph.Len() {
			q := baduk.Point(i)
			if q == p.Graph.Beyond() {
				continue
			}
			// A pixel away from the lines and from the centre, which may have a dot.
			x, y := pixelAt(t, &p, scale, plan.at[i].plus(0.62*plan.stone*math.Cos(1), 0.62*plan.stone*math.Sin(1)))
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			if got, want := c == p.Theme.Black, g.At(q) == baduk.Black; got != want {
				t.Errorf("%v: %s is %v", p.Graph, p.Graph.Vertex(q), c)
			}
			if got, want := c == p.Theme.White, g.At(q) == baduk.White; got != want {
				t.Errorf("%v: %s is %v", p.Graph, p.Graph.Vertex(q), c)
			}
		}
	}
}

// ink counts the pixels around a point that have approximately that colour.
func ink(t *testing.T, p *Picture, q baduk.Point, c color.RGBA) int {
	t.Helper()
	const scale = 40
	img, err := p.Image(Pixels{Scale: scale})
	if err != nil {
		t.Fatal(err)
	}
	plan, _ := newPlan(p, nil)
	x, y := pixelAt(t, p, scale, plan.at[q])
	n := 0
	for dy := -13; dy <= 13; dy++ {
		for dx := -13; dx <= 13; dx++ {
			if img.RGBAAt(x+dx, y+dy) == c {
				n++
			}
		}
	}
	return n
}

// TestLabelsAndMarksAreSeen counts the pixels in the colour of a label or a mark, on stones and on
// empty points.
func TestLabelsAndMarksAreSeen(t *testing.T) {
	g := board(t, "5x5")
	for name, theme := range Themes() {
		for _, c := range []struct {
			stone baduk.Color
			ink   color.RGBA
		}{{baduk.Black, theme.White}, {baduk.White, theme.Black}, {baduk.Empty, theme.Line}} {
			plain := Picture{Graph: g, Stones: make([]baduk.Color, 25), Theme: theme}
			plain.Stones[12] = c.stone
			for _, label := range []string{"1", "88", "188", "甲"} {
				p := plain
				p.Labels = map[baduk.Point]string{12: label}
				before := ink(t, &plain, 12, c.ink)
				if c.stone == baduk.Empty { // of the lines nothing is left
					p.Labels[12] = "\u00a0.\u00a0"
					before = ink(t, &p, 12, c.ink)
					p.Labels[12] = label
				}
				if n := ink(t, &p, 12, c.ink); n < before+15 {
					t.Errorf("%s: %q on %v: got %d pixels, want clearly more than the %d without it", name, label, c.stone, n, before)
				}
			}
			for _, m := range []Mark{Circle, Square, Triangle, Cross} {
				p := plain
				p.Marks = map[baduk.Point]Mark{12: m}
				if n, before := ink(t, &p, 12, c.ink), ink(t, &plain, 12, c.ink); n < before+30 {
					t.Errorf("%s: mark %d on %v: got %d pixels, want clearly more than the %d without it", name, m, c.stone, n, before)
				}
			}
		}
	}
}

// TestNamesHaveGlyphs writes names in several scripts. No character may be drawn as the box for a
// missing character.
func TestNamesHaveGlyphs(t *testing.T) {
	f := builtIn()
	for _, name := range []string{"申眞諝 신진서", "柯洁", "井山裕太", "トルコかな", "Čapek Łukasz Øyvind Ștefan Ğ", "Жуков Її Ў", "Ελλάς Ὀδυσσεύς", "Nguyễn Thị Hồng", "“– — … «»”№€½", "①⑳ Ⓐ △□○● ▲■ ◎☆★ → ← ♪ ✓"} {
		for _, run := range f.runs(name) {
			if run.face < 0 {
				t.Errorf("%q has no glyphs for %q", name, run.text)
			}
		}
		p := Picture{Graph: board(t, "3x3"), Caption: name, Theme: Print()}
		box := p
		box.Caption = strings.Map(func(r rune) rune {
			if r == ' ' {
				return r
			}
			return '\U0010FFF0'
		}, name)
		a, err := p.Image(Pixels{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := box.Image(Pixels{})
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(a.Pix, b.Pix) || darkBelow(a) == 0 || darkBelow(b) == 0 {
			t.Errorf("%q is drawn as boxes, want glyphs", name)
		}
	}
	if got := f.runs("a\U0010FFF0"); len(got) != 2 || got[1].face != -1 {
		t.Errorf("%+v", got)
	}
}

// darkBelow counts the black pixels in the last rows, where the caption is.
func darkBelow(img *image.RGBA) int {
	n := 0
	for y := img.Rect.Max.Y - 30; y < img.Rect.Max.Y; y++ {
		for x := range img.Rect.Max.X {
			if img.RGBAAt(x, y) == (color.RGBA{0, 0, 0, 255}) {
				n++
			}
		}
	}
	return n
}

func TestParseFont(t *testing.T) {
	f, err := ParseFont(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	if runs := f.runs("a신"); len(runs) != 2 || runs[0].face != 0 || runs[1].face != 2 {
		t.Errorf("%+v", runs)
	}
	p := Picture{Graph: board(t, "3x3"), Title: "Hamburgefonts 신"}
	var a, b bytes.Buffer
	if err := p.WritePNG(&a, Pixels{Font: f}); err != nil {
		t.Fatal(err)
	}
	if err := p.WritePNG(&b, Pixels{}); err != nil || bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the caption looks the same with another font", err)
	}
	if err := (Sheet{Pictures: []Picture{p}, Font: f}).WritePDF(io.Discard); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "OTTO\x00\x09", "ttcf\x00", "wOFF", "wOF2", "no font at all", string(goregular.TTF[:1000])} {
		if _, err := ParseFont([]byte(bad)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.10q: got %v, want an error of one line", bad, err)
		}
	}
	// A damaged font must be rejected or usable.
	for i := 12; i < len(goregular.TTF); i += len(goregular.TTF) / 12 {
		damaged := bytes.Clone(goregular.TTF)
		damaged[i] ^= 0x55
		if f, err := ParseFont(damaged); err == nil {
			_ = p.WritePNG(io.Discard, Pixels{Font: f, Width: 200})
			_ = Sheet{Pictures: []Picture{p}, Font: f}.WritePDF(io.Discard)
		}
	}
}

func TestSizes(t *testing.T) {
	p := Picture{Graph: board(t, "9x9"), Title: strings.Repeat("long ", 90)}
	for _, width := range []int{1, 100, 333, 1234} {
		img, err := p.Image(Pixels{Width: width})
		if err != nil || img.Rect.Dx() != width {
			t.Errorf("%v, %v", img.Rect, err)
		}
	}
	for _, o := range []Pixels{{Width: -1}, {Scale: -1}, {Scale: math.NaN()}, {Scale: math.Inf(1)}, {Scale: 1e9}, {Width: 1 << 40}} {
		if _, err := p.Image(o); err == nil {
			t.Errorf("an image with the invalid options %+v was drawn, want an error", o)
		}
	}
}

// TestGIF composes the frames of a GIF and compares them with the pictures.
func TestGIF(t *testing.T) {
	g := randomGame(t, board(t, "9x9"), 45)
	film := Film(g.Graph(), g.Moves(), g.StonesAfter)
	film = append(film, film[len(film)-1]) // a frame without a change
	film[7].Caption = "only here"          // the other frames are padded
	pixels := Pixels{Width: 240}
	var b bytes.Buffer
	if err := WriteGIF(&b, film, Motion{Pixels: pixels, Delay: 250 * time.Millisecond, Last: 2 * time.Second}); err != nil {
		t.Fatal(err)
	}
	size := b.Len()
	out, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Image) != len(film) || out.LoopCount != 0 {
		t.Fatalf("%d frames, %d loops", len(out.Image), out.LoopCount)
	}
	s, err := newStrip(film, pixels)
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, out.Config.Width, out.Config.Height))
	drawn := 0
	for i, frame := range out.Image {
		want := 25
		if i == len(film)-1 {
			want = 200
		}
		if out.Delay[i] != want {
			t.Errorf("frame %d: got a delay of %d hundredths of a second, want %d", i, out.Delay[i], want)
		}
		if i > 0 {
			drawn += frame.Rect.Dx() * frame.Rect.Dy()
		}
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				canvas.Set(x, y, frame.At(x, y))
			}
		}
		full, err := s.frame(i)
		if err != nil || full.Rect != canvas.Rect {
			t.Fatal(full.Rect, canvas.Rect, err)
		}
		sum, worst := 0, 0
		for j := range full.Pix {
			d := int(full.Pix[j]) - int(canvas.Pix[j])
			d = max(d, -d)
			sum, worst = sum+d, max(worst, d)
		}
		if worst > 40 || float64(sum)/float64(len(full.Pix)) > 0.5 {
			t.Errorf("frame %d: the colours differ by up to %d, on average %v, want less", i, worst, float64(sum)/float64(len(full.Pix)))
		}
	}
	if all := (len(film) - 1) * canvas.Rect.Dx() * canvas.Rect.Dy(); drawn > all/2 {
		t.Errorf("%d of %d pixels were written again, want fewer", drawn, all)
	}
	t.Logf("%d frames in %d bytes", len(film), size)
	for _, err := range []error{WriteGIF(io.Discard, nil, Motion{}), WriteGIF(io.Discard, film, Motion{Delay: -1}), WriteGIF(io.Discard, film, Motion{Last: time.Hour}), WriteGIF(io.Discard, film, Motion{Pixels: Pixels{Scale: -1}})} {
		if err == nil {
			t.Error("a GIF with invalid options was written, want an error")
		}
	}
}

// TestNothingChangesFromRunToRun writes every format twice. The bytes must be equal.
func TestNothingChangesFromRunToRun(t *testing.T) {
	p := rich(t, board(t, "9x9"))
	write := func() []byte {
		var b bytes.Buffer
		for _, err := range []error{p.WriteSVG(&b), p.WriteText(&b, TextOptions{Marks: true}), p.WritePNG(&b, Pixels{}), WriteGIF(&b, []Picture{p, {Graph: p.Graph}}, Motion{}), Sheet{Title: "名人", Pictures: []Picture{p, p}}.WritePDF(&b)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	first := write()
	for range 3 {
		if !bytes.Equal(first, write()) {
			t.Fatal("the same pictures gave different bytes")
		}
	}
}
