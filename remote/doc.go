// Package remote talks to a tengen that runs elsewhere: [Engine] passes GTP to the engine of a
// `tengen web`, and [Page] finds the server that uses a folder of games and opens records in it.
package remote
