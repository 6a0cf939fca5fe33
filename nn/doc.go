// Package nn reads, writes and evaluates the neural nets of KataGo: files
// .bin.gz, .txt.gz, .bin and .txt of the versions 3 to 17. It knows no Go, only
// tensors; which position becomes which input, and what is made of the outputs, is
// for others. It imports only the standard library.
//
//   - [Read] and [ReadFile] read a file that nobody has to vouch for, within
//     [Limits]; what is wrong is a [*FormatError] with its place.
//   - [Model] is what a file says, as plain structs: a [Trunk] of [Block]s, a
//     [PolicyHead] and a [ValueHead], made of layers such as [Conv].
//     [Model.Check] finds what does not hang together, [Model.Info] and
//     [Model.FLOPs] describe it.
//   - [Write] writes it again, byte for byte as KataGo's exporter does.
//   - [Evaluate] computes an [Output] from an [Input] in float64 and without haste.
//     It is the specification of everything that does it fast.
//   - [Random] makes small nets of any version and architecture for tests.
//
// A net in a few lines:
//
//	m, err := nn.ReadFile("g170-b6c96.bin.gz", nn.Limits{})
//	if err != nil {
//		return err // model file: byte 523 (in "conv1"): the file ends before ...
//	}
//	fmt.Println(m.Info().Architecture) // b6c96
//	out, err := nn.Evaluate(m, nn.Input{Width: 9, Height: 9, Spatial: planes, Global: globals})
//
// # Versions
//
// The version says which inputs a net takes, which outputs it gives and what its
// file contains. [InputsOf], [PolicyChannelsOf] and [ScoreOutputs] are the table:
//
//	version  inputs    globals  policies  score    what the version brought
//	      3  22 (V3)        14         1      1    boards of all sizes
//	      4  22 (V3)        14         1      2    mean and spread of the score
//	      5  22 (V4)        14         1      2    territory input only where pass-alive
//	      6  13 (V5)        12         1      2    without the inputs that need reading
//	      7  22 (V6)        16         1      2    rules as inputs
//	      8  22 (V7)        19         1      4    handicap and button inputs; lead, time left
//	      9  22 (V7)        19         1      6    short-term errors
//	     10  22 (V7)        19         1      6    short-term errors as roots
//	     11  22 (V7)        19         1      6    activations are named in the file
//	     12  22 (V7)        19         2      6    optimistic policy
//	     13  22 (V7)        19         2      6    PostProcess stands in the file
//	     14  22 (V7)        19         2      6    short-term errors from squares
//	     15  22 (V7)        19         2      6    passing has a second layer; metadata
//	                                               encoder; norm of the tip; options
//	     16  22 (V7)        19         4      6    values of moves among the policies
//	     17  22 (V7)        19    2 or 4      6    transformers; the file says the policies
//
// V3 to V7 are KataGo's generations of inputs. Blocks of every kind may stand in files
// of every version, although nets with bottlenecks came with 11 and transformers with
// 17. A model with a metadata encoder takes 192 inputs more.
//
// # Outputs
//
// All outputs are raw and seen from the player to move. Below, s is softplus,
// log(1+exp(x)), and a name in capitals a field of [PostProcess].
//
//   - Policy and Pass have logits: their softmax over the legal moves is the policy.
//     Policy 0 is what a search would play; 1, from version 12 on, is optimistic, what
//     would be played if things went better than expected. KataGo mixes the logits of
//     0 and 1 as it likes. 2 and 3, where there are four, are predictions of the win
//     and loss and of the score after each move, not logits; KataGo does not use them.
//   - Value has logits of win, loss and no result. Where the rules know no such end,
//     no result is left out of the softmax.
//   - Score[0] times ScoreMean is the mean of the score in points, given that there is
//     a result. In version 3 it is something else: 2/pi*atan of it is a value between
//     -1 and 1 that grows with the score, and there is no more.
//   - Score[1], from version 4: s(x)*ScoreStdev is the standard deviation of the score.
//   - Score[2], from version 8: x*Lead is the number of points by which the player
//     leads. Before, the mean score is all there is.
//   - Score[3], from version 8: s(x)*VarianceTime is for how many more moves the game
//     stays open. KataGo shows it from version 9 on.
//   - Score[4] and Score[5], from version 9: by how much value and score are expected
//     to change in the short term. In version 9 s(x) and s(x)*10, from version 10 on
//     sqrt(s(x)*F), from version 14 on s(x/2)*sqrt(F), F being ShorttermValueError and
//     ShorttermScoreError.
//   - Ownership: tanh of it is 1 where the player will own a point and -1 where the
//     opponent will.
//
// # Format
//
// A file is words with space between them. Weights come in blocks: in binary files
// "@BIN@" and as many float32, little-endian, as the words before them say; in text
// files as many decimal numbers. Files are packed with gzip or not. format.go and
// formatlayer.go have every word in its order, for reading and writing alike.
//
// KataGo stops reading after the last layer; here a file has to end there, because
// what follows is a sign of damage, or of a format that has more to say than is
// understood. KataGo tells text from binary by the name of the file; here its first
// weights decide.
//
// Caveats: a [FeedForward] without gate can be read and written, but neither KataGo nor
// this package computes it. A [Conv] with dilation is computed, though by KataGo only
// on some devices.
//
// Read next: model.go and block.go for what a net is, reference.go for what it
// computes, format.go for the file, read.go for what is refused.
package nn
