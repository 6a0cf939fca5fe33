package baduk_test

import (
	"os"
	"testing"

	"tengen/internal/boardtest"
)

// TestBoards plays the drawn boards; the package documentation of boardtest
// explains their language.
func TestBoards(t *testing.T) {
	boardtest.Run(t, os.DirFS("testdata/boards"), "*.txt")
}
