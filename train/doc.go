// Package train trains nets on the CPU, on the rows that package replay stores. Each row becomes an input and a target
// of the net. Package nn computes the gradient of the loss, and an optimizer changes the weights.
//
//   - Run trains a net from beginning to end. It writes checkpoints and metrics to a folder. It continues an
//     interrupted run from the last checkpoint.
//   - Weights.Loss computes the loss and its gradient. OptimizerParams describe how the gradient changes the
//     weights of the net.
//   - Rows turns rows into inputs and targets.
//
// The nets that can be trained are those that nn.NewLearner accepts. They have no batch statistics, so training and
// playing compute the same function. The gradient of a batch is a sum over its positions. Dividing the positions among
// threads changes this sum only by rounding. With the same number of threads, training gives the same net to the last
// bit, even if it is interrupted.
//
// Read next: run.go, trainer.go, loss.go.
package train
