package records

import (
	"bytes"
	"image/gif"
	"image/png"
	"strings"
	"testing"
)

func TestPictures(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.upload("x.sgf", "(;SZ[9]PB[Ann];B[ee];W[cc];B[gg]LB[aa:Q]TR[ee];AW[aa];B[gc])").ID
	get := func(query string) string {
		t.Helper()
		status, text, h := l.Raw("GET", "/api/records/"+id+"/picture?"+query, "")
		if status != 200 || strings.Contains(h.Get("Content-Disposition"), "attachment") != strings.Contains(query, "download") {
			t.Fatalf("%s: status %d, %.200s, %v", query, status, text, h)
		}
		return text
	}
	for query, want := range map[string]string{
		"node=3": ">Q<", "node=3&numbers=2": ">3<", "node=3&part=A1:C9": "<svg", "node=0&theme=dark&download=1": "<svg",
		"format=txt&node=2": "(O)", "format=pdf": "%PDF", "format=pdf&figures=2": "%PDF", "format=pdf&figures=50&node=5": "%PDF",
	} {
		if text := get(query); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in %.300s", query, want, text)
		}
	}
	if text := get("node=3&numbers=2"); strings.Contains(text, ">1<") && !strings.Contains(text, ">2<") {
		t.Error("the numbers in the picture are wrong, want numbers on the last two of the three moves")
	}
	img, err := png.Decode(strings.NewReader(get("format=png&node=3&width=300")))
	if err != nil || img.Bounds().Dx() != 300 {
		t.Errorf("the picture: got the error %v, want PNG that is 300 wide", err)
	}
	img, err = png.Decode(strings.NewReader(get("format=png&card=1&download=1")))
	if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
		t.Errorf("the card: got the error %v, want PNG of 1200 by 630 pixels", err)
	}
	if text := get("card=1&result=Schwarz+hat+gewonnen&terms=Komi+%3C7%3E"); !strings.Contains(text, ">Schwarz hat gewonnen<") || !strings.Contains(text, ">Komi &lt;7&gt;<") {
		t.Errorf("a card in German does not have its texts: %s", text)
	}
	if text := get("card=1"); strings.Count(text, "<title>") != 82 || !strings.Contains(text, ">Ann<") {
		t.Errorf("the card is %.300s, want the points of the board and the name of the player", text)
	}
	err = l.records.With(id, func(d *Document) error {
		figures, err := (&pictureRequest{format: "pdf", figures: 50}).pictures(d.nodes[5])
		if len(figures) != 2 {
			t.Errorf("got %d figures, want 2, since stones are set up in the middle", len(figures))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader([]byte(get("format=gif&width=200"))))
	if err != nil || len(film.Image) != 5 {
		t.Errorf("the film: got the error %v, want GIF of 5 pictures", err)
	}
	for query, want := range map[string]int{
		"format=bmp": 400, "theme=pink": 400, "part=A1": 400, "part=A1:Z9": 400, "width=99999": 400, "width=x": 400, "node=77": 404, "game=2": 404, "numbers=-1": 400, "card=1&format=pdf": 400,
	} {
		l.Refused(want, "GET", "/api/records/"+id+"/picture?"+query, nil)
	}
}

// TestPage checks that the page of a game is a file to save, whatever the request asks for.
func TestPage(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.upload("x.sgf", "(;SZ[9]PB[Ann];B[ee];W[cc])").ID
	for _, query := range []string{"", "?problem=1&theme=dark"} {
		status, text, h := l.Raw("GET", "/api/records/"+id+"/page"+query, "")
		if status != 200 || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || !strings.Contains(text, "<h1>Ann – White</h1>") {
			t.Errorf("%q: status %d, %.200s, %v", query, status, text, h)
		}
	}
	for query, want := range map[string]int{"theme=pink": 400, "game=x": 400, "game=2": 404} {
		l.Refused(want, "GET", "/api/records/"+id+"/page?"+query, nil)
	}
}
