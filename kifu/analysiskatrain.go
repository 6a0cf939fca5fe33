package kifu

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tengen/sgf"
)

// propKaTrain has three values, each compressed with gzip and encoded in base64: the
// ownership as float16, the policy as float16, and JSON with the names that KataGo
// uses. All numbers are from Black's perspective, which KaTrain requests from KataGo.
const propKaTrain = "KT"

// maxKaTrain is the largest size in bytes of the unpacked JSON of a position. KaTrain
// itself writes about ten thousand bytes.
const maxKaTrain = 8 << 20

// kaTrainAnalysis is the JSON in [propKaTrain].
type kaTrainAnalysis struct {
	Moves     map[string]kaTrainMove `json:"moves"`
	Root      *kaTrainMove           `json:"root"`
	Completed bool                   `json:"completed"`
}

// kaTrainMove has the data of a tengenCandidate under the names that KataGo uses.
type kaTrainMove struct {
	Move   string   `json:"move,omitempty"`
	Order  int      `json:"order"`
	Visits int      `json:"visits"`
	Win    *float64 `json:"winrate,omitempty"`
	Lead   *float64 `json:"scoreLead,omitempty"`
	Stdev  *float64 `json:"scoreStdev,omitempty"`
	Exact  bool     `json:"exact,omitempty"` // not in KataGo
	Prior  *float64 `json:"prior,omitempty"`
	LCB    *float64 `json:"lcb,omitempty"`
	PV     []string `json:"pv,omitempty"`
}

func readKaTrain(values []string, at notation) (*Analysis, error) {
	if len(values) < 3 {
		return nil, fmt.Errorf("it has %d values of 3", len(values))
	}
	points := at.graph.Len()
	ownership, err := unzip(values[0], 2*points)
	if err != nil {
		return nil, fmt.Errorf("the ownership: %w", err)
	}
	policy, err := unzip(values[1], 2*(points+1))
	if err != nil {
		return nil, fmt.Errorf("the policy: %w", err)
	}
	main, err := unzip(values[2], maxKaTrain)
	if err != nil {
		return nil, err
	}
	var in kaTrainAnalysis
	if err := json.Unmarshal(main, &in); err != nil {
		return nil, err
	}
	a := &Analysis{}
	if r := in.Root; r != nil {
		a.Visits, a.Win, a.Lead, a.ScoreStdev, a.Exact = r.Visits, r.Win, r.Lead, r.Stdev, r.Exact
	}
	for name, m := range in.Moves {
		m.Move = name
		c, err := tengenCandidate(m).candidate(at)
		if err != nil {
			return nil, err
		}
		a.Candidates = append(a.Candidates, c)
	}
	slices.SortFunc(a.Candidates, func(x, y Candidate) int {
		return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(y.Visits, x.Visits), cmp.Compare(x.Point, y.Point))
	})
	if a.Ownership, err = halves(ownership, at.valuesIn(len(ownership)/2, 0)); err != nil {
		return nil, fmt.Errorf("the ownership: %w", err)
	}
	if a.Policy, err = halves(policy, at.valuesIn(len(policy)/2, 1)); err != nil {
		return nil, fmt.Errorf("the policy: %w", err)
	}
	return a, a.fit(at)
}

// writeKaTrain writes the values that KaTrain reads. The analysis must have a
// winning chance and a lead. Candidates without them are left out.
func writeKaTrain(a *Analysis, at notation) ([]string, error) {
	if a.Win == nil || a.Lead == nil {
		return nil, fmt.Errorf("the analysis cannot be kept in %s without a chance of winning and a lead", propKaTrain)
	}
	out := kaTrainAnalysis{
		Moves:     map[string]kaTrainMove{},
		Root:      &kaTrainMove{Visits: a.Visits, Win: a.Win, Lead: a.Lead, Stdev: a.ScoreStdev, Exact: a.Exact},
		Completed: true,
	}
	for _, c := range a.Candidates {
		if c.Win == nil || c.Lead == nil {
			continue
		}
		m := kaTrainMove(newTengenCandidate(c, at))
		if len(m.PV) == 0 {
			m.PV = []string{m.Move}
		}
		out.Moves[m.Move] = m
	}
	main, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	var values []string
	for _, data := range [3][]byte{halfBytes(a.Ownership), halfBytes(a.Policy), main} {
		value, err := zip(data)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

func zip(data []byte) (string, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// unzip unpacks a value. It returns an error if the result has more than limit bytes,
// so that a small file cannot fill the memory.
func unzip(raw string, limit int) ([]byte, error) {
	in, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimSpace(sgf.SimpleText(raw)))))
	if err != nil {
		return nil, fmt.Errorf("it is not gzip in base64: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("it is not gzip in base64: %w", err)
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", sgf.ErrTooLarge, limit)
	}
	return data, nil
}
