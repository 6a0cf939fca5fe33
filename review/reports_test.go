package review

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/mcts"
)

// sample returns a review that has every feature.
func sample(t testing.TB) *Review {
	t.Helper()
	tree := randomGame(t, 9, 60, 5)
	info := tree.Info()
	info.Black, info.White, info.Event, info.WhiteRank = `<b>"A" & 吴清源`, "B]\\", "Event\x07", "3d"
	tree.SetInfo(info)
	r := reviewed(t, tree, wild{}, Options{Visits: 1, Judge: "test", Model: "<net>"})
	if len(r.Moments) == 0 {
		t.Fatal("the review has no moments")
	}
	return r
}

func written(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var a, b bytes.Buffer
	if err := write(&a); err != nil {
		t.Fatal(err)
	}
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("writing the same review twice gives different texts")
	}
	return a.Bytes()
}

// The page is self-contained, escapes texts of the record, and is complete.
func TestHTML(t *testing.T) {
	r := sample(t)
	page := string(written(t, r.WriteHTML))
	for _, outside := range regexp.MustCompile(`(?i)(src|href|url|@import|<script|<link)[^>]{0,80}`).FindAllString(page, -1) {
		if !strings.HasPrefix(outside, `href="#moment-`) {
			t.Errorf("the page refers to %q, want only links to its own moments", outside)
		}
	}
	if strings.Contains(page, "<b>\"A\"") || strings.Contains(page, "<net>") {
		t.Error("texts of the record are not escaped")
	}
	for _, m := range r.Moments {
		for _, want := range append(r.sentences(&r.Moves[m]), "id=\"moment-1\"", "Better: "+r.lineText(&r.Moves[m])) {
			if !strings.Contains(strings.NewReplacer("&#39;", "'", "&amp;", "&").Replace(page), want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
	if n := strings.Count(page, "<tr"); n < len(r.Moves) {
		t.Errorf("the table has %d rows, want at least %d", n, len(r.Moves))
	}
	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1) {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("a drawing is not valid XML: %v", err)
			}
		}
	}
}

func TestPDFAndPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of drawing and reading: left out of short runs")
	}
	r := sample(t)
	pdf := written(t, r.WritePDF)
	pages := bytes.Count(pdf, []byte("/Type /Page\n"))
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || pages != 1+(len(r.Moments)+1)/2 {
		t.Errorf("the document has %d pages for %d moments, want a PDF of %d pages", pages, len(r.Moments), 1+(len(r.Moments)+1)/2)
	}
	if bytes.Contains(pdf, []byte("/Subtype /Image")) {
		t.Error("the document has a bitmap, want only vectors and text")
	}
	for name, write := range map[string]func(io.Writer) error{
		"graph":  func(w io.Writer) error { return r.WriteGraph(w, 400) },
		"played": func(w io.Writer) error { return r.WriteDiagram(w, 0, 400, false) },
		"better": func(w io.Writer) error { return r.WriteDiagram(w, 0, 400, true) },
	} {
		img, err := png.Decode(bytes.NewReader(written(t, write)))
		if err != nil || img.Bounds().Dx() != 400 {
			t.Errorf("%s: %v; want width 400", name, err)
			continue
		}
		colors := map[string]bool{}
		for y := range img.Bounds().Dy() {
			for x := range 400 {
				r, g, b, _ := img.At(x, y).RGBA()
				colors[string([]byte{byte(r >> 12), byte(g >> 12), byte(b >> 12)})] = true
			}
		}
		if len(colors) < 8 {
			t.Errorf("%s: the picture has %d colours, want at least 8", name, len(colors))
		}
	}
}

// The text next to the largest accuracy overlaps neither the number nor the next column.
func TestAccuracyHasRoom(t *testing.T) {
	s, err := newSheet("")
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"5 %", "81 %", "100 %"} {
		width, _ := s.face(true).width(number)
		word, _ := s.face(false).width("accuracy")
		if at := s.beside(10, accuracySize, number); at < 10+accuracySize*width+3 || at+word*bodySize > 10+factsAt-3 {
			t.Errorf("%s ends at %v and the word is from %v to %v, want space before it and before %v", number, 10+accuracySize*width, at, at+word*bodySize, 10+factsAt)
		}
	}
}

// The keys are lowerCamelCase, and the numbers are those of the review.
func TestJSON(t *testing.T) {
	r := sample(t)
	data := written(t, r.WriteJSON)
	for _, key := range regexp.MustCompile(`"([^"\\]+)":`).FindAllStringSubmatch(string(data), -1) {
		if !regexp.MustCompile(`^[a-z][a-zA-Z]*$`).MatchString(key[1]) {
			t.Errorf("the key is %q, want lowerCamelCase", key[1])
		}
	}
	var got struct {
		Version, Positions, Judged int
		Moments                    []int
		Moves                      []struct {
			Number   int
			Category string
			Reasons  []struct{ Kind, Text string }
		}
		Black struct {
			Accuracy   float64
			Categories map[string]int
			Phases     map[string]struct{ Moves int }
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	p := r.Players[baduk.Black]
	if got.Version != 1 || got.Positions != 61 || got.Judged != 61 || len(got.Moves) != 60 || got.Black.Categories["blunder"] != p.Categories[Blunder] || got.Black.Phases["middleGame"].Moves != p.Phases[middleGame].Moves {
		t.Errorf("got %+v, want version 1, 61 positions, 60 moves and Black's tally %+v", got, p)
	}
	for i, m := range got.Moves {
		if m.Number != i+1 || m.Category != r.Moves[i].Category.String() || len(m.Reasons) != len(r.Moves[i].Facts) {
			t.Errorf("move %d: %+v; want category %v, %d reasons", i+1, m, r.Moves[i].Category, len(r.Moves[i].Facts))
		}
	}
}

func TestIndex(t *testing.T) {
	r := sample(t)
	x := Index{By: "me", Games: []indexEntry{r.Entry([]string{"a b/50%#?.html", "a b/x.pdf", "a b/x-graph.png"})}, Failures: []string{"<bad>: no"}}
	page := string(written(t, x.WriteHTML))
	for _, want := range []string{`href="./a%20b/50%25%23%3F.html"`, ">pdf</a>", "&lt;bad&gt;: no", "1 game"} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing in\n%s", want, page[strings.Index(page, "<main>"):])
		}
	}
}

