// Package peers compares tengen with an installed KataGo on the same nets and the same machine. First both programs
// judge the same positions, which shows that they compute the same net. Then they evaluate the net one after the
// other, several times. Speeds vary with the load of the machine, so the result is the ratio in each round, not the
// speeds.
//
//	katago, err := peers.Find(ctx, "/usr/bin/katago")
//	c := peers.Comparison{KataGo: katago, Nets: nets, Sizes: []int{9, 19}, Levels: peers.DefaultLevels(), Rounds: 5, ...}
//	err = c.Run(ctx, func(r peers.Row) error { rows = append(rows, r); return nil })
package peers
