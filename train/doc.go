// Package train teaches nets from rows of games, on the CPU: what package replay keeps
// becomes inputs and targets, package nn says how the loss changes with the weights, and
// an optimizer changes them.
//
//   - Run trains from beginning to end, in a folder with checkpoints and metrics, and goes
//     on where it was interrupted.
//   - Trainer does a step at a time.
//   - Weights.Loss is what a net is judged by, OptimizerParams how it changes.
//   - Rows makes inputs and targets of rows.
//
// The nets are those that nn.Learner knows. They have no statistics of batches, so what
// learns is what plays, and a step is the same sum however a batch is divided: with the
// same number of threads to the last bit, interrupted or not.
//
// Read next: run.go, trainer.go, loss.go.
package train
