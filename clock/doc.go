// Package clock is the time controls of Go: absolute, Japanese byo-yomi,
// Canadian, Fischer, and none. It never looks at a watch: how long a move took
// comes from the caller, so games can be timed, replayed and tested alike.
//
// [Settings] say what was agreed, a [Clock] is one player's time:
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
