// Package train teaches networks from rows of games, on the CPU. A row that package replay stored
// becomes an input and a target. Package nn computes how the loss changes with the weights, and an
// optimizer changes the weights.
//
//   - Run trains from beginning to end. Its folder holds a checkpoint and metrics, and an interrupted
//     run continues from there.
//   - Weights.Loss computes the loss, and OptimizerParams say how the weights follow its gradient.
//   - Rows turns rows into inputs and targets.
//
// A net that can be trained is one that nn.NewLearner accepts. Such nets have no batch statistics, so
// training and playing compute the same function, and the gradient of a batch is the same sum however
// the batch is divided. With the same number of threads training is reproducible to the last bit,
// interrupted or not.
//
// Read next: run.go, trainer.go, loss.go.
package train
