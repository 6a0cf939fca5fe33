// Package usage marks the errors that are mistakes in what the user asked for: a flag, a
// setting, the name of a file. A program tells them from failures, and answers with a hint
// instead of a report.
//
//	return usage.Errorf("--handicap: expected 2 to 9 stones, not %d", n)
//
//	if mistake, ok := errors.AsType[*usage.Error](err); ok { ... }
package usage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Error is a mistake in what the user asked for.
type Error struct {
	Line string // what is wrong, on one line
	Hint string // what to do about it; "" leaves that to the program
}

// Error is the line.
func (e *Error) Error() string { return e.Line }

// Errorf makes an [Error] without a hint.
func Errorf(format string, args ...any) error {
	return &Error{Line: fmt.Sprintf(format, args...)}
}

// CheckFile errs unless the name is that of a regular file.
func CheckFile(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %q", name)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%q is a directory, not a file", name)
	case !info.Mode().IsRegular(): // a pipe or a device may never end
		return fmt.Errorf("%q is not a regular file", name)
	}
	return nil
}
