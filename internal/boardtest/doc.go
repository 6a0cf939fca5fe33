// Package boardtest reads tests of the rules that a player can read: a drawn
// board, and then one move or one claim per line.
//
// A file holds one or more games:
//
//	# What stands behind a # is a comment.
//	game Basic ko
//	rules ko=simple,positional suicide=forbidden komi=7.5
//	to play X
//
//	5  . . . . .
//	4  . X O . .
//	3  X O . O .
//	2  . X O . .
//	1  . . . . .
//	   A B C D E
//
//	play X C3
//	captures 1
//	for simple: illegal O B3 ko
//	for positional: illegal O B3 superko 0
//	play O E5 X E1
//	legal O B3
//
// X is Black, O is White, a dot is empty. Blanks between the points, row numbers
// and column letters are optional; where they are drawn they must be right.
//
// # Before the first move
//
//   - game TITLE begins a game and names the test.
//   - board 5x5, board torus 3x3, board cylinder 4x3 give an empty board, or the
//     shape of the drawing that follows. A cylinder joins the left side to the
//     right one. Points of every shape are named as on a rectangle.
//   - rules KEY=VALUE... chooses ko (simple, positional, situational, natural),
//     suicide (forbidden, multi, literal), komi (0), ties (draw, black), bonus
//     and handicap (see [baduk.HandicapBonus] and [baduk.Setup]). A list of
//     values with commas plays the game once for each, and a line that begins
//     with for NAME...: is only read in the games played under one of the names.
//   - to play X or to play O.
//   - a drawing.
//
// # Moves
//
//   - play X C3 O pass... plays moves, which must be legal.
//   - undo N takes back N turns, undo one.
//   - resign X, resume.
//   - dead H2 J1 marks dead stones for the counts that follow; dead alone none.
//
// # Claims
//
//   - legal X C3
//   - illegal X C3 WHY, where WHY is over, off-board, occupied, suicide, ko or
//     superko N: the position after N turns would come again, 0 the first.
//   - captures N, suicides N: what the last play took of the opponent's stones
//     and of the player's own.
//   - prisoners X 2 O 1: the stones of each colour taken off so far.
//   - liberties C3 4: the chain on C3 has so many.
//   - neighbours A2 are A1 A3 B2: these and no others.
//   - area X 18 O 30 neutral 1: any of the three.
//   - score B+3.5 counts the board as it stands; score 0 is a draw.
//   - result W+R is the result of the game, ? while it goes on.
//   - over, not over.
//   - to play X, and a drawing, after the first move: so it must be now.
//
// Nobody has to claim what always holds: after every line the board is checked
// against its stones, and at the end of a game everything is taken back and must
// be as at the start.
//
// [Run] runs files as subtests named by file, title and rules. What fails is
// reported as file:line. The format is for tests of this project; records of
// games belong in SGF.
package boardtest
