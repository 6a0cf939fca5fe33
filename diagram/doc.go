// Package diagram draws boards for terminals, web pages, screens and paper.
//
// A [Picture] describes the content of a diagram: stones, marks, labels, arrows, heat, texts and
// the part of the board. [Of] makes the picture of a game. [Figure] makes a picture with numbered
// moves, as in books. [Figures] divides a game into such figures, and [Film] makes a picture for
// every move. The type [Line] collects the moves of a game record for Figures and Film.
// [Picture.AddMarkup] adds the markup of a node. Any picture can be written as
//
//   - text: [Picture.WriteText]
//   - SVG: [Picture.WriteSVG]
//   - PNG, or an image in memory: [Picture.WritePNG], [Picture.Image]
//   - an animated GIF of several pictures: [WriteGIF]
//   - a PDF with a header and several pictures on a page: [Sheet.WritePDF]
//
// A [Chart] of curves is written by the same means. A [Card] is a picture to post: a board with the players, the result
// and the date of the game.
//
// All formats except text draw the same shapes through one interface, so they show the
// same content. The same picture always gives the same bytes. A [Theme] has the colours:
// [Wood], [Print] or [Dark].
//
// Every graph can be drawn. Boards with rows and columns have coordinates at the margins.
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
