// Package diagram draws boards: for a terminal, a page, a screen and paper.
//
// A [Picture] is a plain description of what is to be seen: stones, marks, labels,
// arrows, heat, texts, a part of the board. [Of] makes one of a game, [Figure] one
// with numbered moves as books have it, [Figures] divides a game into such figures
// and [Film] into a picture for every move. Of a game record, [Line] is the moves
// for these two, and [Picture.AddMarkup] draws what is marked at a node. Any
// picture can be written as
//
//   - text: [Picture.WriteText]
//   - SVG: [Picture.WriteSVG]
//   - PNG, or an image in memory: [Picture.WritePNG], [Picture.Image]
//   - a moving GIF of many pictures: [WriteGIF]
//   - a PDF with a header and several pictures a page: [Sheet.WritePDF]
//
// All but text draw the same shapes through one canvas, so formats do not differ
// in what they show, and the same picture always gives the same bytes. The colours
// are a [Theme]: [Wood], [Print] or [Dark].
//
// Every graph can be drawn. Boards of rows and columns have coordinates at the
// margins; what a torus or a Möbius strip joins across its border, and what a
// [Picture.Part] cuts off, is drawn as ends of lines that leave the board. Other
// boards are drawn by the places of their points, with names beside them where
// there is room, or as text listed by chains.
//
// Names in Latin, Greek, Cyrillic, Chinese, Japanese and Korean are written with
// the fonts in the folder font; [ParseFont] reads another one, which is then
// asked first.
//
// Read next: picture.go, figure.go and record.go for what is drawn, plan.go for where,
// draw.go for how, canvas.go for what a format has to be able to do.
package diagram
