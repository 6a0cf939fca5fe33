// Package neteval evaluates positions with a net, of KataGo or for graphs. It converts a game to the input planes
// and numbers that the net reads, and the net's output to an [eval.Evaluation].
//
//   - [New] makes an [eval.Evaluator] from a net, for a board. It fails if the net cannot read that
//     board.
//   - [Evaluator.Judge] returns all outputs of the net as a [Judgement].
//   - [Features] makes only the input, for training and checking nets.
//   - [Supports] says why a net cannot read a board. [Bind] restricts a net for graphs to one board.
//   - [Profile] describes the players that a human policy net imitates.
//
// Example:
//
//	model, err := nn.ReadFile("net.bin.gz", nn.Limits{})
//	if err != nil {
//		return err
//	}
//	net, err := nn.NewNet(model, nn.FastestLevel().Exact())
//	if err != nil {
//		return err
//	}
//	e, err := neteval.New(net, graph, neteval.Options{})
//	if err != nil {
//		return err
//	}
//	judgement, err := e.Judge(game, neteval.Symmetry(0))
//	fmt.Println(judgement.Win, judgement.Lead) // Black's
//
// KataGo's nets read rectangles from 2x2 up to the size on which they were trained, usually 19x19. Nets can compute
// larger boards, but judge them badly. If KataGo does not have the rules of a game, the net gets the nearest
// rules that KataGo has. Nets before version 7 have no input for taxes, and nets before version 8 have no
// input for the button. With these nets, KataGo refuses rules with taxes or a button. This package accepts
// them.
//
// Nets for graphs ([nn.GraphNet]) read every board, also with weights, or only the one board for which they were made.
// Their judgement of a position does not depend on its symmetry. [ScoreUnit] is the scale of their points.
//
// Read next: layout.go and planes.go for the input, graph.go for nets for graphs, judgement.go for the output.
package neteval
