package player

import (
	"fmt"
	"io"
	"strings"

	"tengen/internal/columns"
	"tengen/nn"
)

// NetInfo describes a net.
type NetInfo struct {
	Name         string      `json:"name"`
	Version      int         `json:"version"`
	Architecture string      `json:"architecture"`
	Description  string      `json:"description"`
	Parameters   int64       `json:"parameters"`
	Planes       int         `json:"planes"`
	Globals      int         `json:"globals"`
	MetaInputs   int         `json:"metaInputs"`
	Policies     int         `json:"policies"`
	Activations  []string    `json:"activations"`
	Boards       string      `json:"boards"`
	FLOPs        []boardCost `json:"flops"`
	Samples      int64       `json:"samples,omitempty"`
	Rows         int64       `json:"rows,omitempty"`
	SHA256       string      `json:"sha256"`
}

// boards describes the boards that every net for rectangles can read. Their files do not record the boards of the
// training.
const boards = "rectangles from 2x2; KataGo's nets are trained on up to 19x19"

// boardsOf describes the boards that a net can read.
func boardsOf(m *nn.Model) string {
	switch {
	case m.Graph == nil:
		return boards
	case m.Graph.Board == "":
		return "all boards, as graphs"
	}
	return "only " + m.Graph.Board
}

// boardCost is the cost of an evaluation on a board.
type boardCost struct {
	Size  int   `json:"size"`
	FLOPs int64 `json:"flops"`
}

// Describe describes a net.
func Describe(m *nn.Model) NetInfo {
	i := m.Info()
	info := NetInfo{i.Name, i.Version, i.Architecture, i.Description, i.Parameters, i.Inputs, i.Globals, i.MetaInputs, i.Policies, i.Activations, boardsOf(m), nil, i.Samples, i.Rows, i.SHA256}
	for _, size := range []int{9, 13, 19} {
		info.FLOPs = append(info.FLOPs, boardCost{size, m.FLOPs(size, size)})
	}
	return info
}

// Write prints the description as text.
func (i *NetInfo) Write(out io.Writer) error {
	t := columns.New(out)
	t.Row("name", i.Name)
	t.Row("version", fmt.Sprint(i.Version))
	t.Row("architecture", i.Architecture+": "+i.Description)
	t.Row("parameters", grouped(i.Parameters))
	t.Row("inputs", fmt.Sprintf("%d planes, %d numbers", i.Planes, i.Globals))
	if i.MetaInputs > 0 {
		t.Row("", fmt.Sprintf("%d numbers about the players: this human SL net imitates human players and needs a profile", i.MetaInputs))
	}
	t.Row("policies", fmt.Sprint(i.Policies))
	t.Row("activations", strings.Join(i.Activations, ", "))
	t.Row("boards", i.Boards)
	for _, b := range i.FLOPs {
		t.Row(fmt.Sprintf("cost on %dx%d", b.Size, b.Size), fmt.Sprintf("%.3f GFLOP per evaluation", float64(b.FLOPs)/1e9))
	}
	if i.Samples > 0 {
		t.Row("trained on", grouped(i.Samples)+" samples, according to the name")
	}
	if i.Rows > 0 {
		t.Row("games", grouped(i.Rows)+" positions, according to the name")
	}
	t.Row("SHA-256", i.SHA256)
	return t.Flush()
}

// grouped formats a number with commas between thousands.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
