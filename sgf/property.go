package sgf

// kind is the type of a property's values, as far as it can be checked without
// knowing the game.
type kind uint8

const (
	kindFree   kind = iota // unknown, or text: every value is allowed
	kindGame               // points, moves, stones or sizes, which only callers that know the game can check
	kindNone               // nothing between the brackets
	kindNumber             // a whole number
	kindReal               // a number with a decimal point
	kindDouble             // 1 or 2
	kindColor              // B or W
)

// group is a property's group in the canonical order.
type group uint8

const (
	groupRoot group = iota
	groupInfo
	groupSetup
	groupMove
	groupOther
	groupPrivate
)

// definition describes a property as FF[1] to FF[4] define it.
type definition struct {
	name  string
	ff    uint8 // bit n is set if FF[n] has the property
	kind  kind
	list  bool // the property may have several values
	group group
}

// The versions of the format that have a property, as bits.
const (
	ff1234 = 1<<1 | 1<<2 | 1<<3 | 1<<4
	ff234  = 1<<2 | 1<<3 | 1<<4
	ff123  = 1<<1 | 1<<2 | 1<<3
	ff12   = 1<<1 | 1<<2
	ff34   = 1<<3 | 1<<4
	ff3    = 1 << 3
	ff4    = 1 << 4
)

