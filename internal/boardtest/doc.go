// Package boardtest runs tests of the rules from text files that a Go player
// can read: a drawn board, and then one move or one claim per line.
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
// and column letters are optional. Numbers and letters that are drawn must be
// right.
//
// # Before the first move
//
//   - game TITLE begins a game and names the test.
//   - board 5x5, board torus 3x3 and board cylinder 4x3 set the shape of the
//     board. Without a drawing the board is empty. board plane 5x5 means board
//     5x5. A cylinder joins the left side to the right one. Points of every shape
//     are named as on a rectangle.
//   - rules chinese,japanese names rulesets as [baduk.ParseRules] reads them,
//     with changes such as japanese+tax=NONE. If no ruleset is named, the rules
//     are the zero [baduk.Rules].
//   - rules KEY=VALUE... changes the komi or an axis (see [baduk.Axes]). The keys
//     bonus, button and friendlyPass are short for whiteHandicapBonus, hasButton
//     and friendlyPassOk. Values are in lower case except for N and N-1. Names and
//     changes can be in one line or in several. handicap=2 is the number of
//     handicap stones in the drawing, see [baduk.Setup].
//   - If values or rulesets are listed with commas, the game is played once for each
//     of them. A line that begins with for NAME...: applies only under some of these
//     rules. A NAME is a ruleset or a value of an axis. For each named axis the
//     rules must have one of the named values. A value that two axes have, such as
//     none, is written as tax=none; komi=0 selects by the komi.
//   - threshold 2 makes the board regional (MANGO document): stones live if the
//     weight of their region is 2 or more. threshold printed is the condition
//     that the MANGO document prints.
//   - weight C3 2 D4 -0.5 sets the weights of points. The default is 1.
//   - start X 3 O 1.5 sets initial scores.
//   - to play X or to play O sets the first player.
//   - a drawing.
//
// # Moves
//
//   - play X C3 O pass... plays moves. All of them must be legal.
//   - undo N takes back N turns; undo alone takes back one.
//   - resign X, agree.
//   - resume continues play; resume X continues it at Black's request.
//   - dead H2 J1 says which stones the players agreed are dead, for the counts
//     that follow. dead alone says that they agreed that no stone is dead.
//   - judge ends the agreement: for the counts that follow the rules decide
//     which stones are dead. This is also the case before the first dead line.
//
// # Claims
//
//   - legal X C3
//   - illegal X C3 WHY, where WHY is over, off-board, occupied, suicide, ko or
//     superko N. superko N means that the position after N turns would be
//     repeated; 0 is the initial position.
//   - captures N, suicides N: the number of the opponent's stones, or of the
//     player's own stones, that the last play took off.
//   - prisoners X 2 O 1: the stones of each colour taken off so far.
//   - liberties C3 4: the chain on C3 has 4 liberties.
//   - neighbours A2 are A1 A3 B2: A2 has exactly these neighbours.
//   - result W+R is the result of the game. It is ? if the game is not over.
//   - over, void, settling (play has stopped), pass-alive X C3 D4 (C3 and D4 are
//     Black's whatever White does), blocked C3 D4 (in the clean-up). All of them can be
//     negated: not over, not pass-alive X C3 D4. The second means that none of the
//     points is pass-alive.
//   - phase 1: the phase of the clean-up, or 0 before the clean-up.
//   - button X, or button nobody: the player who took it.
//   - handicap 2: the number of handicap stones, from the set-up and the moves.
//   - cannot agree, cannot resume.
//   - to play X, or a drawing: after the first move these are claims about the
//     present state.
//
// The other claims are about the count of the present board:
//
//   - score B+3.5; score 0 is a draw. winner X, or winner nobody.
//   - area X 18 O 30 neutral 1: one or more of the three numbers. territory X 5 O
//     4 neutral 1 counts surrounded points, and stones X 13 O 26 counts living
//     stones.
//   - total X 32 O 28.5: all points of each player, komi included.
//   - account O 7.5 komi: the item of White's account that contains these
//     words. With the number 0 the account must not have such an item.
//   - owner C3 D4 X WHY: these points count for X, O or nobody. The reason WHY
//     can be left out. It is neutral, stone, surrounded, dead, seki, played,
//     uncounted or late, see [baduk.Reason].
//   - in stones 184.25 176.75 180.5: Black's and White's count as Chinese players
//     write it, and half of the points of the board. The third number can be left
//     out.
//   - reward difference 7 halves 3.5: Black's reward in one form or in both.
//
// Some checks are made without a claim. After every line the board is checked
// with [baduk.Board.CheckInvariants]. At the end of a game all turns are taken
// back, which must lead to the start.
//
// [Game] is for tests in Go that need only a drawn position.
//
// [Run] runs the games of files as subtests. The name of a subtest contains
// file, title and rules. A failure is reported as file:line. The format is for
// tests of this project; records of games belong in SGF.
package boardtest
