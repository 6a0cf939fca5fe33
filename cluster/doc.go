// Package cluster distributes independent pieces of work to any number of processes, on one machine or many. It uses
// NATS JetStream and nothing else, and does not know the game of Go.
//
//   - [Open] connects to a NATS cluster, or starts a server inside this process that does not listen on any port. Both
//     run the same code.
//   - [Task] is a piece of work. It has an ID that does not change. Its result depends only on its data.
//   - [Cluster.Run] is the coordinator's side: it sends the tasks of a job, and hands over each result once.
//   - [Cluster.Work] is the worker's side: it takes tasks, one for each slot, and sends their results.
//   - [Cluster.Put] and [Cluster.Get] store and fetch data, such as nets, under the hash of its content. When the store
//     is full, the data that was not used for the longest time is removed.
//   - [Cluster.Status] describes workers, queues and dead letters.
//   - [Serve] runs a NATS server that listens, so that a cluster needs no other program.
//
// # What is guaranteed
//
// The queue is not the record. The coordinator has its own record of finished tasks, for example the games in a folder,
// and decides from it which tasks are missing. [Cluster.Run] compares these with the queue and the results every few
// seconds, and sends again what is in neither. So losing the queue costs time, but loses no work that was recorded, and
// no result counts twice.
//
// A worker holds a task while it reports every few seconds that it is working on it. If the reports stop, another
// worker gets the task. Two workers may then finish the same task. The coordinator takes the first result.
// A task that [MaxAttempts] workers took and did not finish is a dead letter. So is a task whose worker reports
// that it cannot be done. After a failure a worker takes no tasks of this kind for a while, so that another worker gets
// the task. A job may send the task of a dead letter again.
//
// # Names in JetStream
//
//	stream TENGEN-WORK-<queue>   subjects tengen.work.<queue>.<job>.<task>; a message stays until a worker is done
//	stream TENGEN-RESULTS        subjects tengen.result.<job>.<task>.<worker>; one message for each subject
//	stream TENGEN-DEAD           subjects tengen.dead.<queue>.<job>.<task>.<worker>
//	bucket tengen-workers        what each worker is doing; entries expire
//	object store tengen-blobs    data under its SHA-256
//
// Read next: cluster.go, task.go, coordinator.go, worker.go; embedded.go for servers.
package cluster
