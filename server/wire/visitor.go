package wire

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
)

// Role says what a visitor may do. A greater role may do everything that a smaller one may do.
type Role uint8

// The roles. docs/openapi.yaml has the least role for each request, as x-role.
const (
	NoRole    Role = iota // may do nothing
	Anyone                // has no link: may see what the server is
	Spectator             // may look at games
	Guest                 // may play
	Owner                 // may do everything
)

var roles = []string{"none", "anyone", "spectator", "guest", "owner"}

// String returns the name of the role.
func (r Role) String() string { return roles[r] }

// MarshalText returns the name of the role.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name of a role.
func (r *Role) UnmarshalText(text []byte) error {
	i := slices.Index(roles, string(text))
	if i < 0 {
		return fmt.Errorf("%.20q is not a role", text)
	}
	*r = Role(i)
	return nil
}

// Visitor is the sender of a request.
type Visitor struct {
	Role Role
	// Here says that the request comes from this machine and was not passed on by a proxy or a tunnel.
	Here bool
	// Machine says that the connection comes from this machine, at any of its addresses. A tunnel may have passed the
	// request on.
	Machine bool
	Addr    netip.Addr // address of the visitor's machine
}

// visitorKey is the key of the visitor in a context.
type visitorKey struct{}

// WithVisitor returns the request with its visitor, for [VisitorOf].
func WithVisitor(r *http.Request, v Visitor) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), visitorKey{}, v))
}

// VisitorOf returns the visitor who sent a request.
func VisitorOf(r *http.Request) Visitor {
	v, _ := r.Context().Value(visitorKey{}).(Visitor)
	return v
}
