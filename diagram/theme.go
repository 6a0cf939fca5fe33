package diagram

import (
	"image/color"
	"math"
)

// Theme has the colours of a picture. A colour is either opaque or fully transparent.
// Shapes in a transparent colour are not drawn.
type Theme struct {
	Page  color.RGBA // background of title, caption and notes
	Board color.RGBA // background of the lines
	Line  color.RGBA // lines, stars, marks and labels on empty points
	Text  color.RGBA // title, caption and notes
	Names color.RGBA // coordinates
	// Black and White are the colours of stones; BlackRim and WhiteRim are those of their rims.
	Black, BlackRim, White, WhiteRim color.RGBA
	Shadow                           color.RGBA // shadow of the stones
	// Accent is the colour of the last move, lines, arrows and selected points. If it is
	// transparent, they are drawn like other marks.
	Accent color.RGBA
	// HeatLow and HeatHigh are the colours for heat 0 and 1. If HeatRim is not transparent,
	// heat is drawn as diamonds with that rim, since discs with a rim would look like
	// stones.
	HeatLow, HeatHigh, HeatRim color.RGBA
	// Dim is the share, 0 to 1, of the board's colour in the colours of a dimmed point.
	Dim float64
}

// Wood is the theme for screens.
func Wood() Theme {
	return Theme{
		Page: rgb(0xfdfaf3), Board: rgb(0xe9c586), Line: rgb(0x4a3318), Text: rgb(0x2b2118), Names: rgb(0x6b4d26),
		Black: rgb(0x17181a), BlackRim: rgb(0x17181a), White: rgb(0xfcfbf8), WhiteRim: rgb(0x77695a),
		Shadow: rgb(0xc9a263), Accent: rgb(0xd6402b),
		HeatLow: rgb(0xdcc88c), HeatHigh: rgb(0x2f9c6b), Dim: 0.6,
	}
}

// Print is the theme for paper. It uses only black and white, except for dimmed points.
func Print() Theme {
	black, white := rgb(0x000000), rgb(0xffffff)
	return Theme{
		Page: white, Board: white, Line: black, Text: black, Names: black,
		Black: black, BlackRim: black, White: white, WhiteRim: black,
		HeatLow: white, HeatHigh: white, HeatRim: black, Dim: 0.65,
	}
}

// Dark is the theme for dark screens.
func Dark() Theme {
	return Theme{
		Page: rgb(0x17191c), Board: rgb(0x2a2d31), Line: rgb(0x8b9096), Text: rgb(0xe3e4e6), Names: rgb(0x9aa0a6),
		Black: rgb(0x050506), BlackRim: rgb(0x6d7278), White: rgb(0xe9e8e4), WhiteRim: rgb(0xe9e8e4),
		Accent:  rgb(0xff6b4a),
		HeatLow: rgb(0x33403d), HeatHigh: rgb(0x3fae83), Dim: 0.6,
	}
}

// Themes returns the themes by name: wood, print and dark.
func Themes() map[string]Theme {
	return map[string]Theme{"wood": Wood(), "print": Print(), "dark": Dark()}
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// mix returns a mixture of two colours: the share t of b, and the rest of a.
func mix(a, b color.RGBA, t float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), f(a.A, b.A)}
}
