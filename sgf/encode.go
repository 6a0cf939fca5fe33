package sgf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// WriteOptions say how a collection is written. The zero value is UTF-8 with the
// properties in the order they have.
type WriteOptions struct {
	// Encoding is the encoding of the text, one of [Encodings] or their aliases;
	// empty for UTF-8. UTF-16 gets a byte order mark.
	Encoding string
	// Canonical writes the properties of a node in an order that does not depend
	// on where they came from: of the root, of the game, set-up, moves, the others,
	// each in the order of the format's index, then unknown ones by name. Points of
	// a list that is in a node twice come together. Of the four line breaks that
	// FF[4] has, LF is written for all, in every value; otherwise values are not
	// touched, so nothing is lost.
	Canonical bool
	// Replace writes \u5f08 for a character that the encoding lacks, where without
	// it that is an error.
	Replace bool
}

// Encode is the collection as a file in FF[4], laid out as [Collection.AppendTo]
// does it. CA in a root is corrected to the encoding, and added if the tree has
// more than ASCII. Missing are the characters that were replaced because the
// encoding lacks them, each once, sorted. Besides the errors of AppendTo there is
// [ErrEncoding]: an encoding that we do not know, or one that lacks a character.
func (c Collection) Encode(o WriteOptions) (data []byte, missing []rune, err error) {
	to := charsetUTF8()
	if o.Encoding != "" {
		if to, err = charsetByName(o.Encoding); err != nil {
			return nil, nil, err
		}
	}
	w := writer{charset: to.name}
	if o.Canonical {
		w.sorted = &canonical{index: newPropertyIndex()}
	}
	if plain := plainName(o.Encoding); plain == "utf16" {
		w.charset = "UTF-16"
	}
	if data, err = w.collection(c); err != nil || to.isUTF8() {
		return data, nil, err
	}
	if strings.HasPrefix(to.name, "UTF-16") {
		order := unicode.BigEndian
		if to.name == "UTF-16LE" {
			order = unicode.LittleEndian
		}
		to.coding = unicode.UTF16(order, unicode.UseBOM)
	}
	text := string(data)
	if missing = lacking(to.coding, text); len(missing) > 0 {
		if !o.Replace {
			return nil, nil, fmt.Errorf("%w: %s has no character %q (U+%04X), and lacks %d of the characters of this file",
				ErrEncoding, to.name, missing[0], missing[0], len(missing))
		}
		text = spellOut(text, missing)
	}
	data, err = to.coding.NewEncoder().Bytes([]byte(text))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrEncoding, to.name, err)
	}
	return data, missing, nil
}

// lacking are the characters of text that do not come back from an encoding. That
// they can be written is not enough: Shift_JIS writes a yen sign as a backslash.
func lacking(coding encoding.Encoding, text string) []rune {
	encoder, decoder := coding.NewEncoder(), coding.NewDecoder()
	seen := map[rune]bool{}
	var missing []rune
	for _, r := range text {
		if r < utf8.RuneSelf && r != escapeByte && r != '~' || seen[r] {
			continue
		}
		seen[r] = true
		there, err := encoder.String(string(r))
		if err == nil {
			var back string
			back, err = decoder.String(there)
			if err == nil && strings.TrimPrefix(back, "\ufeff") == string(r) || back == string(r) {
				continue
			}
		}
		missing = append(missing, r)
	}
	slices.Sort(missing)
	return missing
}

// spellOut writes characters by their numbers. All of them are in values, where a
// backslash has to be escaped.
func spellOut(text string, missing []rune) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if _, is := slices.BinarySearch(missing, r); is {
			fmt.Fprintf(&b, `\\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// canonical brings properties into the canonical order.
type canonical struct {
	index *propertyIndex
	list  []Property
}

// order gives the properties of a node in the canonical order, in a slice that
// the next call uses again.
func (c *canonical) order(properties []Property) []Property {
	c.list = append(c.list[:0], properties...)
	slices.SortStableFunc(c.list, c.compare)
	merged := c.list[:0]
	for _, p := range c.list {
		if i := c.index.find(p.Name); i != unknown && indexed[i].list && len(merged) > 0 && merged[len(merged)-1].Name == p.Name {
			last := &merged[len(merged)-1]
			last.Values = append(slices.Clip(last.Values), p.Values...)
			continue
		}
		merged = append(merged, p)
	}
	return merged
}

func (c *canonical) compare(a, b Property) int {
	i, j := c.index.find(a.Name), c.index.find(b.Name)
	if i != j {
		return i - j
	}
	if i == unknown {
		return strings.Compare(a.Name, b.Name)
	}
	return 0
}
