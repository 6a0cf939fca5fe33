package train

import (
	"strings"
	"testing"
)

func TestModelName(t *testing.T) {
	for path, want := range map[string]string{
		"a/b6c96.bin.gz": "b6c96", "my net é.bin.gz": "my-net--", ".bin.gz": "net", strings.Repeat("x", 200) + ".bin.gz": strings.Repeat("x", 96),
	} {
		if got := ModelName(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
