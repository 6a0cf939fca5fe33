// Package clock implements the time controls of Go: absolute, Japanese byo-yomi, Canadian, Fischer, and none. It never
// reads the time itself. The caller passes the time that a move took. So the package works in the same way for games
// that are played, replayed or tested.
//
// [Settings] is a time control, and a [Clock] is one player's time:
//
//	s, err := clock.Parse("10m+3x30s")
//	black := clock.New(s)
//	start := time.Now()
//	move := think(black.MainLeft(), black.OvertimePerMove(), black.Increment())
//	if black.Spend(time.Since(start)) {
//		fmt.Println("Black lost on time")
//	}
//
// The zero Settings and the zero Clock have no limit. A move that takes exactly
// the time left is in time.
//
// Read next: settings.go for the time controls, clock.go for the clock, gtp.go for the Go Text Protocol.
package clock
