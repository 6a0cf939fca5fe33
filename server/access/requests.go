package access

import (
	"net/http"

	"rsc.io/qr"

	"tengen/server/wire"
)

// maxCode is the most letters that a QR code can have here, which is more than a link needs.
const maxCode = 600

// Routes are the requests about links.
func (a *Access) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/access", Handler: wire.Answer(a.service, a.getAccess)},
		{Pattern: "POST /api/access", Handler: wire.Take(a.service, a.postAccess)},
		{Pattern: "POST /api/qr", Role: wire.Guest, Handler: wire.Take(a.service, postQR)},
	}
}

// Link is the link of a role. Without a key there is no link.
type Link struct {
	Role wire.Role `json:"role"`
	Key  string    `json:"key"`
}

// Links are all links of a server, and the addresses at which other machines reach it.
type Links struct {
	Addresses []string `json:"addresses"`
	Links     []Link   `json:"links"`
}

func (a *Access) getAccess(*http.Request) (*Links, error) { return a.links(), nil }

func (a *Access) links() *Links {
	links := &Links{Addresses: append([]string{}, a.Addresses()...)}
	for _, role := range []wire.Role{wire.Guest, wire.Spectator, wire.Owner} {
		links.Links = append(links.Links, Link{Role: role, Key: a.keys.of(role)})
	}
	return links
}

// linkRequest makes a new link for a role, or removes its link.
type linkRequest struct {
	Role wire.Role `json:"role"`
	On   bool      `json:"on"`
}

// postAccess makes or removes a link. The old link of the role is then not valid any more.
func (a *Access) postAccess(_ *http.Request, req linkRequest) (*Links, error) {
	if req.Role != wire.Guest && req.Role != wire.Spectator {
		return nil, wire.Misuse(http.StatusBadRequest, "role", "only links for the roles guest and spectator can be made")
	}
	change := a.keys.remove
	if req.On {
		change = a.keys.renew
	}
	if err := change(req.Role); err != nil {
		return nil, err
	}
	return a.links(), nil
}

// codeRequest asks for the QR code of a text.
type codeRequest struct {
	Text string `json:"text"`
}

// Code is a QR code. Each row has a 1 for a black square and a 0 for a white one.
type Code struct {
	Rows []string `json:"rows"`
}

// postQR makes a QR code. It is a POST because a text in an address could be seen by others.
func postQR(_ *http.Request, req codeRequest) (*Code, error) {
	if req.Text == "" || len(req.Text) > maxCode {
		return nil, wire.Misuse(http.StatusBadRequest, "text", "the text must have 1 to %d bytes", maxCode)
	}
	code, err := qr.Encode(req.Text, qr.M)
	if err != nil {
		return nil, wire.FailWith(http.StatusBadRequest, "text", err)
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return &Code{Rows: rows}, nil
}
