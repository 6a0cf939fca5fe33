// Package wire has the code that all requests of the interface share: routes with a limit for the body, bodies and
// answers in JSON, errors with a status, files to download, Server-Sent Events and WebSockets. It does not depend on
// games or records.
package wire
