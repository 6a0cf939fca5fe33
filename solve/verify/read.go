package verify

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"tengen/internal/refgo"
)

// maxBoard is the largest board of a certificate.
const maxBoard = 64

// certificate is a certificate that was read, up to its first claim.
type certificate struct {
	file     *bufio.Reader
	hash     hash.Hash // of the lines before the current one
	number   int       // of the current line, from 1
	line     string    // the current line without its end
	name     string
	graph    refgo.Graph
	symmetry [][]int // without the identity
}

// advance reads the next line.
func (c *certificate) advance() error {
	if c.number > 0 {
		fmt.Fprintln(c.hash, c.line)
	}
	line, err := c.file.ReadString('\n')
	c.number++
	c.line = strings.TrimSuffix(line, "\n")
	if errors.Is(err, io.EOF) {
		return c.wrong("the certificate is not complete")
	}
	return err
}

// sealed reports whether the current line is the last one, which has the SHA-256 of the others.
func (c *certificate) sealed() (bool, error) {
	words, ok := c.rest("sha256")
	if !ok {
		return false, nil
	}
	if got := fmt.Sprintf("%x", c.hash.Sum(nil)); len(words) != 1 || words[0] != got {
		return true, c.wrong("the certificate is damaged: its SHA-256 is %s", got)
	}
	if _, err := c.file.ReadByte(); !errors.Is(err, io.EOF) {
		return true, c.wrong("the certificate goes on after its last line")
	}
	return true, nil
}

func (c *certificate) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", c.number, fmt.Sprintf(format, args...))
}

// rest returns the words after the first word of the line if the first word is as given.
func (c *certificate) rest(first string) ([]string, bool) {
	words := strings.Split(c.line, " ")
	return words[1:], words[0] == first
}

// numbers reads numbers below limit.
func (c *certificate) numbers(words []string, limit int) ([]int, error) {
	list := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= limit || strconv.Itoa(n) != word {
			return nil, c.wrong("%q is not a number from 0 to %d", word, limit-1)
		}
		list[i] = n
	}
	return list, nil
}

// read reads the board. The current line is then the first claim.
func read(r io.Reader) (*certificate, error) {
	c := &certificate{file: bufio.NewReader(r), hash: sha256.New()}
	if err := c.advance(); err != nil {
		return nil, err
	}
	if c.line != "tengen certificate 1" {
		return nil, c.wrong("this is not a certificate: it does not begin with \"tengen certificate 1\"")
	}
	if err := c.advance(); err != nil {
		return nil, err
	}
	name, ok := strings.CutPrefix(c.line, "board ")
	if !ok {
		return nil, c.wrong("expected the name of the board")
	}
	c.name = name
	if err := c.advance(); err != nil {
		return nil, err
	}
	words, ok := c.rest("points")
	count, err := c.numbers(words, maxBoard+1)
	if err != nil {
		return nil, err
	}
	if !ok || len(count) != 1 || count[0] == 0 {
		return nil, c.wrong("expected the number of points")
	}
	c.graph = make(refgo.Graph, count[0])
	if err := c.readEdges(); err != nil {
		return nil, err
	}
	return c, c.readSymmetries()
}

func (c *certificate) readEdges() error {
	for {
		if err := c.advance(); err != nil {
			return err
		}
		words, ok := c.rest("edge")
		if !ok {
			return nil
		}
		edge, err := c.numbers(words, len(c.graph))
		if err != nil {
			return err
		}
		if len(edge) != 2 || edge[0] == edge[1] || slices.Contains(c.graph[edge[0]], edge[1]) {
			return c.wrong("expected an edge between two points that is not listed yet")
		}
		c.graph[edge[0]] = append(c.graph[edge[0]], edge[1])
		c.graph[edge[1]] = append(c.graph[edge[1]], edge[0])
	}
}

