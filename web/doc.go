// Package web has the page that the server shows: HTML, style sheets, plain ES modules and two small vendored
// libraries. The program in the folder bundle joins them into the files of the folder dist, which are embedded in the
// binary: one script and one style sheet load faster than seventy files. After a change of the page run
//
//	go -C web/bundle run . ../dist
//
// Start reading at page/app.js, which draws the page, and at page/route.js, which opens the part of the page that the
// URL names. page/keys.js has a table of all keys.
//
// # State
//
// Each part of the state belongs to one module:
//
//   - page/page.js: the state of the whole page.
//   - page/game.js: the open game.
//   - page/record.js: the open record.
//   - page/review.js: the open review.
//   - page/library.js: the search in the library.
//   - page/training.js: the training runs.
//   - page/lists.js: the lists of the first page.
//
// After a change, each of these modules asks page.js to draw the page again. They do not read each other's state, with
// one exception: review.js reads the record.
//
// # Boards and games
//
//   - page/shape.js derives the look of a board of any shape from its points and edges.
//   - page/drawing.js draws the board.
//   - page/view.js computes the visible part of the board.
//   - page/board.js handles mouse, touch and keys on the board.
//   - page/newgame.js is the form for a new game. Its parts are boardform.js, rulesform.js and strength.js.
//   - page/labview.js is the rules laboratory.
//
// # Records
//
//   - page/drafts.js sends changes to the server, one after the other. It keeps a text that another page has changed at
//     the same time.
//   - page/recordtools.js has the tools that change a record.
//   - page/tree.js has the tree of the variations, and page/treeview.js draws it.
//   - page/recordview.js is the page of a record. Its parts are editbar.js, noteview.js and marks.js.
//   - page/records.js opens files that the user chooses, drops or pastes.
//
// # Library, training and reviews
//
//   - page/pattern.js has the pattern of a search.
//   - page/patternview.js shows the board on which the user draws the pattern.
//   - page/libraryview.js is the page of the library.
//   - page/trainingview.js is the page of the training runs.
//   - page/trainingchart.js draws a chart, and page/trainingscale.js computes its axes and its smoothing.
//   - page/reviewview.js shows the review beside the board.
//   - page/reviewchart.js draws the course of the game.
//
// # Checks
//
// Types are written as JSDoc; types.d.ts has the types of the server's answers. The TypeScript compiler checks the
// types, and Node runs the tests in the folder tests: `.ci/run page` does both. The types and the tests are not part of
// the binary (ADR 0026).
package web
