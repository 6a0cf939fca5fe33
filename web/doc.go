// Package web holds the page that the server shows: HTML, style sheets, plain
// ES modules and two small vendored libraries, embedded in the binary. There is
// no build step; what stands in the folder page is what the browser reads.
//
// Where to start reading: page/app.js puts the parts on the screen, page/game.js
// keeps the state of a game. page/shape.js knows what a board of any shape looks
// like from its points and edges, page/drawing.js draws it, page/view.js says which
// part of it is seen, and page/board.js is where fingers and keys meet it.
// page/newgame.js is the form for a new game with its parts boardform.js and
// rulesform.js, page/labview.js the rules laboratory.
//
// A record that is open lives in page/record.js, which sends every change to the
// server one after the other; page/recordtools.js is what can be done to it,
// page/tree.js the tree of its variations and page/treeview.js the picture of that.
// page/recordview.js is its page with editbar.js, noteview.js and marks.js;
// page/records.js lets files in, however they come. page/library.js searches the
// library, page/pattern.js is what it searches for, page/libraryview.js its page.
// page/training.js follows runs of training, page/trainingview.js is their page and
// page/trainingchart.js one drawing of it, with the numbers of page/trainingscale.js.
// page/review.js follows the review of a record, page/reviewview.js shows it beside the board
// and page/reviewchart.js draws the course of the game.
// page/keys.js has all keys of the page in one table.
//
// Types are written as JSDoc, the shapes of the server's answers in page/api.js.
package web
