// Package boardtest reads tests of the rules that a player can read: a drawn
// board, and then one move or one claim per line.
//
// A file holds one or more games:
//
//	# Text after a # is a comment.
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
//     shape of the drawing that follows; board plane 5x5 is board 5x5. A cylinder
//     joins the left side to the right one. Points of every shape are named as on
//     a rectangle.
//   - rules chinese,japanese names rulesets as [baduk.ParseRules] reads them,
//     with changes such as japanese+tax=NONE. Without a name they are the zero
//     [baduk.Rules].
//   - rules KEY=VALUE... changes one axis (see [baduk.Axes]; bonus is short for
//     whiteHandicapBonus, button for hasButton, friendlyPass for friendlyPassOk),
//     in lower case except for N and N-1, or the komi. Names and changes can be in
//     one line or in several. handicap=2 is the number of handicap stones in the
//     drawing, see [baduk.Setup].
//   - A list of values with commas plays the game once for each, and a line that
//     begins with for NAME...: is only read under the rules of that name or value.
//     The line applies if the rules have one of the named values on each named axis.
//     A value of two axes, such as none, is written as tax=none; komi=0 selects by
//     the komi.
//   - threshold 2 lets stones live by the weight of their region (MANGO
//     document): 2 or more. threshold printed is the condition that the MANGO
//     document prints.
//   - weight C3 2 D4 -0.5 gives points a weight other than 1.
//   - start X 3 O 1.5 are initial scores.
//   - to play X or to play O.
//   - a drawing.
//
// # Moves
//
//   - play X C3 O pass... plays moves, which must be legal.
//   - undo N takes back N turns, undo one.
//   - resign X, agree.
//   - resume continues play, resume X at Black's request.
//   - dead H2 J1 marks the stones that the players agreed are dead, for the
//     counts that follow; dead alone says that no stone is dead.
//   - judge: there is no agreement, and the rules decide which stones are dead,
//     as they do before the first dead.
//
// # Claims
//
//   - legal X C3
//   - illegal X C3 WHY, where WHY is over, off-board, occupied, suicide, ko or
//     superko N: the position after N turns would come again; 0 is the initial
//     position.
//   - captures N, suicides N: the number of the opponent's stones and of the
//     player's own that the last play took off.
//   - prisoners X 2 O 1: the stones of each colour taken off so far.
//   - liberties C3 4: the chain on C3 has 4 liberties.
//   - neighbours A2 are A1 A3 B2: exactly these.
//   - result W+R is the result of the game, ? while it goes on.
//   - over, void, settling (play has stopped), pass-alive X C3 D4 (C3 and D4 are
//     Black's whatever White does), blocked C3 D4 (in the clean-up). All of them
//     can be negated: not over, not pass-alive X C3 D4, which claims it of every point.
//   - phase 1 of the clean-up; 0 before it.
//   - button X, or button nobody: the player who took it.
//   - handicap 2: as many handicap stones, by the set-up and the moves.
//   - cannot agree, cannot resume.
//   - to play X, or a drawing, after the first move: the present state.
//
// The other claims are about the count of the present board:
//
//   - score B+3.5; score 0 is a draw. winner X, or nobody.
//   - area X 18 O 30 neutral 1: any of the three. territory X 5 O 4 neutral 1 are
//     surrounded points, stones X 13 O 26 living stones.
//   - total X 32 O 28.5: all points of each player, komi included.
//   - account O 7.5 komi: the item of the account with these words in it; 0 if
//     there must not be such an item.
//   - owner C3 D4 X WHY: these points count for Black, X, O or nobody; the reason
//     can be left out: neutral, stone, surrounded, dead, seki, played, uncounted,
//     late, see [baduk.Reason].
//   - in stones 184.25 176.75 180.5: Black's and White's count as Chinese players
//     write it, and half of the board, which can be left out.
//   - reward difference 7 halves 3.5: Black's reward, either or both.
//
// Some checks need no claim. After every line the board is checked against its
// stones. At the end of a game everything is taken back, which must lead to the
// start.
//
// [Run] runs files as subtests named by file, title and rules. A failure is
// reported as file:line. The format is for tests of this project; records of
// games belong in SGF.
package boardtest
