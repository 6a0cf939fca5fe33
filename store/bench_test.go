package store

import (
	"os"
	"testing"
)

// BenchmarkSearch needs the professional games. TENGEN_LIBRARY names the file of a library
// of these games, so that the next run can use the library again.
func BenchmarkSearch(b *testing.B) {
	path := os.Getenv("TENGEN_LIBRARY")
	if path == "" {
		path = b.TempDir() + "/pro"
	}
	l, err := Open(path, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	if n, err := l.Count(b.Context()); err != nil {
		b.Fatal(err)
	} else if n == 0 {
		proLibrary(b, path, proGames(b, 0))
	}
	for name, p := range benchPatterns(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Search(b.Context(), Query{Pattern: &p}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkImport imports professional games. It is skipped if they are missing.
func BenchmarkImport(b *testing.B) {
	games := proGames(b, 2000)
	for b.Loop() {
		_, report := proLibrary(b, b.TempDir()+"/library", games)
		b.ReportMetric(float64(report.Games+report.Duplicates), "games/op")
	}
}
