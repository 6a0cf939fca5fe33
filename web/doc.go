// Package web has the page that the server shows: HTML, style sheets, plain ES modules and two small vendored
// libraries, embedded in the binary. It needs no build step: the browser reads the files in the folder page directly.
//
// Each part of the state belongs to one module: the state of the whole page to page/page.js, the open game to
// page/game.js, the open record to page/record.js, the search to page/library.js, the training runs to
// page/training.js, the review to page/review.js, and the lists of the first page to page/lists.js. After a change,
// each of these modules asks page.js to draw the page again. They do not read each other's state, except that review.js
// reads the record.
//
// Start reading at page/app.js, which draws the page, and at page/route.js, which opens the part of the page that the
// URL names. page/keys.js has a table of all keys.
//
// The board: page/shape.js derives the look of a board of any shape from its points and edges, page/drawing.js draws
// the board, page/view.js computes its visible part, and page/board.js handles mouse, touch and keys on the board.
// page/newgame.js is the form for a new game; its parts are boardform.js, rulesform.js and strength.js. page/labview.js
// is the rules laboratory.
//
// A record: page/drafts.js sends changes to the server, one after the other, and keeps texts that conflict with texts
// of another page. page/recordtools.js has the tools that change a record, page/tree.js the tree of its variations, and
// page/treeview.js the picture of the tree. page/recordview.js is the page of a record; its parts are editbar.js,
// noteview.js and marks.js. page/records.js opens files that the user chooses, drops or pastes.
//
// The library: page/pattern.js is the pattern of a search, page/patternview.js the board on which the user draws the
// pattern, and page/libraryview.js the page. Training: page/trainingview.js is the page, page/trainingchart.js a chart,
// and page/trainingscale.js the axes and the smoothing of a chart. A review: page/reviewview.js shows the review beside
// the board, and page/reviewchart.js draws the course of the game.
//
// Types are written as JSDoc; types.d.ts has the types of the server's answers. The TypeScript compiler checks the
// types, and Node runs the tests in the folder tests: `.ci/run page` does both. The types and the tests are not part of
// the binary (ADR 0026).
package web
