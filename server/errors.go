package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"tengen/baduk"
)

// apiError is an answer that is not what was asked for.
type apiError struct {
	Status   int    `json:"-"`
	Sentence string `json:"error"`
	Field    string `json:"field,omitempty"`
	// Retry is after how many seconds to try again, 0 for never.
	Retry int `json:"retry,omitempty"`
}

// Error is the sentence.
func (e *apiError) Error() string { return e.Sentence }

// fail is an apiError; field may be empty.
func fail(status int, field, format string, args ...any) error {
	return &apiError{Status: status, Sentence: fmt.Sprintf(format, args...), Field: field}
}

// asAPIError finds the right status for any error.
func asAPIError(err error) *apiError {
	var api *apiError
	var illegal *baduk.IllegalMoveError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &api):
		return api
	case errors.As(err, &illegal):
		return &apiError{Status: http.StatusUnprocessableEntity, Sentence: illegal.Error(), Field: "vertex"}
	case errors.Is(err, errNotPlaying), errors.Is(err, errNotMarking), errors.Is(err, errNotProposed):
		return &apiError{Status: http.StatusConflict, Sentence: err.Error()}
	case errors.As(err, &tooLarge):
		return &apiError{Status: http.StatusRequestEntityTooLarge, Sentence: fmt.Sprintf("the request is larger than %d bytes", tooLarge.Limit)}
	}
	return &apiError{Status: http.StatusInternalServerError, Sentence: err.Error()}
}

// answer turns a function that returns a value or an error into a handler.
func (s *Server) answer(f func(http.ResponseWriter, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := f(w, r)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		writeJSON(w, http.StatusOK, value)
	}
}

// refuse answers with the error, and logs it when it should not have happened.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	api := asAPIError(err)
	if api.Status == http.StatusInternalServerError {
		s.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if api.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(api.Retry))
	}
	writeJSON(w, api.Status, api)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // our own types, without maps of odd keys or cycles
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// The client may have gone away.
	_, _ = w.Write(append(data, '\n'))
}
