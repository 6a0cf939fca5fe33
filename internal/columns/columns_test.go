package columns

import (
	"bytes"
	"strings"
	"testing"
)

// TestTable aligns characters that take two places on a terminal.
func TestTable(t *testing.T) {
	var b bytes.Buffer
	list := New(&b)
	list.Row("吴清源", "B+2", "a\tb")
	list.Row("Ann", "W+R")
	want := "吴清源  B+2  a b\nAnn     W+R\n"
	if err := list.Flush(); err != nil || b.String() != want {
		t.Errorf("error %v, got the table\n%swant\n%s", err, b.String(), want)
	}
}

// TestTableCuts cuts long cells, but not those of the last column.
func TestTableCuts(t *testing.T) {
	var b bytes.Buffer
	list := New(&b)
	long := strings.Repeat("长", 40)
	list.Row(long, long)
	want := strings.Repeat("长", 29) + "…  " + long + "\n"
	if err := list.Flush(); err != nil || b.String() != want {
		t.Errorf("error %v, got the table\n%swant\n%s", err, b.String(), want)
	}
}
