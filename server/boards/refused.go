package boards

import (
	"errors"
	"net/http"

	"tengen/baduk"
	"tengen/server/wire"
)

// Refused turns the error of an illegal move into an answer that refuses the request's vertex. It returns any other
// error unchanged.
func Refused(err error) error {
	var illegal *baduk.IllegalMoveError
	if errors.As(err, &illegal) {
		return wire.Fail(http.StatusUnprocessableEntity, "vertex", "%v", illegal)
	}
	return err
}
