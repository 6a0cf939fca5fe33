package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// ReadJSON decodes a request's body. It refuses unknown fields rather than ignoring them.
func ReadJSON[T any](r *http.Request) (request T, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return request, Misuse(http.StatusUnsupportedMediaType, "", "the request must be of type application/json")
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return request, err
	}
	if text := bytes.TrimSpace(data); len(text) > 0 && text[0] != '{' {
		return request, Misuse(http.StatusBadRequest, "", "the request must be a JSON object such as {\"width\": 9}, not %.20q", text)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(&request)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("something follows the JSON object")
		}
	}
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return request, nil
	case errors.As(err, &kind):
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:] // without the names of the objects around it
		return request, Misuse(http.StatusBadRequest, field, "%s cannot be of the type %s", cmp.Or(field, "the request"), kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return request, Misuse(http.StatusBadRequest, "", "the request ends in the middle")
	}
	return request, Misuse(http.StatusBadRequest, "", "the request cannot be decoded: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// writeJSON answers with a value in JSON. The value has one of the server's own types.
func writeJSON[T any](w http.ResponseWriter, status int, value T) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // the server's own types can always be encoded
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = Paced(w).Write(append(data, '\n')) // the client may have gone away
}

// OrElse returns the value of an optional field of a request. This is *p if the request has the field. If p is nil,
// the field is missing, and OrElse returns its second argument.
func OrElse[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// IntOf returns a number in the query of a request. If the number is missing, it returns its third argument.
func IntOf(r *http.Request, name string, otherwise int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, Misuse(http.StatusBadRequest, name, "%s must be a number, not %.20q", name, text)
	}
	return n, nil
}

// IsTrue reports whether a switch in the query of a request is on.
func IsTrue(text string) bool { return text == "1" || text == "true" }
