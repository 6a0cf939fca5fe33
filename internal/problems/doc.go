// Package problems measures how many graded problems a search or a net's policy solves.
//
//	list, bad, err := problems.Read(file)
//	set := problems.Set{Problems: problems.Choose(list, nil, 100, 1), Visits: 1, Factory: factory}
//	x, err := set.Run(ctx)
//	fmt.Println(x.All.Solved, "of", x.All.Of)
package problems
