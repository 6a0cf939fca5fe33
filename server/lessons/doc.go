// Package lessons plays trees of right and wrong answers with a pupil: the steps of the bundled course, and the
// problems in the records of the user. A tree has the stones, a text, the pupil's moves and the opponent's replies.
//
// A request carries all moves so far, so the server keeps no lesson in memory. What the pupil has solved and missed is
// in one file, which is replaced as a whole before an answer is sent.
//
// Read next: mark.go for the marks of right and wrong moves, problem.go for the meaning of a tree, play.go for a move,
// progress.go for the file.
package lessons
