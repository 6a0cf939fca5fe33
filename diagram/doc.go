// Package diagram draws a position on any board: [Text] for a terminal, [SVG] for
// a page or a printer.
//
// Boards of rows and columns are drawn as such, with coordinates at the margins;
// what a torus or a Möbius strip joins across its border is drawn as ends of
// lines that leave the board. Every other board is drawn by the coordinates of
// its points, or as text listed by chains.
package diagram
