// Package neteval lets a KataGo net judge positions: it turns a game into the
// planes and numbers that the net reads, and what the net says into an
// [eval.Evaluation].
//
//   - [New] makes an [eval.Evaluator] of a net for a board and rules, or says why
//     the net cannot read that board.
//   - [Evaluator.Judge] gives everything that the net says, as [Judgement].
//   - [Features] is the input alone, for those who train nets or check them.
//   - [Profile] is whom a net imitates that was trained to imitate people.
//
// A few lines:
//
//	model, err := nn.ReadFile("net.bin.gz", nn.Limits{})
//	if err != nil {
//		return err
//	}
//	net, err := nn.NewNet(model, nn.BestLevel())
//	if err != nil {
//		return err
//	}
//	e, err := neteval.New(net, graph, neteval.Options{})
//	if err != nil {
//		return err
//	}
//	judgement, err := e.Judge(game, neteval.Symmetry(0))
//	fmt.Println(judgement.Win, judgement.Lead) // of Black
//
// Nets read rectangles from 2x2 up to the largest that they were trained on,
// usually 19x19; larger ones are computed all the same, and judged badly. Rules
// that KataGo does not have are told to the net as the nearest that it has. Old
// nets, before version 7, are told nothing of taxes, and before version 8 nothing of
// the button: KataGo refuses such rules with them, here they are played all the same.
//
// Read next: layout.go and planes.go for the input, judgement.go for the output.
package neteval
