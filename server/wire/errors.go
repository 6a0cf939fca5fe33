package wire

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"tengen/internal/durable"
	"tengen/internal/wording"
)

// Error is an answer that refuses a request.
type Error struct {
	Status   int    `json:"-"`
	Sentence string `json:"error"`
	// Field names the field of the request that is wrong, or is empty.
	Field string `json:"field,omitempty"`
	// Retry is the number of seconds after which the client may try again; 0 means never.
	Retry int `json:"retry,omitempty"`
}

// Error returns e.Sentence.
func (e *Error) Error() string { return e.Sentence }

// ErrClosing is the answer to requests that arrive while the server closes.
var ErrClosing = Fail(http.StatusServiceUnavailable, "", "the server is closing")

// Fail makes an *Error whose sentence is for the user of the page, who may read its translation; field may be empty.
func Fail(status int, field, format string, args ...any) error {
	return &Error{Status: status, Sentence: fmt.Sprintf(format, args...), Field: field}
}

// Misuse makes an *Error for a request that the page never sends, such as one with unknown fields or with indexes out
// of range. Its sentence is for the author of the program that sent it, and is always in English; field may be empty.
func Misuse(status int, field, format string, args ...any) error {
	return Fail(status, field, format, args...)
}

// FailWith makes an *Error with the text of another error, on one line; field may be empty.
func FailWith(status int, field string, err error) error {
	return &Error{Status: status, Sentence: Shorten(err.Error()), Field: field}
}

// AsError converts any error into an *Error with the right status.
func AsError(err error) *Error {
	var known *Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return &Error{Status: http.StatusRequestEntityTooLarge, Sentence: fmt.Sprintf("the request is larger than %d bytes", tooLarge.Limit)}
	}
	if durable.DiskFull(err) {
		return &Error{Status: http.StatusInsufficientStorage, Sentence: "this was not saved, because the disk of the server is full: try again when its owner has freed some space"}
	}
	return &Error{Status: http.StatusInternalServerError, Sentence: err.Error()}
}

// Refuse answers a request with an error. It logs the error if it is not the client's fault.
func (s *Service) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := AsError(err)
	if e.Status == http.StatusInternalServerError || e.Status == http.StatusInsufficientStorage {
		s.Log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if e.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.Retry))
	}
	writeJSON(w, e.Status, e)
}

// maxText is the most letters of an error's text. The text of an error may quote long input.
const maxText = 300

// Shorten makes the text of an error short enough for the page.
func Shorten(text string) string { return wording.Shorten(text, maxText) }
