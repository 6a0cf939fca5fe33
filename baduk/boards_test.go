package baduk_test

import (
	"os"
	"testing"

	"tengen/internal/boardtest"
)

// TestBoards runs the drawn boards; the documentation of package boardtest
// explains their language.
func TestBoards(t *testing.T) {
	boardtest.Run(t, os.DirFS("testdata/boards"), "*.txt")
}