func sgfOf(t testing.TB, tree *kifu.Tree) string {
	t.Helper()
	var b strings.Builder
	if _, err := kifu.Write(&b, kifu.WriteOptions{}, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A record keeps its comments, gets the analysis in the formats of other programs, and can be reviewed
// again.
func TestAnnotate(t *testing.T) {
	const text = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]C[root words](;B[ee]C[mine]TE[1];W[ec];B[eg]BM[1];W[gc](;B[gg];W[cc];B[ff])(;B[gd]C[rather this]))(;B[dd]))"
	annotate := func(text string, s Searcher) string {
		r := reviewed(t, treeOf(t, text), s, Options{Visits: 1, Judge: "test"})
		if err := r.Annotate(); err != nil {
			t.Fatal(err)
		}
		return sgfOf(t, r.Line.Tree)
	}
	once := annotate(text, wild{})
	for _, want := range []string{"C[root words\n\nReviewed by test", "C[mine\n\n", "rather this", "SBKV[", "SBKS[", "KT[", "]LZ[", "LZOP[", "TGA[", "TGR[", "Better than", "TE[1]", "BM[1]"} {
		if !strings.Contains(once, want) {
			t.Errorf("%s is missing in\n%.3000s", want, once)
		}
	}
	if twice := annotate(once, wild{}); twice != once {
		t.Errorf("after a second review got\n%.2000s\nwant\n%.2000s", twice, once)
	}
	other := annotate(once, flat{})
	if strings.Contains(other, "Better than") || strings.Count(other, "Reviewed by") != 2 { // in the comment, and in the property TGR
		t.Errorf("after another review got\n%.2000s\nwant nothing of the first review", other)
	}
	tree := treeOf(t, once)
	plain := treeOf(t, text)
	var kept []string
	for n := range plain.Root().All() {
		kept = append(kept, n.Comment())
	}
	for n := range tree.Root().All() {
		a, err := n.Analysis()
		if err != nil {
			t.Error(err)
		}
		for i, c := range kept {
			if c != "" && strings.HasPrefix(n.Comment(), c) {
				kept = slices.Delete(kept, i, i+1)
				break
			}
		}
		if a == nil && !strings.Contains(sgfLine(n), "variation") {
			t.Errorf("move %d has no analysis", n.Depth())
		}
	}
	if strings.Join(kept, "") != "" {
		t.Errorf("the comments %q are missing after the review", kept)
	}
}

// sgfLine reports whether a node is off the main line.
func sgfLine(n *kifu.Node) string {
	for m := n; m != nil; m = m.Parent() {
		if m.Index() > 0 {
			return "variation"
		}
	}
	return "main"
}

// flat is a Searcher that gives every position the same value.
type flat struct{}

func (flat) Search(_ context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	return mcts.Result{Visits: visits, Win: 0.5}, nil
}

// solved returns a review of a game on 3x3 in which all values but the first are proved.
func solved(t testing.TB) *Review {
	t.Helper()
	tree := treeOf(t, "(;GM[1]FF[4]SZ[3]KM[0]RU[Chinese];B[bb];W[ab];B[aa])")
	line, err := NewLine(tree)
	if err != nil {
		t.Fatal(err)
	}
	judged := []*kifu.Analysis{analysis(t, line.Graph, 0.9, 6, "B2"), analysis(t, line.Graph, 1, 9, "A1"), analysis(t, line.Graph, 1, 9, "C2", "A3"), analysis(t, line.Graph, 0, -9, "A1")}
	for _, a := range judged[1:] {
		a.Exact = true
	}
	return New(line, judged, Settings{})
}

// Reports say "exact" where a value is proved, and the record keeps it.
func TestExact(t *testing.T) {
	r := solved(t)
	page := string(written(t, r.WriteHTML))
	for _, want := range []string{`<td class="n">exact</td>`, "values that are called exact are proved", ": B+9.0, exact"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if data := string(written(t, r.WriteJSON)); strings.Count(data, `"exact": true`) != 3 {
		t.Errorf("the JSON is %s, want three exact values", data)
	}
	if got := r.comment(2); !strings.HasPrefix(got, "Blunder: 18 points lost, from B+9.0 to W+9.0 (exact). Better: C2.") {
		t.Errorf("the comment is %q", got)
	}
	if lead, chance := r.change(0, " to "); lead != "B+6.0 to B+9.0" || chance != "Black's chances 90 % to 100 % (exact)" {
		t.Errorf("the first move: %q, %q; want one exact value", lead, chance)
	}
	if err := r.Annotate(); err != nil {
		t.Fatal(err)
	}
	back := treeOf(t, sgfOf(t, r.Line.Tree))
	exact := 0
	for n := range back.Root().MainLine() {
		if a, err := n.Analysis(); err != nil {
			t.Error(err)
		} else if a.Exact {
			exact++
		}
	}
	if exact != 3 {
		t.Errorf("the record has %d exact values, want 3", exact)
	}
	if notes := sample(t).Notes(); slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "exact") }) {
		t.Errorf("a game on 9x9 has the notes %q", notes)
	}
}
