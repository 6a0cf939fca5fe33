// Package jobs turns work into tasks of package cluster, and does such tasks.
//
//   - [Hands] are the worker's side: they do tasks. A net is fetched once, checked, and kept.
//   - [Crew] is the side of a run of tengen learn: it plays the games of a run in other processes, and examines what
//     they send. It implements [learn.Crew].
//
// A task is small: the number of a game, and the hash of a description, which has everything that the games of a job
// have in common. A game depends only on the two, so any worker can play it, and the owner of the run can play it
// again. [Crew] replays every game under the rules. It plays a random sample of the games again and compares all
// searches. A worker whose game is wrong is named in the log, and its other games are not taken.
//
// Read next: describe.go, hands.go, crew.go.
package jobs
