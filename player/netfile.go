package player

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"tengen/internal/embedded"
	"tengen/internal/usage"
	"tengen/nn"
)

// NetFile names a net by the path of its file. [None] means rollouts. The zero value means the
// bundled net.
type NetFile string

// These names can be used instead of a file. None means rollouts. BuiltIn means the bundled net, as
// the zero value does. BuiltInHuman means the bundled human SL net.
const (
	None         NetFile = "none"
	BuiltIn      NetFile = "built-in"
	BuiltInHuman NetFile = "built-in-human"
)

// UnmarshalText reads a name. It refuses a missing file.
func (f *NetFile) UnmarshalText(text []byte) error {
	switch name := string(text); name {
	case "", string(BuiltIn):
		*f = ""
		return nil
	case string(None), string(BuiltInHuman):
	default:
		if err := usage.CheckFile(name); err != nil {
			return fmt.Errorf("%w; %s means rollouts, %s the bundled net, %s the bundled net that imitates human players", err, None, BuiltIn, BuiltInHuman)
		}
	}
	*f = NetFile(text)
	return nil
}

// String is the text that UnmarshalText reads.
func (f NetFile) String() string { return string(cmp.Or(f, BuiltIn)) }

// Read reads the model.
func (f NetFile) Read() (*nn.Model, error) {
	switch f {
	case None:
		return nil, usage.Errorf("%s is not a net", None)
	case "", BuiltIn, BuiltInHuman:
		m, err := nn.Read(strings.NewReader(f.bundled()), nn.Limits{})
		if err != nil {
			return nil, fmt.Errorf("the bundled net: %w", err)
		}
		return m, nil
	}
	if err := usage.CheckFile(string(f)); err != nil {
		return nil, usage.Errorf("%v", err) // UnmarshalText has not checked the nets of a match's players
	}
	m, err := nn.ReadFile(string(f), nn.Limits{})
	if err != nil {
		return nil, usage.Errorf("%v", err) // err names the file
	}
	return m, nil
}

// Data returns the content of the file.
func (f NetFile) Data() ([]byte, error) {
	if data := f.bundled(); data != "" {
		return []byte(data), nil
	}
	return os.ReadFile(string(f))
}

// bundled returns the content of a bundled net, or "" if f is not a bundled net.
func (f NetFile) bundled() string {
	switch f {
	case "", BuiltIn:
		return embedded.Net()
	case BuiltInHuman:
		return embedded.HumanNet()
	}
	return ""
}

// digestBytes is the length of a digest. Its text has two characters per byte.
const digestBytes = 8

// netDigest identifies a net by the content of its file, regardless of the name. It does not load the
// net; a loaded net knows its digest.
func netDigest(f NetFile) (string, error) {
	if data := f.bundled(); data != "" {
		return digestOf([]byte(data)), nil
	}
	return FileDigest(string(f))
}

// digestOf is [FileDigest] for the content of a file.
func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:digestBytes])
}

// FileDigest identifies a file by its content, regardless of the name.
func FileDigest(name string) (string, error) {
	if err := usage.CheckFile(name); err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:digestBytes]), nil
}
