package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/solve"
	"tengen/solve/verify"
)

const (
	maxCertificate  = 16 << 20 // bytes of the largest request with a certificate
	maxCertificates = 3        // certificates that are kept in memory
)

// certificateRequest asks for a certificate: the one of a small board, or one that the user has.
type certificateRequest struct {
	Board string `json:"board"` // in words, or the content of a board file
	Text  string `json:"text"`  // a certificate; then the board is not read
}

// Certificate is a certificate that was checked.
type Certificate struct {
	ID     string         `json:"id"`
	Board  string         `json:"board"`
	Bytes  int            `json:"bytes"`
	Claims []verify.Claim `json:"claims"`
}

// certificate is a certificate in memory.
type certificate struct {
	Certificate
	text   []byte
	graph  *baduk.Graph
	proofs []*verify.Proof
}

// certificates are the certificates that were used last.
type certificates struct {
	checking sync.Mutex     // held by the one check that runs
	mu       sync.Mutex     // of the list
	list     []*certificate // the last one that was used is the last
}

// find returns a certificate by its ID, or nil.
func (c *certificates) find(id string) *certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(x *certificate) bool { return x.ID == id })
	if i < 0 {
		return nil
	}
	x := c.list[i]
	c.list = append(slices.Delete(c.list, i, i+1), x)
	return x
}

// known returns a certificate that a request names by its ID.
func (c *certificates) known(id string) (*certificate, error) {
	if x := c.find(id); x != nil {
		return x, nil
	}
	return nil, wire.Fail(http.StatusNotFound, "certificate", "the certificate is no longer in memory: open it again")
}

// add checks a certificate and keeps it.
func (c *certificates) add(ctx context.Context, text []byte) (*certificate, error) {
	c.checking.Lock()
	defer c.checking.Unlock()
	id := fmt.Sprintf("%x", sha256.Sum256(text))[:16]
	if x := c.find(id); x != nil {
		return x, nil
	}
	proofs, err := verify.Read(ctx, bytes.NewReader(text))
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "text", fmt.Errorf("the certificate proves nothing: %w", err))
	}
	name := wire.Shorten(proofs[0].Board)
	b, err := solve.BoardOf(proofs[0].Board, proofs[0].Neighbours)
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "text", "the certificate is correct, but cannot be shown: %q is not the name of its board", name)
	}
	x := &certificate{Certificate{ID: id, Board: name, Bytes: len(text)}, text, b.Graph, proofs}
	for _, p := range proofs {
		x.Claims = append(x.Claims, p.Claim)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list = append(c.list, x); len(c.list) > maxCertificates {
		c.list = slices.Delete(c.list, 0, 1)
	}
	return x, nil
}

// postCertificate makes the certificate of a small board, or reads one, and checks it.
func (l *Lab) postCertificate(r *http.Request, req certificateRequest) (*Certificate, error) {
	defer l.service.Enter()()
	ctx, cancel := l.service.WhileServing(r.Context())
	defer cancel()
	text := []byte(req.Text)
	if len(text) == 0 {
		var err error
		if text, err = l.certificateOf(ctx, r, req.Board); err != nil {
			return nil, err
		}
	}
	x, err := l.certificates.add(ctx, text)
	if err != nil {
		return nil, err
	}
	return &x.Certificate, nil
}

// certificateOf makes the certificate of a small board.
func (l *Lab) certificateOf(ctx context.Context, r *http.Request, name string) ([]byte, error) {
	board, err := l.solvable(name)
	if err != nil {
		return nil, err
	}
	f, err := l.solutions.of(r, board)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := f.Certify(ctx, &text); err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "board", err)
	}
	return text.Bytes(), nil
}

// getCertificate returns the text of a certificate.
func (l *Lab) getCertificate(w http.ResponseWriter, r *http.Request) error {
	x, err := l.certificates.known(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="certificate.txt"`)
	_, err = w.Write(x.text)
	return err
}

// proofRequest is a game against the strategy of a claim.
type proofRequest struct {
	Certificate string   `json:"certificate"` // its ID
	Claim       int      `json:"claim"`       // the number of the claim in the certificate, from 0
	Turns       []string `json:"turns"`       // vertices and passes of both players
}

// ProofPosition is a position of a game against a strategy.
type ProofPosition struct {
	Graph    *boards.Graph `json:"graph"`
	Stones   []int8        `json:"stones"`
	ToPlay   string        `json:"toPlay"`
	LastMove string        `json:"lastMove"`
	KoBan    string        `json:"koBan"`
	// Turns are the claimant's turn in the strategy, or all turns of the opponent. They are empty at the end.
	Turns []string `json:"turns"`
	// End says why the proof ends here: settled, held or over; otherwise it is empty.
	End string `json:"end"`
}

// postProof returns a position of a game against a strategy.
func (l *Lab) postProof(_ *http.Request, req proofRequest) (*ProofPosition, error) {
	x, err := l.certificates.known(req.Certificate)
	if err != nil {
		return nil, err
	}
	if req.Claim < 0 || req.Claim >= len(x.proofs) {
		return nil, wire.Misuse(http.StatusBadRequest, "claim", "the certificate has %d claims, counted from 0", len(x.proofs))
	}
	if n := len(req.Turns); n > maxSolvedTurns {
		return nil, wire.Misuse(http.StatusBadRequest, "turns", "the game has %d turns, at most %d are read", n, maxSolvedTurns)
	}
	g := x.graph
	var turns []int
	for i, name := range req.Turns {
		p, err := g.ParseVertex(name)
		if err != nil {
			return nil, wire.Fail(http.StatusUnprocessableEntity, "turns", "turn %d, %.20q: %v", i+1, name, err)
		}
		turns = append(turns, int(p))
	}
	s, err := x.proofs[req.Claim].Follow(turns)
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "turns", err)
	}
	answer := &ProofPosition{Graph: boards.NewGraph(g), Stones: s.Stones, ToPlay: "white", Turns: []string{}, End: s.End}
	if s.Black {
		answer.ToPlay = "black"
	}
	if n := len(turns); n > 0 {
		answer.LastMove = g.Vertex(baduk.Point(turns[n-1]))
	}
	if s.Ban != verify.Pass {
		answer.KoBan = g.Vertex(baduk.Point(s.Ban))
	}
	for _, p := range s.Turns {
		answer.Turns = append(answer.Turns, g.Vertex(baduk.Point(p)))
	}
	return answer, nil
}
