// Package web holds the page that the server shows: HTML, style sheets, plain
// ES modules and two small vendored libraries, embedded in the binary. There is
// no build step: the browser reads the files in the folder page as they are.
//
// State has one owner each. page/page.js owns what belongs to the whole page,
// page/game.js the game that is open, page/record.js the record, page/library.js
// the search, page/training.js the training runs, page/review.js the review, and
// page/lists.js the lists of the first page. After a change, each of them asks
// page.js to draw the page again. They do not read each other's state, except
// that a review follows its record.
//
// Start reading at page/app.js, which draws the page, and page/route.js, which opens
// the part that the address names. page/keys.js has all keys in one table.
//
// The board: page/shape.js derives the look of a board of any shape from its points
// and edges, page/drawing.js draws it, page/view.js computes which part of it is
// seen, and page/board.js handles the mouse, fingers and keys on it.
// page/newgame.js is the form for a new game, with its parts boardform.js,
// rulesform.js and strength.js. page/labview.js is the rules laboratory.
//
// A record: page/drafts.js sends changes to the server, one after the other, and
// keeps texts that meet another page's texts. page/recordtools.js has the tools
// that change a record, page/tree.js the tree of its variations, and
// page/treeview.js the picture of the tree. page/recordview.js is the page of a
// record, with editbar.js, noteview.js and marks.js. page/records.js opens files
// that are chosen, dropped or pasted.
//
// The library: page/pattern.js is the pattern that is searched for, page/patternview.js
// the board to draw it on, and page/libraryview.js the page. Training:
// page/trainingview.js is the page, page/trainingchart.js one chart of it, and
// page/trainingscale.js the numbers behind a chart. A review: page/reviewview.js
// shows it beside the board and page/reviewchart.js draws the course of the game.
//
// Types are written as JSDoc; types.d.ts has those of the server's answers. The
// TypeScript compiler checks them, and Node runs the tests in the folder tests:
// `.ci/run page` does both. Neither is part of the binary (ADR 0026).
package web
