// Package web holds the page that the server shows: HTML, style sheets, plain
// ES modules and two small vendored libraries, embedded in the binary. There is
// no build step; what stands in the folder page is what the browser reads.
//
// Where to start reading: page/game.js keeps the state, page/board.js draws a
// board of any shape from points and edges, page/app.js puts the parts on the
// screen. Types are written as JSDoc, the shapes of the server's answers in
// page/api.js.
package web
