// Package verify checks certificates of exact results. A certificate is a strategy for one player, the claimant. The
// check plays every turn of the opponent against the strategy, under the rules of internal/refgo, and shares no code
// with the solver that found the strategy.
//
// A certificate is a text of lines:
//
//	tengen certificate 1
//	board 3x3
//	points 9
//	edge 0 1
//	symmetry 2 1 0 5 4 3 8 7 6
//	claim black 9 finite
//	start ......... black -
//	......... - 4
//	....X...O - settled
//	end
//	sha256 5e1c...
//
// A board is a row of points: "." is empty, "X" black, "O" white. The line "board" has the name of the board and means
// nothing. A symmetry is a permutation of the points that keeps the edges; a state and its images need one line. The
// claim is a lead from Black's point of view: Black claims at least this lead, White at most. "finite" means that the
// claimant reaches it in a game that ends. "endless" means that the claimant prevents every worse end, but the game may
// go on for ever. A file may have several claims, each with its start and its lines. The last line has the SHA-256 of
// all lines before it.
//
// The start is a board, the player to move, and "passed" if the last turn was a pass, otherwise "-".
//
// The other lines are the strategy: a board with the claimant to move, a note, and the turn. The note is "-", "passed"
// if the opponent has just passed, or the number of the point that the basic ko bans. The turn is a point, "pass",
// "settled" or "held". If "settled" or "held" follows a turn, the state after the turn is settled or held. If the
// opponent has passed and the lead is already as claimed, the claimant passes too and no line is needed.
//
// # Rules
//
// Area scoring without komi; basic ko; no suicide; two consecutive passes end the game.
//
// # Settled states
//
// Let the stones of the claimant be unconditionally alive by Benson's method, where all points of a vital region are
// adjacent to the block. (This is the method for rules that allow suicide. It is stricter than necessary, but the
// claimant may play in such regions without losing an eye.) A region that borders only on these blocks is sure if at
// most one of its points is not adjacent to them, and that point has two neighbours or more. The banned point must not
// be in the region if the claimant is to move. Then the claimant can force that the blocks and the sure regions are
// his area at the end, and that the game ends:
//
//   - If a sure region has stones of the opponent, the claimant plays on an empty point of it that is adjacent to a
//     block. The stone joins the block. Every point of the region is still adjacent to it, so the vital regions stay
//     vital, or split into vital regions.
//   - If the only empty point of the region is the one that is not adjacent, the claimant plays there. This captures
//     all stones of the opponent in the region, because each of their blocks has no other liberty. The new stone then
//     has two liberties, so the claimant can connect it after the next play of the opponent in the region.
//   - Otherwise the claimant passes.
//
// Each play adds a stone to the living blocks for good, so there are finitely many. Between them the opponent can play
// only finitely many stones. When the opponent passes after a pass of the claimant, the regions have no stones of the
// opponent. So the claim holds if the number of sure points gives the lead. If the opponent is to move and the claimant
// has just passed, the lead on the board has to be enough too, because the opponent can end the game.
//
// # Held states
//
// Take one block of the claimant, the wall, and the parts into which the board falls without it. Every neighbour of a
// part belongs to the part or to the wall. In each part a smaller game is played, in which the wall cannot be captured:
// the opponent moves first, may pass at any time, and is never banned by the ko. The claimant may pass only if the part
// has no stones of the opponent. Stones of the claimant that touch the wall become wall, so a part may fall into
// several; then the claimant has to win all of them. A part is won with no eye, with one eye, or with two:
//
//   - With no eye, as soon as it has no stones of the claimant and at most one point that does not touch the wall, and
//     that point has two neighbours or more.
//   - With one eye, as soon as it has no stones of the claimant, and every point touches the wall. Until then, and
//     later, the wall has at least one liberty in the part whenever the opponent is to move.
//   - With two eyes, as soon as it has fallen into several parts that are won with two eyes together. Until then, the
//     wall has at least two liberties in the part whenever the opponent is to move.
//
// The eyes of the parts into which a part falls count together. A part has to be won within 14 turns. A part with more
// than ten points has to be won at once.
//
// If parts are won with two eyes together, the claimant can force that the wall and all won parts are his area at the
// end:
//
//   - Whenever the opponent is to move, the wall has at least as many liberties as the eyes together, which is two. One
//     play of the opponent takes at most one of them, so it does not capture the wall, and the smaller games are the
//     real one.
//   - After a play of the opponent in a won part, the claimant answers there. All other parts are undisturbed.
//   - If the answer is a pass, or if the opponent has passed or played elsewhere, the claimant may make a turn in any
//     other won part that has stones of the opponent, as if the opponent had passed there. If no won part has stones of
//     the opponent, the claimant passes.
//   - A won part that needs no more answers is like a sure region of a settled state.
//
// Half of the border is the claimant's too, rounded down. The border consists of the empty points beside the wall in
// parts that he does not win. Whenever he does not have to answer in a won part, he plays on a border point instead.
// When none is left, he goes on as above. Such a stone joins the wall. The ko does not ban it: the ko bans a point
// where a stone of the claimant was alone, and beside the wall it would have been part of the wall. The opponent takes
// at most one border point with each turn, and never two before the claimant takes one. If the claimant is to move and
// no part needs his turn, he begins, and half of the border is rounded up. In a part with a banned point nothing
// counts, neither its points nor its border.
//
// Every answer brings one part nearer to its end, and every stone on the border makes the wall larger, so the game
// ends. If the claimant is to move, one of the parts may need his turn first. If the ko bans a point in another part,
// that part does not count: perhaps he needs this point, and the opponent can end the game if he passes instead. As
// before, the lead on the board has to be enough if the claimant has just passed.
//
// The wall may also be all unconditionally alive blocks of the claimant together. It needs no eyes: a vital region is a
// part that is won at once, because all its points are adjacent to the wall and it has no stones of the claimant. So it
// has no border, and the turns in other parts do not change it. Each part borders only on the wall, so the rest is as
// above.
package verify
