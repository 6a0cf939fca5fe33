package sgf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// WriteOptions say how a collection is written. The zero value writes UTF-8 and
// keeps the order of the properties.
type WriteOptions struct {
	// Encoding is the encoding of the text, one of [Encodings] or their aliases;
	// empty for UTF-8. UTF-16 gets a byte order mark.
	Encoding string
	// Canonical makes the output independent of the program that wrote the input.
	// The properties of a node are sorted by group: root, game, set-up, moves,
	// others. Within a group they have the order of the property index of the
	// standard; unknown properties come last, by name. Moves of both players in one
	// node keep their order. If a node has a list property twice, the two are merged. LF
	// replaces the other line breaks of FF[4] in every value. Values are not changed
	// otherwise, so nothing is lost.
	Canonical bool
	// Replace writes characters that the encoding lacks as escapes such as \u5f08.
	// Unless Replace is set, such a character is an error.
	Replace bool
}

// Encode returns the collection as a file in FF[4], in the layout of
// [Collection.AppendTo]. It sets CA in each root to the encoding. If CA is missing and
// the tree has characters outside ASCII, Encode adds CA. The second result lists the
// characters that were replaced because the encoding lacks them. Each of them is listed
// once, in ascending order.
//
// Besides the errors of AppendTo it returns [ErrEncoding] if the encoding is
// unknown or lacks a character.
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
			return nil, nil, fmt.Errorf("%w: %s does not have the character %q (U+%04X); it lacks %d of the characters of this file",
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

// lacking returns the characters of a text that change when they are encoded and decoded
// again. It is not enough to test whether a character can be encoded: Shift_JIS writes a
// yen sign as a backslash.
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

// spellOut replaces each missing character by its number in the form \u5f08. All of these
// characters are in values of SGF, so spellOut writes the backslash twice.
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

// order returns the properties of a node in the canonical order. The next call
// reuses the slice.
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

// compare compares the places of two properties in the canonical order. B and W have the
// same place: if a node has moves of both players, they keep their order, in which they
// were played.
func (c *canonical) compare(a, b Property) int {
	i, j := c.place(a.Name), c.place(b.Name)
	if i != j {
		return i - j
	}
	if i == unknown {
		return strings.Compare(a.Name, b.Name)
	}
	return 0
}

func (c *canonical) place(name string) int {
	if name == "W" {
		name = "B"
	}
	return c.index.find(name)
}
