package kifu

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/sgf"
)

// propTengen is tengen's own property. Its value is JSON as a text. It stores every
// field of an [Analysis], and every number exactly.
const propTengen = "TGA"

// tengenVersion is the version of the JSON that this program writes. Readers refuse a
// higher version and skip unknown names.
const tengenVersion = 1

// tengenAnalysis is the JSON in [propTengen]. Points are written as vertices. Lists
// with a number for each point are little-endian float32 in base64, which is short and
// exact.
type tengenAnalysis struct {
	Version   int               `json:"v"`
	Engine    string            `json:"engine,omitempty"`
	Model     string            `json:"model,omitempty"`
	Visits    int               `json:"visits,omitempty"`
	Win       *float64          `json:"win,omitempty"`
	Lead      *float64          `json:"lead,omitempty"`
	Stdev     *float64          `json:"stdev,omitempty"`
	Exact     bool              `json:"exact,omitempty"`
	Moves     []tengenCandidate `json:"moves,omitempty"`
	Ownership string            `json:"ownership,omitempty"`
	Policy    string            `json:"policy,omitempty"`
}

type tengenCandidate struct {
	Move   string   `json:"m"`
	Order  int      `json:"order"`
	Visits int      `json:"visits,omitempty"`
	Win    *float64 `json:"win,omitempty"`
	Lead   *float64 `json:"lead,omitempty"`
	Stdev  *float64 `json:"stdev,omitempty"`
	Exact  bool     `json:"exact,omitempty"`
	Prior  *float64 `json:"prior,omitempty"`
	LCB    *float64 `json:"lcb,omitempty"`
	PV     []string `json:"pv,omitempty"`
}

func newTengenCandidate(c Candidate, at notation) tengenCandidate {
	m := tengenCandidate{Move: at.graph.Vertex(c.Point), Order: c.Order, Visits: c.Visits, Win: c.Win, Lead: c.Lead,
		Stdev: c.ScoreStdev, Exact: c.Exact, Prior: c.Prior, LCB: c.LCB}
	for _, p := range c.PV {
		m.PV = append(m.PV, at.graph.Vertex(p))
	}
	return m
}

func (m tengenCandidate) candidate(at notation) (c Candidate, err error) {
	c = Candidate{Order: m.Order, Visits: m.Visits, Win: m.Win, Lead: m.Lead, ScoreStdev: m.Stdev, Exact: m.Exact, Prior: m.Prior, LCB: m.LCB}
	if c.Point, err = at.graph.ParseVertex(m.Move); err != nil {
		return c, err
	}
	c.PV, err = at.line(m.PV)
	return c, err
}

func readTengen(values []string, at notation) (*Analysis, error) {
	var in tengenAnalysis
	if err := json.Unmarshal([]byte(sgf.Text(values[0])), &in); err != nil {
		return nil, err
	}
	if in.Version < 1 || in.Version > tengenVersion {
		return nil, fmt.Errorf("its version is %d, and this program reads version %d", in.Version, tengenVersion)
	}
	a := &Analysis{Engine: in.Engine, Model: in.Model, Visits: in.Visits, Win: in.Win, Lead: in.Lead, ScoreStdev: in.Stdev, Exact: in.Exact}
	for _, m := range in.Moves {
		c, err := m.candidate(at)
		if err != nil {
			return nil, err
		}
		a.Candidates = append(a.Candidates, c)
	}
	var err error
	if a.Ownership, err = at.unpackFloats(in.Ownership, 0); err != nil {
		return nil, fmt.Errorf("the ownership: %w", err)
	}
	if a.Policy, err = at.unpackFloats(in.Policy, 1); err != nil {
		return nil, fmt.Errorf("the policy: %w", err)
	}
	return a, a.fit(at)
}

func writeTengen(a *Analysis, at notation) (string, error) {
	out := tengenAnalysis{Version: tengenVersion, Engine: a.Engine, Model: a.Model, Visits: a.Visits, Win: a.Win, Lead: a.Lead,
		Stdev: a.ScoreStdev, Exact: a.Exact, Ownership: packFloats(a.Ownership), Policy: packFloats(a.Policy)}
	for _, c := range a.Candidates {
		out.Moves = append(out.Moves, newTengenCandidate(c, at))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // write "<" as it is
	if err := e.Encode(out); err != nil {
		return "", err
	}
	return sgf.Escape(string(bytes.TrimSpace(b.Bytes()))), nil
}

// line reads a list of vertices.
func (n notation) line(vertices []string) ([]baduk.Point, error) {
	var line []baduk.Point
	for _, v := range vertices {
		p, err := n.graph.ParseVertex(v)
		if err != nil {
			return nil, err
		}
		line = append(line, p)
	}
	return line, nil
}

func packFloats(list []float32) string {
	if len(list) == 0 {
		return ""
	}
	data := make([]byte, 0, 4*len(list))
	for _, v := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return base64.RawStdEncoding.EncodeToString(data)
}

// unpackFloats reads a number for each point and a few more. An empty text gives nil.
func (n notation) unpackFloats(text string, more int) ([]float32, error) {
	if text == "" {
		return nil, nil
	}
	count := n.valuesIn(base64.RawStdEncoding.DecodedLen(len(text))/4, more)
	if len(text) != base64.RawStdEncoding.EncodedLen(4*count) {
		return nil, fmt.Errorf("it is not %d numbers of 4 bytes in base64", count)
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	list := make([]float32, count)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return list, nil
}
