package diagram

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// The fonts of images and sheets. docs/adr/0011-fonts-and-pdf.md names their sources and
// their missing characters.
var (
	//go:embed font/noto-sans.ttf
	notoSans []byte
	//go:embed font/droid-sans-fallback.ttf.gz
	droidSansFallback []byte
)

// Font is a list of font files for texts. It is safe for concurrent use.
type Font struct {
	faces []face // a character is written in the first face that has the character
}

// face is one font file. It is read when a text first needs it.
type face struct {
	name string // name in a PDF
	file func() fontFile
}

type fontFile struct {
	data   []byte
	glyphs *sfnt.Font
}

// ParseFont reads a TrueType font, a file *.ttf. Characters that it lacks are
// taken from the fonts that are built in.
func ParseFont(data []byte) (*Font, error) {
	switch {
	case bytes.HasPrefix(data, []byte("OTTO")):
		return nil, errors.New("the font has OpenType (CFF) outlines, which cannot be put on a sheet: use a TrueType font, a file *.ttf")
	case bytes.HasPrefix(data, []byte("ttcf")):
		return nil, errors.New("the file is a collection of fonts: take one font out of it and use that")
	case bytes.HasPrefix(data, []byte("wOF")):
		return nil, errors.New("the font is packed for web pages: use the TrueType font that it was made from, a file *.ttf")
	}
	own, err := parseFace("own", data)
	if err != nil {
		return nil, fmt.Errorf("the font cannot be used: %w; use a TrueType font, a file *.ttf", err)
	}
	if err := tryOnSheet(own); err != nil {
		return nil, fmt.Errorf("the font cannot be put on a sheet: %w; use another TrueType font", err)
	}
	return &Font{append([]face{own}, builtIn().faces...)}, nil
}

// builtIn returns the fonts of the program. Most texts need only the first one. The second one has
// to be unpacked before it is used.
func builtIn() *Font { return &Font{[]face{{"noto", notoFile}, {"droid", droidFile}}} }

var (
	notoFile  = sync.OnceValue(func() fontFile { return mustRead(bytes.NewReader(notoSans)) })
	droidFile = sync.OnceValue(func() fontFile {
		r, err := gzip.NewReader(bytes.NewReader(droidSansFallback))
		if err != nil {
			panic(fmt.Sprintf("diagram: a built-in font: %v", err))
		}
		return mustRead(r)
	})
)

// mustRead reads a built-in font.
func mustRead(r io.Reader) fontFile {
	data, err := io.ReadAll(r)
	if err == nil {
		var glyphs *sfnt.Font
		if glyphs, err = sfnt.Parse(data); err == nil {
			return fontFile{data, glyphs}
		}
	}
	panic(fmt.Sprintf("diagram: a built-in font: %v", err))
}

// orBuiltIn returns f, or the built-in fonts if f is nil.
func (f *Font) orBuiltIn() *Font {
	if f != nil {
		return f
	}
	return builtIn()
}

func parseFace(name string, data []byte) (face, error) {
	glyphs, err := sfnt.Parse(data)
	return face{name, func() fontFile { return fontFile{data, glyphs} }}, err
}

// tryOnSheet tests a font by writing a word into a PDF. gopdf has its own reader of fonts,
// which may panic.
func tryOnSheet(f face) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	var pdf gopdf.GoPdf
	pdf.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	pdf.AddPage()
	if err := pdf.AddTTFFontData(f.name, f.file().data); err != nil {
		return err
	}
	if err := pdf.SetFont(f.name, "", 10); err != nil {
		return err
	}
	if err := pdf.Text("Black 19, White 20"); err != nil {
		return err
	}
	_, err = pdf.GetBytesPdfReturnErr()
	return err
}

// run is a piece of text in one face.
type run struct {
	face  int // index of the face; -1 if no font has the characters
	text  string
	width float64 // in units of the size of the text
}

// boxWidth is the width of the box that replaces a missing character.
const boxWidth = 0.6

// runs divides a text by faces.
func (f *Font) runs(text string) []run {
	var all []run
	var buffer sfnt.Buffer
	for _, r := range text {
		which, width := f.glyph(&buffer, r)
		if n := len(all); n > 0 && all[n-1].face == which {
			all[n-1].text += string(r)
			all[n-1].width += width
			continue
		}
		all = append(all, run{which, string(r), width})
	}
	return all
}

// glyph returns the face that has a character, and the width of the character in it.
func (f *Font) glyph(buffer *sfnt.Buffer, r rune) (which int, width float64) {
	const em = 1000
	for i, one := range f.faces {
		glyphs := one.file().glyphs
		index, err := glyphs.GlyphIndex(buffer, r)
		if err != nil || index == 0 {
			continue
		}
		advance, err := glyphs.GlyphAdvance(buffer, index, fixed.I(em), font.HintingNone)
		if err == nil {
			return i, float64(advance) / 64 / em
		}
	}
	return -1, boxWidth
}

// width returns the width of a text in units of its size.
func (f *Font) width(text string) float64 {
	sum := 0.0
	for _, r := range f.runs(text) {
		sum += r.width
	}
	return sum
}

// missingBox returns the outline of the box that replaces a missing character. The parameter from
// is the lower left corner of the box.
func missingBox(from place, size float64) []place {
	b := box{from.x + 0.06*size, from.y - capHeight*size, from.x + (boxWidth-0.06)*size, from.y}
	width := 0.05 * size
	outer, inner := b.corners(), rect(b.left+width, b.top+width, b.right-width, b.bottom-width)
	return append(outer, outer[0], inner[0], inner[3], inner[2], inner[1], inner[0])
}

// capHeight is the height of digits and capitals in units of the size.
const capHeight = 0.714

// clean makes a text safe to draw. The result is one line of composed characters. The parameter
// named most is the largest number of characters. Characters that control a terminal or the
// direction of text are removed.
func clean(text string, most int) string {
	text = norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD"))
	var b strings.Builder
	n := 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			if strings.HasSuffix(b.String(), " ") {
				continue
			}
			r = ' '
		case !unicode.IsGraphic(r), unicode.Is(unicode.Variation_Selector, r):
			continue
		}
		if n++; n > most {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// The longest texts that are drawn, in characters.
const (
	maxLabel = 12
	maxLine  = 4000
)

// wrap breaks a clean text into lines of at most width units of its size. It breaks between
// words, between Chinese or Japanese characters, and within a word only if necessary.
func (f *Font) wrap(text string, width float64) []string {
	var lines []string
	var buffer sfnt.Buffer
	runes := []rune(text)
	start, breakAt, sum := 0, 0, 0.0 // breakAt is the last place at which a line may begin
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		if i > start && (runes[i-1] == ' ' && r != ' ' || ideographic(r) || ideographic(runes[i-1])) {
			breakAt = i
		}
		_, w := f.glyph(&buffer, r)
		if sum += w; sum <= width || r == ' ' || i == start {
			continue
		}
		if breakAt <= start {
			breakAt = i
		}
		lines = append(lines, strings.TrimSpace(string(runes[start:breakAt])))
		start, sum = breakAt, 0
		i = start - 1
	}
	if rest := strings.TrimSpace(string(runes[start:])); rest != "" {
		lines = append(lines, rest)
	}
	return lines
}

// ideographic reports whether a line may be broken before and after a character.
func ideographic(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }
