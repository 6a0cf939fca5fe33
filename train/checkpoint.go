package train

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
)

// A checkpoint is a file from which training continues as if it had not stopped. Numbers are
// little-endian, and the checksum is CRC-32C:
//
//	header   "TGtrain"; one byte, the version 1; the length of the JSON, uint32; the JSON of a checkpointHeader
//	model    as nn.Write writes it; the header has its length
//	floats   float32, four lists, each for all parameters: the weights, the running means of the gradients,
//	         the means of their squares (only of parameters that AdamW changes), the averaged weights (if enabled)
//	checksum of everything before it, uint32
type checkpointHeader struct {
	Options Options      `json:"options"`
	Steps   int          `json:"steps"`
	Reader  replay.State `json:"reader"`
	Model   int          `json:"model"` // length in bytes
}

var checkpointMagic = []byte("TGtrain\x01")

// maxHeader is the largest accepted length of the JSON in a checkpoint, in bytes.
const maxHeader = 1 << 20

// ErrCheckpoint is wrapped by errors of [Run] for damaged checkpoints and for files that are not checkpoints.
var ErrCheckpoint = errors.New("not a sound checkpoint")

// save writes a checkpoint. The parameter at is the position of the reader. If writing fails, the previous file
// stays as it was.
func (t *trainer) save(path string, at replay.State) error {
	var model bytes.Buffer
	if err := nn.Write(&model, t.learner.Model(), nn.WriteOptions{}); err != nil {
		return err
	}
	text, err := json.Marshal(checkpointHeader{Options: t.options, Steps: t.optimizer.step, Reader: at, Model: model.Len()})
	if err != nil {
		return err
	}
	data := binary.LittleEndian.AppendUint32(bytes.Clone(checkpointMagic), uint32(len(text)))
	data = append(append(data, text...), model.Bytes()...)
	for _, lists := range t.state() {
		for _, list := range lists {
			if data, err = binary.Append(data, binary.LittleEndian, list); err != nil {
				return err
			}
		}
	}
	return durable.Replace(path, binary.LittleEndian.AppendUint32(data, durable.Checksum(data)), true)
}

// state lists all floats of a checkpoint.
func (t *trainer) state() [][][]float32 {
	var weights [][]float32
	for _, p := range t.learner.Parameters() {
		weights = append(weights, p.Values)
	}
	return [][][]float32{weights, t.optimizer.first, t.optimizer.second, t.optimizer.average}
}

// resume reads a checkpoint and returns the trainer and the reader's position. The trainer has the given number
// of threads. If threads is 0, the trainer has as many threads as the checkpoint says. With another number, the
// results of training differ in the last bits.
func resume(path string, level nn.Level, threads int) (*trainer, replay.State, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, replay.State{}, err
	}
	t, at, err := decodeCheckpoint(data, level, threads)
	if err != nil {
		return nil, replay.State{}, fmt.Errorf("%s: %w", path, err)
	}
	return t, at, nil
}

func decodeCheckpoint(data []byte, level nn.Level, threads int) (*trainer, replay.State, error) {
	bad := func(format string, args ...any) (*trainer, replay.State, error) {
		return nil, replay.State{}, fmt.Errorf("%w: %s", ErrCheckpoint, fmt.Sprintf(format, args...))
	}
	const frame = 8 + 4 + 4
	if len(data) < frame || !bytes.Equal(data[:7], checkpointMagic[:7]) {
		return bad("it does not begin as checkpoints do")
	}
	if data[7] != checkpointMagic[7] {
		return bad("it has version %d, but this program reads only version %d", data[7], checkpointMagic[7])
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if durable.Checksum(body) != sum {
		return bad("its checksum is wrong: it is damaged or incomplete")
	}
	n := binary.LittleEndian.Uint32(body[8:])
	body = body[12:]
	if n > maxHeader || int(n) > len(body) {
		return bad("its header claims %d bytes", n)
	}
	var head checkpointHeader
	if err := json.Unmarshal(body[:n], &head); err != nil {
		return bad("its header: %v", err)
	}
	if body = body[n:]; head.Model < 0 || head.Model > len(body) || head.Steps < 0 {
		return bad("the lengths in its header do not fit the length of the file")
	}
	m, err := nn.Read(bytes.NewReader(body[:head.Model]), nn.Limits{})
	if err != nil {
		return bad("%v", err)
	}
	m.SHA256 = ""
	head.Options.Threads = cmp.Or(threads, head.Options.Threads)
	t, err := newTrainer(m, level, head.Options)
	if err != nil {
		return bad("%v", err)
	}
	body = body[head.Model:]
	want := 0
	for _, lists := range t.state() {
		for _, list := range lists {
			want += 4 * len(list)
		}
	}
	if len(body) != want {
		return bad("it has %d bytes of weights, but the net needs %d", len(body), want)
	}
	for _, lists := range t.state() {
		for _, list := range lists {
			if _, err := binary.Decode(body, binary.LittleEndian, list); err != nil {
				return bad("%v", err)
			}
			body = body[4*len(list):]
		}
	}
	t.optimizer.step = head.Steps
	t.learner.Update()
	return t, head.Reader, nil
}

// export writes the net for playing, in KataGo's format. It writes the averaged weights if averaging is
// enabled. If writing fails, the previous file stays as it was.
func (t *trainer) export(path string) error {
	var model bytes.Buffer
	if err := t.optimizer.Averaged(func() error {
		return nn.Write(&model, t.learner.Model(), nn.WriteOptions{Gzip: true})
	}); err != nil {
		return err
	}
	return durable.Replace(path, model.Bytes(), true)
}
