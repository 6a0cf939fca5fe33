package train

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
)

// A checkpoint is a file from which training goes on as if it had never stopped. Numbers
// are little-endian, the checksum CRC-32C:
//
//	header   "TGtrain" and a byte, the version 1; length of the JSON uint32; the JSON: see checkpointHead
//	model    as nn.Write writes it, as long as the JSON says
//	floats   of the parameters, one after the other, float32: the weights, the means of the
//	         gradients, those of their squares (where AdamW is at work), the average (if there is one)
//	checksum of all before it, uint32
type checkpointHeader struct {
	Options Options      `json:"options"`
	Steps   int          `json:"steps"`
	Reader  replay.State `json:"reader"`
	Model   int          `json:"model"` // bytes
}

var checkpointMagic = []byte("TGtrain\x01")

// mostHead is how long the JSON of a checkpoint is at most.
const maxHeader = 1 << 20

// ErrCheckpoint is wrapped by the errors of [Resume] on files that are damaged, or no
// checkpoints.
var errCheckpoint = errors.New("not a sound checkpoint")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save writes a checkpoint, with where the reader stands. The file is whole or the one
// that was there before.
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
	return durable.Replace(path, binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli)), true)
}

// state is all that a checkpoint keeps of floats.
func (t *trainer) state() [][][]float32 {
	var weights [][]float32
	for _, p := range t.learner.Parameters() {
		weights = append(weights, p.Values)
	}
	return [][][]float32{weights, t.optimizer.first, t.optimizer.second, t.optimizer.average}
}

// Resume reads a checkpoint: a trainer that goes on where the other one stood, and where
// its reader did. It has this number of threads, or for 0 as many as the other one, with which
// alone it computes the same to the last bit.
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
		return nil, replay.State{}, fmt.Errorf("%w: %s", errCheckpoint, fmt.Sprintf(format, args...))
	}
	const frame = 8 + 4 + 4
	if len(data) < frame || !bytes.Equal(data[:7], checkpointMagic[:7]) {
		return bad("it does not begin as one")
	}
	if data[7] != checkpointMagic[7] {
		return bad("it is of version %d, and this program reads version %d", data[7], checkpointMagic[7])
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return bad("its checksum is wrong: it is damaged, or was not written to its end")
	}
	n := binary.LittleEndian.Uint32(body[8:])
	body = body[12:]
	if n > maxHeader || int(n) > len(body) {
		return bad("a header of %d bytes", n)
	}
	var head checkpointHeader
	if err := json.Unmarshal(body[:n], &head); err != nil {
		return bad("its header: %v", err)
	}
	if body = body[n:]; head.Model < 0 || head.Model > len(body) || head.Steps < 0 {
		return bad("its header makes no sense")
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
		return bad("%d bytes of weights, where %d are needed", len(body), want)
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

// Export writes the net for playing, in KataGo's format: with the average of the weights
// if there is one. The file is whole or the one that was there before.
func (t *trainer) export(path string) error {
	var model bytes.Buffer
	if err := t.optimizer.Averaged(func() error {
		return nn.Write(&model, t.learner.Model(), nn.WriteOptions{Gzip: true})
	}); err != nil {
		return err
	}
	return durable.Replace(path, model.Bytes(), true)
}
