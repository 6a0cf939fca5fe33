// Package learn makes nets stronger without a teacher: a net plays against itself, the next net learns from these
// games, and a match decides which of the two plays on. Recipe [AlphaGo] learns from records first, and then makes the
// nets of Silver et al. 2016 in their order.
//
//   - [Run] is the loop. Each turn of it makes one [Generation]. It can be interrupted or killed at any moment, and
//     continues where it was.
//   - [Settings] say how: the board, the games, the training, the match.
//   - [State] is everything that is known about a run: its generations with their work, their matches and what each net
//     thinks of the empty board and of a few fixed positions. [Read] reads the state of a run, also while it is in
//     progress.
//   - [Pause] and [Resume] pause a run, which another process may be learning.
//   - [State.Ratings] computes the strength of all generations from their matches.
//
// A run is a folder:
//
//	learn.json       the state; replaced as a whole after each step
//	rows/0001        the games of generation 1, as rows of package replay
//	nets/0000.bin.gz the net with which the run began
//	nets/0001.bin.gz the net of generation 1, in KataGo's format
//	train/0001       the training of generation 1 while it is in progress
//	best.bin.gz      the net that plays: the last one that won its match
//	pause            a run waits while this file exists
//	curves.svg       a chart of the strength and the losses
//	metrics.jsonl    the losses of all generations, one line after another
//
// A run of recipe [AlphaGo] also has its nets under names that say what they are, and the rollout policy:
//
//	sl.bin.gz, rl.bin.gz, value.bin.gz, rollout
//
// Read next: run.go, stage.go, settings.go, chart.go, thoughts.go, pause.go; alphago.go, policies.go, valuenet.go.
package learn
