// Package wire has what all requests of the interface share: routes with a limit for the body, bodies and answers in
// JSON, errors with a status, files to download, Server-Sent Events and WebSockets. It knows no game.
package wire
