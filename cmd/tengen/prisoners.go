package main

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// Prisoners are the numbers of stones that Black and White have captured, written "9,6".
type Prisoners struct{ black, white int }

// UnmarshalText reads two numbers separated by a comma.
func (p *Prisoners) UnmarshalText(text []byte) error {
	black, white, two := strings.Cut(string(text), ",")
	var err1, err2 error
	p.black, err1 = strconv.Atoi(strings.TrimSpace(black))
	p.white, err2 = strconv.Atoi(strings.TrimSpace(white))
	if !two || err1 != nil || err2 != nil || min(p.black, p.white) < 0 {
		return fmt.Errorf("expected the numbers of stones that Black and White have captured, such as 9,6, not %q", text)
	}
	return nil
}

// addTo adds the prisoners to the set-up of a record. It returns an error if the record has other prisoners.
func (p *Prisoners) addTo(rec *kifu.Record) error {
	if p == nil {
		return nil
	}
	if most := rec.Graph.Len(); max(p.black, p.white) > most {
		return usagef("--prisoners %d,%d: on %v a player can have captured at most %d stones", p.black, p.white, rec.Graph, most)
	}
	taken := [3]int32{baduk.White: int32(p.black), baduk.Black: int32(p.white)}
	if has := rec.Setup.Prisoners; has != [3]int32{} && has != taken {
		return usagef("--prisoners %d,%d: the record says %d,%d", p.black, p.white, has[baduk.White], has[baduk.Black])
	}
	rec.Setup.Prisoners = taken
	return nil
}
