package diagram

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
)

// document is the part of a parsed PDF that the tests need.
type document struct {
	pages   int
	streams []string // uncompressed contents of pages and fonts
}

// readPDF checks the table of objects and decompresses the streams.
func readPDF(t *testing.T, data []byte) document {
	t.Helper()
	if !bytes.HasPrefix(data, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
		t.Fatal("the file is not a PDF")
	}
	at := regexp.MustCompile(`startxref\s+(\d+)`).FindSubmatch(data)
	if at == nil {
		t.Fatal("the file has no startxref")
	}
	start, _ := strconv.Atoi(string(at[1]))
	if !bytes.HasPrefix(data[start:], []byte("xref")) {
		t.Fatalf("startxref points at %.20q", data[start:])
	}
	entries := regexp.MustCompile(`(\d{10}) (\d{5}) ([nf])`).FindAllSubmatch(data[start:], -1)
	for i, e := range entries {
		offset, _ := strconv.Atoi(string(e[1]))
		if want := fmt.Sprintf("%d 0 obj", i); string(e[3]) == "n" && !bytes.HasPrefix(bytes.TrimSpace(data[offset:]), []byte(want)) {
			t.Fatalf("object %d is at %.20q", i, data[offset:])
		}
	}
	var doc document
	doc.pages = len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(data, -1))
	for _, s := range regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`).FindAllSubmatch(data, -1) {
		r, err := zlib.NewReader(bytes.NewReader(s[1]))
		if err != nil {
			continue // not compressed
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		doc.streams = append(doc.streams, string(text))
	}
	return doc
}

func TestSheet(t *testing.T) {
	g := randomGame(t, board(t, "19x19"), 240)
	sheet := Sheet{Title: "名人戦 Жуков", Header: []string{"Black: 신진서", "White: Čapek"}}
	for _, f := range Figures(g.Graph(), g.Moves(), g.StonesAfter, nil) {
		sheet.Pictures = append(sheet.Pictures, f.Picture())
	}
	f := builtIn()
	for _, c := range []struct {
		perPage, pages int
		paper          Paper
		box            string
	}{{1, 5, A4, "595.28 841.89"}, {2, 3, Letter, "612.00 792.00"}, {0, 2, A4, "595.28"}, {4, 2, Letter, "612"}, {6, 1, A4, "595.28"}} {
		sheet.PerPage, sheet.Paper = c.perPage, c.paper
		var b bytes.Buffer
		if err := sheet.WritePDF(&b); err != nil {
			t.Fatal(err)
		}
		doc := readPDF(t, b.Bytes())
		if doc.pages != c.pages || !bytes.Contains(b.Bytes(), []byte(c.box)) || bytes.Contains(b.Bytes(), []byte("Date")) {
			t.Errorf("%d on a page: got %d pages, want %d of size %s without a date", c.perPage, doc.pages, c.pages, c.box)
		}
		all := strings.Join(doc.streams, "\n")
		// The text of a page consists of glyph numbers.
		for _, r := range "名Ж신Č" {
			which, _ := f.glyph(&sfnt.Buffer{}, r)
			index, err := f.faces[which].file().glyphs.GlyphIndex(nil, r)
			if err != nil || !strings.Contains(all, fmt.Sprintf("%04X", index)) {
				t.Errorf("%d on a page: the glyph of %c is missing", c.perPage, r)
			}
		}
		if c.perPage == 1 && b.Len() > 400_000 {
			t.Errorf("got %d bytes, want at most 400000", b.Len())
		}
	}
}

func TestWrongSheets(t *testing.T) {
	p := Picture{Graph: board(t, "3x3")}
	for _, s := range []Sheet{{}, {Pictures: []Picture{p}, PerPage: 3}, {Pictures: []Picture{p}, Header: strings.Split(strings.Repeat("line\n", 60), "\n")}} {
		if err := s.WritePDF(io.Discard); err == nil {
			t.Errorf("the invalid sheet %+v was written, want an error", s)
		}
	}
	tall := p
	tall.Notes = strings.Split(strings.Repeat("note\n", 200), "\n")
	if err := (Sheet{Pictures: []Picture{tall}}).WritePDF(io.Discard); err != nil {
		t.Error(err) // the picture must be drawn small rather than rejected
	}
}
