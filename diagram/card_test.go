package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"tengen/kifu"
)

// TestCard draws cards of all boards with long and missing texts. Nothing leaves the margins of the card.
func TestCard(t *testing.T) {
	infos := []kifu.Info{
		{},
		{Black: "Honinbo Shusaku", BlackRank: "4d", White: "本因坊 道策", Result: "Black+Resign", Date: "1846-09-11", Komi: "6.5", Event: "A tournament"},
		{Black: strings.Repeat("WWWW ", 40), White: strings.Repeat("W", 200), Result: strings.Repeat("unfinished ", 30), Event: strings.Repeat("Event ", 100),
			Date: strings.Repeat("2026-01-01,", 50), Rules: strings.Repeat("Rules ", 50)},
	}
	words := []CardWords{{}, {Result: "Schwarz hat durch Aufgabe gewonnen", Terms: "Japanische Regeln"}, {Result: strings.Repeat("黒の中押し勝ち", 20), Terms: strings.Repeat("コミ", 200)}}
	for i, g := range games(t) {
		info := infos[i%len(infos)]
		for name, theme := range Themes() {
			p := Of(g)
			p.Theme, p.Coordinates = theme, false
			card := CardOf(p, info, words[i/len(infos)%len(words)])
			var b, again bytes.Buffer
			if err := errors.Join(card.WritePNG(&b, Pixels{}), card.WritePNG(&again, Pixels{})); err != nil {
				t.Fatalf("%v: %v", g.Graph(), err)
			}
			if !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Errorf("%v, %s: two drawings of a card differ", g.Graph(), name)
			}
			img, err := png.Decode(&b)
			if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
				t.Fatalf("%v: the card is %v (%v), want 1200 by 630 pixels", g.Graph(), img.Bounds(), err)
			}
			for x := range 1200 {
				for _, y := range []int{5, 15, 25, 605, 615, 625} {
					if c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); c != theme.Page {
						t.Fatalf("%v, %s: the pixel %d,%d of the margin is %v, want %v", g.Graph(), name, x, y, c, theme.Page)
					}
				}
			}
			for y := range 630 {
				for _, x := range []int{5, 25, 1175, 1190} {
					if c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); c != theme.Page {
						t.Fatalf("%v, %s: the pixel %d,%d of the margin is %v, want %v", g.Graph(), name, x, y, c, theme.Page)
					}
				}
			}
		}
	}
}

func TestCardTexts(t *testing.T) {
	card := CardOf(Picture{Graph: games(t)[0].Graph()}, kifu.Info{Black: "Ann <1>", BlackRank: "2k", White: "Bob", Result: "White+3.5", Event: "Cup", Round: "final", Date: "2026-05-01", Komi: "7"}, CardWords{})
	var b bytes.Buffer
	if err := card.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Ann &lt;1&gt; 2k", ">Bob<", ">W+3.5<", ">Cup, final<", ">2026-05-01<", ">komi 7<", ">tengen<"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("the card does not have %q: %s", text, b.String())
		}
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if c := CardOf(Picture{}, kifu.Info{Name: "A study"}, CardWords{}); c.Title != "A study" || c.Black != "Black" || c.White != "White" || len(c.Details) != 0 {
		t.Errorf("the card of a record without players is %+v", c)
	}
	words := CardWords{Black: "Schwarz", White: "Weiß", Result: "Weiß hat mit 3,5 Punkten gewonnen", Terms: "Komi 7"}
	if c := CardOf(Picture{}, kifu.Info{Result: "W+3.5", Komi: "7"}, words); c.Black != "Schwarz" || c.White != "Weiß" || c.Result != words.Result || len(c.Details) != 1 || c.Details[0] != "Komi 7" {
		t.Errorf("the card in German is %+v", c)
	}
	if c := CardOf(Picture{}, kifu.Info{Black: "Ann"}, words); c.Black != "Ann" || c.White != "" {
		t.Errorf("the players on a card in German are %q and %q, want the name of Ann only", c.Black, c.White)
	}
	if err := (&Card{}).WritePNG(&b, Pixels{}); err == nil {
		t.Error("a card without a board is drawn, want an error")
	}
}
