package diagram

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"
)

func exampleChart() *Chart {
	return &Chart{Title: "Games <of> both", Plots: []Plot{
		{Title: "Lengths", XName: "moves", YName: "games", Curves: []Curve{{Name: "bars", Bars: true, Points: []Coordinates{{10, 5}, {20, 10}, {30, 0}}}}},
		{Title: "Choices", XName: "move", YName: "choices", Curves: []Curve{{Points: []Coordinates{{0, 361}, {300, 100}}}, {Name: "article", Points: []Coordinates{{0, 250}, {300, 250}}}}},
		{Title: "Empty"},
		{Title: "Below zero", Width: 40, Curves: []Curve{{Area: true, Points: []Coordinates{{0, -10}, {20, 10}, {20, 30}, {0, 0}}}, {Points: []Coordinates{{0, -5}, {20, 20}}}}},
	}}
}

// TestChartSVG reads the chart as XML: it has all texts, and no shape is outside.
func TestChartSVG(t *testing.T) {
	var b bytes.Buffer
	if err := exampleChart().WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("the chart has coordinates that are not numbers:\n%s", text)
	}
	var texts []string
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok && len(bytes.TrimSpace(data)) > 0 {
			texts = append(texts, string(bytes.TrimSpace(data)))
		}
	}
	for _, want := range []string{"Games <of> both", "Lengths", "moves", "upwards: games", "bars", "Choices", "article", "Empty", "300", "Below zero", "-10", "40"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the chart has no text %q: %q", want, texts)
		}
	}
}

// TestChartPNG looks for the colours of the bars and the curves where they have to be.
func TestChartPNG(t *testing.T) {
	var b bytes.Buffer
	if err := exampleChart().WritePNG(&b, Pixels{Scale: 40}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Size(), (image.Point{1200, 2136}); got != want {
		t.Fatalf("the chart has %v pixels, want %v", got, want)
	}
	at := func(plot int, x, y float64) color.RGBA { // x and y are shares of the axes
		px := (plotLeft + x*(chartWidth-plotLeft-plotRight)) * 40
		py := (chartTop + float64(plot)*(plotTop+plotHeight+plotBottom) + plotTop + (1-y)*plotHeight) * 40
		r, g, b, a := img.At(int(px), int(py)).RGBA()
		return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	}
	ink, page := curveColors(), rgb(0xffffff)
	for _, test := range []struct {
		plot int
		x, y float64
		want color.RGBA
	}{
		{0, 1. / 3, 0.45, ink[0]}, {0, 0.35, 0.53, page}, {0, 2. / 3, 0.95, ink[0]}, {0, 0.99, 0.03, page},
		{1, 0.5, 250. / 361, ink[1]}, {1, 0.25, (361 - 261./4) / 361, ink[0]}, {2, 0.51, 0.51, page},
		{3, 0.26, 0.6, rgb(0xdfe6ee)}, {3, 0.25, (7.5 + 10) / 40, ink[1]}, {3, 0.74, 0.6, page}, {3, 0.26, 0.1, page},
	} {
		if got := at(test.plot, test.x, test.y); got != test.want {
			t.Errorf("plot %d at %v, %v has the colour %v, want %v", test.plot, test.x, test.y, got, test.want)
		}
	}
	if err := exampleChart().WritePNG(io.Discard, Pixels{Width: -1}); err == nil {
		t.Error("a negative width is accepted")
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		about     int
		want      []float64
	}{{0, 361, 6, []float64{0, 100, 200, 300}}, {0, 10, 12, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, {1, 1, 5, nil}, {-3, 7, 5, []float64{-2, 0, 2, 4, 6}}} {
		got := Ticks(test.low, test.high, test.about)
		for _, v := range got {
			if text := tickText(v); text == "-0" {
				t.Errorf("from %v to %v: a tick is %s", test.low, test.high, text)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("from %v to %v: %v, want %v", test.low, test.high, got, test.want)
		}
	}
}