// indexed is the joint property index of FF[1] to FF[4]. It has the properties that all
// games share, and those of Go and Lines of Action, because the standard lists them in
// the same index. Within a group the canonical order is the order of this table.
var indexed = [...]definition{
	{"FF", ff234, kindNumber, false, groupRoot},
	{"CA", ff4, kindFree, false, groupRoot},
	{"GM", ff1234, kindNumber, false, groupRoot},
	{"SZ", ff1234, kindGame, false, groupRoot},
	{"AP", ff4, kindFree, false, groupRoot},
	{"ST", ff4, kindNumber, false, groupRoot},

	{"GN", ff1234, kindFree, false, groupInfo},
	{"EV", ff1234, kindFree, false, groupInfo},
	{"RO", ff1234, kindFree, false, groupInfo},
	{"DT", ff1234, kindFree, false, groupInfo},
	{"PC", ff1234, kindFree, false, groupInfo},
	{"PB", ff1234, kindFree, false, groupInfo},
	{"BR", ff1234, kindFree, false, groupInfo},
	{"BT", ff34, kindFree, false, groupInfo},
	{"PW", ff1234, kindFree, false, groupInfo},
	{"WR", ff1234, kindFree, false, groupInfo},
	{"WT", ff34, kindFree, false, groupInfo},
	{"BS", ff123, kindFree, false, groupInfo},
	{"WS", ff123, kindFree, false, groupInfo},
	{"RU", ff34, kindFree, false, groupInfo},
	{"HA", ff1234, kindNumber, false, groupInfo},
	{"KM", ff1234, kindReal, false, groupInfo},
	{"TM", ff1234, kindReal, false, groupInfo},
	{"OT", ff4, kindFree, false, groupInfo},
	{"OM", ff3, kindFree, false, groupInfo},
	{"OP", ff3, kindFree, false, groupInfo},
	{"OV", ff3, kindFree, false, groupInfo},
	{"LT", ff3, kindFree, false, groupInfo},
	{"RE", ff1234, kindFree, false, groupInfo},
	{"ON", ff34, kindFree, false, groupInfo},
	{"GC", ff1234, kindFree, false, groupInfo},
	{"AN", ff34, kindFree, false, groupInfo},
	{"CP", ff34, kindFree, false, groupInfo},
	{"SO", ff1234, kindFree, false, groupInfo},
	{"US", ff1234, kindFree, false, groupInfo},
	{"ID", ff3, kindFree, false, groupInfo},
	{"IP", ff4, kindFree, false, groupInfo},
	{"IY", ff4, kindFree, false, groupInfo},
	{"SU", ff4, kindFree, false, groupInfo},

	{"AB", ff1234, kindGame, true, groupSetup},
	{"AW", ff1234, kindGame, true, groupSetup},
	{"AE", ff1234, kindGame, true, groupSetup},
	{"PL", ff1234, kindColor, false, groupSetup},

	{"B", ff1234, kindGame, false, groupMove},
	{"W", ff1234, kindGame, false, groupMove},
	{"KO", ff34, kindNone, false, groupMove},
	{"MN", ff34, kindNumber, false, groupMove},
	{"BL", ff1234, kindReal, false, groupMove},
	{"OB", ff34, kindNumber, false, groupMove},
	{"WL", ff1234, kindReal, false, groupMove},
	{"OW", ff34, kindNumber, false, groupMove},
	{"BM", ff1234, kindDouble, false, groupMove},
	{"DO", ff34, kindNone, false, groupMove},
	{"IT", ff34, kindNone, false, groupMove},
	{"TE", ff1234, kindDouble, false, groupMove},

	{"N", ff1234, kindFree, false, groupOther},
	{"C", ff1234, kindFree, false, groupOther},
	{"DM", ff34, kindDouble, false, groupOther},
	{"GB", ff1234, kindDouble, false, groupOther},
	{"GW", ff1234, kindDouble, false, groupOther},
	{"HO", ff34, kindDouble, false, groupOther},
	{"UC", ff34, kindDouble, false, groupOther},
	{"V", ff1234, kindReal, false, groupOther},
	{"CH", ff123, kindDouble, false, groupOther},
	{"SI", ff3, kindDouble, false, groupOther},
	{"EL", ff12, kindFree, false, groupOther},
	{"EX", ff12, kindGame, false, groupOther},
	{"AR", ff4, kindGame, true, groupOther},
	{"AS", ff4, kindFree, false, groupOther},
	{"CR", ff34, kindGame, true, groupOther},
	{"DD", ff4, kindGame, true, groupOther},
	{"LB", ff34, kindFree, true, groupOther},
	{"L", ff123, kindGame, true, groupOther},
	{"LN", ff4, kindGame, true, groupOther},
	{"M", ff123, kindGame, true, groupOther},
	{"MA", ff34, kindGame, true, groupOther},
	{"RG", ff123, kindGame, true, groupOther},
	{"SC", ff123, kindGame, true, groupOther},
	{"SE", ff34, kindGame, true, groupOther},
	{"SL", ff1234, kindGame, true, groupOther},
	{"SQ", ff4, kindGame, true, groupOther},
	{"TB", ff1234, kindGame, true, groupOther},
	{"TC", ff3, kindFree, false, groupOther},
	{"TR", ff34, kindGame, true, groupOther},
	{"TW", ff1234, kindGame, true, groupOther},
	{"FG", ff1234, kindFree, false, groupOther},
	{"PM", ff4, kindNumber, false, groupOther},
	{"VW", ff1234, kindGame, true, groupOther},
}

// unknown is the index of a name that is not in the table.
const unknown = len(indexed)

// propertyIndex finds names in the table indexed in a few steps. It has to be fast,
// because the parser looks up every property of a file.
type propertyIndex [27 * 27]uint8

func newPropertyIndex() *propertyIndex {
	var x propertyIndex
	for i := range x {
		x[i] = uint8(unknown)
	}
	for i, d := range indexed {
		x[slot(d.name)] = uint8(i)
	}
	return &x
}

// find returns the index of a name in the table, or [unknown].
func (x *propertyIndex) find(name string) int {
	if len(name) > 2 || !validName(name) {
		return unknown
	}
	if len(name) == 2 && isDigit(name[1]) {
		return unknown
	}
	return int(x[slot(name)])
}

// slot maps each name of one or two upper-case letters to a distinct number.
func slot(name string) int {
	at := int(name[0]-'A') * 27
	if len(name) == 2 {
		at += int(name[1]-'A') + 1
	}
	return at
}
