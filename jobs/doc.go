// Package jobs turns work into tasks of package cluster, and does such tasks.
//
//   - [Hands] are the worker's side: they do tasks. A net is fetched once, checked, and kept.
//   - [Crew] is the side of a run of tengen learn: it plays the games of a run in other processes, and examines what
//     they send. It implements [learn.Crew]. [MatchCrew] does the same for a match, and [ReviewCrew] for the positions
//     of reviews.
//   - [Checks] say which results are taken.
//
// A task is small: the number of a game or a few positions, and the hash of a description, which has everything that
// the tasks of a job have in common. A result depends only on the two, so any worker can do the task, and the owner can
// do it again. The owner replays every game under the rules, except for pairs of games, whose result is a number. It
// does a random sample of the tasks again and compares all searches. A worker whose result is wrong is named in the
// log, and its other results are not taken.
//
// Read next: checks.go, describe.go, hands.go, crew.go.
package jobs
