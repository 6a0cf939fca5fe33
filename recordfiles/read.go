package recordfiles

import (
	"fmt"
	"io"
	"os"
)

// MaxRecord is the size of the largest record that is read, in bytes.
const MaxRecord = 16 << 20

// Read reads the file of a record, or stdin for [Dash]. A file larger than [MaxRecord] is an
// error.
func Read(stdin io.Reader, file string) ([]byte, error) {
	in := stdin
	if file != Dash {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, MaxRecord+1))
	if err == nil && len(data) > MaxRecord {
		err = fmt.Errorf("not a game record: larger than %d MiB", MaxRecord>>20)
	}
	return data, err
}
