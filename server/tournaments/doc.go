// Package tournaments runs tournaments on the server: people join, rounds are paired, games are made and their results
// taken over. Package tournament has the pairings and the standings.
//
// DATA/tournaments/ID.json is one tournament. It is replaced as a whole after each change. It has hashes of the secrets
// by which players hold their seats, and the secret of the invitation, so only its owner may read it. The ids of the
// games of a round are in the file before the games are made. After a crash in between, the missing games are made at
// the next start.
//
// Read next: tourney.go for the file and its changes, tournaments.go for the folder and the games, requests.go for the
// requests.
package tournaments
