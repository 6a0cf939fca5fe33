// Package clock has the time controls of Go: absolute, Japanese byo-yomi, Canadian,
// Fischer, and none. It never reads the time itself: the caller says how long a move
// took. So games can be played, replayed and tested in the same way.
//
// [Settings] are the time control that was agreed, and a [Clock] is one player's time:
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
// Read next: settings.go for what can be agreed, clock.go for how it runs, gtp.go
// for the Go Text Protocol.
package clock
