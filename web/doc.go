// Package web holds the page that the server shows: HTML, style sheets, plain
// ES modules and two small vendored libraries, embedded in the binary. There is
// no build step; what stands in the folder page is what the browser reads.
//
// Where to start reading: page/app.js puts the parts on the screen, page/game.js
// keeps the state of a game. page/shape.js knows what a board of any shape looks
// like from its points and edges, page/drawing.js draws it, page/view.js says which
// part of it is seen, and page/board.js is where fingers and keys meet it.
// page/newgame.js is the form for a new game with its parts boardform.js and
// rulesform.js, page/labview.js the rules laboratory. Types are written as JSDoc,
// the shapes of the server's answers in page/api.js.
package web
