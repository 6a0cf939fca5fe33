// Package course has the bundled course for a newcomer to Go, as SGF. A file is a lesson, and each game in it is a step
// with a task. The package server/lessons plays them.
//
// The root of a step has its task as the comment, and the name of the step in N. In the first step, GN has the title of
// the lesson, and GC a sentence about it. The comments of the moves answer the pupil. RIGHT in a comment marks a right
// end, and is not shown. Two private properties belong to positions before a move of the pupil. ANY answers any legal
// move that the tree does not have; such a move is then right. OTHER answers it as a wrong one.
package course

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed lessons/*.sgf
var files embed.FS

// Lesson is a file of the course.
type Lesson struct {
	Name string // the name in addresses, such as "capture"
	SGF  []byte
}

// Lessons returns the lessons in their order.
func Lessons() []Lesson {
	entries, err := fs.ReadDir(files, "lessons")
	if err != nil {
		panic(err) // embedded files can always be read
	}
	var list []Lesson
	for _, e := range entries {
		data, err := files.ReadFile(path.Join("lessons", e.Name()))
		if err != nil {
			panic(err)
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".sgf"), "-") // without the number, which gives the order
		list = append(list, Lesson{name, data})
	}
	return list
}
