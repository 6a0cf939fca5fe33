package main

import (
	"io"
	"strings"

	"rsc.io/qr"
)

// margin is the width of the white margin of a QR code, in squares.
const margin = 2

// drawCode draws the QR code of a text for a terminal. A character shows two squares, one above the other. The code has
// its own colours, because many cameras do not read a white code on black.
func drawCode(w io.Writer, text string) error {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteByte('\n')
	for y := -margin; y < code.Size+margin; y += 2 {
		b.WriteString("  \x1b[97;40m")
		for x := -margin; x < code.Size+margin; x++ {
			switch upper, lower := !code.Black(x, y), !code.Black(x, y+1); {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}
