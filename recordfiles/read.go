package recordfiles

import (
	"fmt"
	"io"
	"os"
)

// MaxRecord is the most bytes of a record that is read at once.
const MaxRecord = 16 << 20

// Read reads the file of a record, or stdin for [Dash]. It errs if the file is too large for a
// record.
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
		err = fmt.Errorf("larger than %d MiB: that is not a record of a game", MaxRecord>>20)
	}
	return data, err
}
