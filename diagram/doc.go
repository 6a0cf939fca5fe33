// Package diagram draws boards: for a terminal, a page, a screen and paper.
//
// A [Picture] describes the content of a diagram: stones, marks, labels, arrows, heat,
// texts and the part of the board. [Of] makes the picture of a game. [Figure] makes one
// with numbered moves, as in books. [Figures] divides a game into such figures, and
// [Film] makes a picture for every move. [Line] gives the moves of a game record to these
// two, and [Picture.AddMarkup] adds the markup of a node. Any picture can be written as
//
//   - text: [Picture.WriteText]
//   - SVG: [Picture.WriteSVG]
//   - PNG, or an image in memory: [Picture.WritePNG], [Picture.Image]
//   - an animated GIF of several pictures: [WriteGIF]
//   - a PDF with a header and several pictures on a page: [Sheet.WritePDF]
//
// All formats but text draw the same shapes through one canvas, so they show the same
// content. The same picture always gives the same bytes. The colours are a [Theme]:
// [Wood], [Print] or [Dark].
//
// Every graph can be drawn. Boards of rows and columns have coordinates at the margins.
// Edges across the border of a torus or a Möbius strip, and edges cut by [Picture.Part],
// are drawn as short lines that leave the board. On other boards each point is drawn at
// its place, with its name next to it if there is room. As text, such a board is a list
// of chains.
//
// Names in Latin, Greek, Cyrillic, Chinese, Japanese and Korean are written with the
// fonts in the folder font. [ParseFont] reads another font, which then takes precedence.
//
// Read next: picture.go, figure.go and record.go for the content, plan.go for the
// layout, draw.go for the drawing, canvas.go for the operations of a format.
package diagram
