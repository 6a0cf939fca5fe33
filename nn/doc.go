// Package nn reads, writes and evaluates KataGo's neural nets: files .bin.gz, .txt.gz, .bin and .txt of the
// versions 3 to 17. It also has nets of its own for boards that are graphs. It does not know the game of Go:
// callers convert positions to inputs and interpret the outputs. Outside the standard library it uses only
// golang.org/x/sys/cpu.
//
//   - [Read] and [ReadFile] read a file. [Limits] bound its size, so the file may come from an untrusted
//     source. Errors name the place in the file.
//   - [Model] is the content of a file as plain structs: a [Trunk] of [Block]s, a [PolicyHead] and a
//     [ValueHead], made of layers such as [Conv]. [Model.Check] finds inconsistencies. [Model.Info] and
//     [Model.FLOPs] describe the model.
//   - [Write] writes a model. It writes the same bytes as KataGo's exporter.
//   - [NewNet] prepares a model for a CPU, and [Net.Evaluate] computes it quickly.
//   - [Evaluate] computes an [Output] from an [Input] in float64, slowly. It is the specification of the fast
//     code.
//   - [New] makes a net with random weights to be trained, [WithMetadata] adds an encoder of the players to a net, and
//     [Learner] computes the gradients of a loss.
//   - [GraphNet] marks nets for graphs. Their inputs contain a [Graph].
//   - [Random] makes small nets of any version and architecture for tests.
//
// Example:
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
// The version decides which inputs a net reads, which outputs it has and what its file contains:
//
//	version  inputs    globals  policies  score    new in the version
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
//	     13  22 (V7)        19         2      6    PostProcess is in the file
//	     14  22 (V7)        19         2      6    short-term errors from squares
//	     15  22 (V7)        19         2      6    passing has a second layer; metadata
//	                                               encoder; norm of the tip; options
//	     16  22 (V7)        19         4      6    values of moves among the policies
//	     17  22 (V7)        19    2 or 4      6    transformers; the file has the number of policies
//
// V3 to V7 are KataGo's generations of inputs. Files of every version may have blocks of every kind. The first
// published nets with bottlenecks had version 11, and the first transformers had version 17. A model with a
// metadata encoder has 192 additional inputs.
//
// # Outputs
//
// All outputs are raw and from the perspective of the player to move. Below, x is such an output, s is softplus,
// log(1+exp(x)), and capitalised names such as ScoreMean are fields of [PostProcess].
//
//   - Policy and Pass are logits: their softmax over the legal moves is the policy. Policy 0 predicts the move
//     of a search. Policy 1 (from version 12 on) is optimistic: it predicts the move in games that go better
//     than expected after the move. KataGo mixes the logits of both. If there are four policies, policies 2 and
//     3 are not logits. They predict the win and loss, and the score, after each move. KataGo does not use
//     them.
//   - Value has the logits of win, loss and no result. Under rules that give every game a result, the logit of
//     no result is left out of the softmax.
//   - Score[0]: x*ScoreMean is the mean of the score in points, if the game has a result. Version 3 differs:
//     2/pi*atan(x) is a value between -1 and 1 that grows with the score. In version 3, Score has no other
//     elements.
//   - Score[1], from version 4 on: s(x)*ScoreStdev is the standard deviation of the score.
//   - Score[2], from version 8 on: x*Lead is the player's lead in points. Older nets have only the mean
//     score.
//   - Score[3], from version 8 on: s(x)*VarianceTime is the number of moves for which the game stays open.
//     KataGo shows this number only for nets of version 9 and later.
//   - Score[4] and Score[5], from version 9 on, give the expected short-term changes of the value and of the
//     score. In version 9 these are s(x) and s(x)*10. From version 10 on they are sqrt(s(x)*F), and from
//     version 14 on s(x/2)*sqrt(F). F is ShorttermValueError or ShorttermScoreError.
//   - Ownership: tanh(x) is 1 for points that the player will own, and -1 for points that the opponent will
//     own.
//
// # Format
//
// A file consists of words separated by space. The weights of a layer form a block; the words before it give
// the number of weights. In binary files a block is "@BIN@" followed by little-endian float32 numbers. In
// text files it consists of decimal numbers. Files may be compressed with gzip. The code in format.go and
// formatlayer.go lists the words in their order, for reading and for writing.
//
// KataGo stops reading after the last layer. This package returns an error if anything but space follows the
// last layer, because the file is then damaged or has an unknown format. KataGo distinguishes text files from
// binary files by the name. This package distinguishes them by the first weights in the file.
//
// # Nets for graphs
//
// A net for graphs reads a board of any shape: points, and which of them are neighbours. In its trunk, a
// convolution over the graph ([Conv]) replaces each convolution of 3x3. The outputs turn with the input under every
// automorphism of the graph. The greatest values of neighbours stay exactly the same. Sums of floats differ in their
// last digits, because their terms have another order.
//
// In a file, the word "graph1" replaces the version. KataGo expects a number there and refuses the file. The word
// "any" follows, or the key of the only board in 16 hexadecimal digits and its name with percent-encoding. There are 28
// planes and 19 globals. The rest of the file has the words of version 8. A convolution over a graph has a kernel of
// height 1 and width 3, and the dilations 0.
//
// Limitation: this package reads and writes a [FeedForward] without a gate, but neither it nor KataGo can
// compute one. This package computes a [Conv] with dilation. KataGo does this only on some devices.
//
// Read next: model.go and block.go for the parts of a net, reference.go for what they compute,
// format.go for the file, read.go for the limits on a file.
package nn