func (c *certificate) readSymmetries() error {
	for {
		words, ok := c.rest("symmetry")
		if !ok {
			return nil
		}
		image, err := c.numbers(words, len(c.graph))
		if err != nil {
			return err
		}
		if sorted := slices.Sorted(slices.Values(image)); len(image) != len(c.graph) || len(slices.Compact(sorted)) != len(image) {
			return c.wrong("the symmetry is not a permutation of the points")
		}
		for p, list := range c.graph {
			for _, q := range list {
				if !slices.Contains(c.graph[image[p]], image[q]) {
					return c.wrong("the symmetry does not keep the edge %d %d", p, q)
				}
			}
		}
		c.symmetry = append(c.symmetry, image)
		if err := c.advance(); err != nil {
			return err
		}
	}
}

// Claim is a result that a certificate proves.
type Claim struct {
	Board  string `json:"board"`  // the name that the certificate gives to the board; it proves nothing
	White  bool   `json:"white"`  // White is the claimant
	Lead   int    `json:"lead"`   // Black's lead: at least this if Black is the claimant, otherwise at most this
	Finite bool   `json:"finite"` // the game ends; otherwise the claimant only prevents a worse end
	Start  string `json:"start"`  // the position at the start, as in the certificate
	ToPlay string `json:"toPlay"` // "black" or "white"
	Passed bool   `json:"passed"` // the last turn before the start was a pass
	States int    `json:"states"` // states of the claimant that were checked

	Neighbours [][]int `json:"-"` // by point of the board
}

// String describes the claim, such as "3x3: Black leads by at least 9 in a game that ends".
func (c Claim) String() string {
	player, bound, end := "Black", "at least", "in a game that ends"
	if c.White {
		player, bound = "White", "at most"
	}
	if !c.Finite {
		end = "if the game ends"
	}
	start := ""
	if strings.Trim(c.Start, ".") != "" {
		start = " from " + c.Start
	}
	if c.Passed {
		start += " after a pass"
	}
	return fmt.Sprintf("%s%s, %s to play: %s forces that Black leads by %s %d %s", c.Board, start, c.ToPlay, player, bound, c.Lead, end)
}

// readClaim reads the line of a claim and its start.
func (c *certificate) readClaim() (claim Claim, start refgo.Board, err error) {
	claim.Board, claim.Neighbours = c.name, c.graph
	words, ok := c.rest("claim")
	if !ok || len(words) != 3 || words[0] != "black" && words[0] != "white" || words[2] != "finite" && words[2] != "endless" {
		return claim, nil, c.wrong("expected a claim such as \"claim black 9 finite\"")
	}
	claim.White, claim.Finite = words[0] == "white", words[2] == "finite"
	if claim.Lead, err = strconv.Atoi(words[1]); err != nil || strconv.Itoa(claim.Lead) != words[1] {
		return claim, nil, c.wrong("%q is not a lead", words[1])
	}
	if n := len(c.graph); claim.Lead < -n || claim.Lead > n {
		return claim, nil, c.wrong("a lead of %d is not possible on %d points", claim.Lead, n)
	}
	if err = c.advance(); err != nil {
		return claim, nil, err
	}
	words, ok = c.rest("start")
	if !ok || len(words) != 3 || words[1] != "black" && words[1] != "white" || words[2] != nothing && words[2] != passed {
		return claim, nil, c.wrong("expected a start such as \"start ... black -\"")
	}
	claim.Start, claim.ToPlay, claim.Passed = words[0], words[1], words[2] == passed
	start, err = c.board(words[0])
	return claim, start, err
}

// board reads a board on which every stone has a liberty.
func (c *certificate) board(text string) (refgo.Board, error) {
	if len(text) != len(c.graph) {
		return nil, c.wrong("the board has %d points, expected %d", len(text), len(c.graph))
	}
	b := make(refgo.Board, len(text))
	for p := range b {
		switch text[p] {
		case '.':
		case 'X':
			b[p] = refgo.Black
		case 'O':
			b[p] = refgo.White
		default:
			return nil, c.wrong("%q is not a colour", text[p])
		}
	}
	if !c.graph.Legal(b) {
		return nil, c.wrong("a stone has no liberties")
	}
	return b, nil
}
