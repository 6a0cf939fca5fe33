// Package usage marks errors that the user caused: a wrong flag, setting or file name. With an error
// of this kind, a program also prints a hint. It does not print a hint with other errors.
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

// Error is a mistake of the user.
type Error struct {
	Line string // what is wrong, on one line
	Hint string // what the user can do; "" means the program's usual hint
}

// Error returns the line.
func (e *Error) Error() string { return e.Line }

// Errorf returns an [Error] without a hint.
func Errorf(format string, args ...any) error {
	return &Error{Line: fmt.Sprintf(format, args...)}
}

// CheckFile returns an error unless name is the path of a regular file.
func CheckFile(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the file %q does not exist", name)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%q is a directory, not a file", name)
	case !info.Mode().IsRegular(): // reading a pipe or a device may never end
		return fmt.Errorf("%q is not a regular file", name)
	}
	return nil
}
