package columns

import (
	"bytes"
	"strings"
	"testing"
)

// TestTable lines up characters that take two places on a terminal.
func TestTable(t *testing.T) {
	var b bytes.Buffer
	list := New(&b)
	list.Row("吴清源", "B+2", "a\tb")
	list.Row("Ann", "W+R")
	if err := list.Flush(); err != nil || b.String() != "吴清源  B+2  a b\nAnn     W+R\n" {
		t.Errorf("%v, and the table is\n%s", err, b.String())
	}
}

// TestTableCuts cuts long cells, but not those of the last column.
func TestTableCuts(t *testing.T) {
	var b bytes.Buffer
	list := New(&b)
	long := strings.Repeat("长", 40)
	list.Row(long, long)
	if err := list.Flush(); err != nil || b.String() != strings.Repeat("长", 29)+"…  "+long+"\n" {
		t.Errorf("%v, and the table is\n%s", err, b.String())
	}
}
