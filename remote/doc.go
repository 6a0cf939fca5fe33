// Package remote connects to another tengen process. [Engine] passes GTP to the engine of a
// `tengen web`. [Find] finds the server that uses a folder of games, and [Page] opens records
// in it.
package remote
