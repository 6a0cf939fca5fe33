package kifu

import (
	"slices"
	"strings"
	"testing"
)

func TestKindOf(t *testing.T) {
	for kind, names := range map[PropertyKind]string{
		KindMove: "B W BV WV", KindMoveRule: "KO MN", KindSetup: "AB AW AE PL ABV AWV AEV", KindComment: "C", KindName: "N",
		KindJudgement: "BM TE DO IT GB GW DM UC HO", KindClock: "BL WL OB OW",
		KindMark:     "CR SQ TR MA SL DD TB TW LB LN AR VW L M CRV SQV TRV MAV SLV DDV TBV TWV LBV LNV ARV VWV",
		KindAnalysis: "TGA KT LZ LZOP LZ2 LZOP2 SBKV SBKS", KindBoard: "SZ BOARD", KindFile: "FF GM CA", KindOther: "FG PM TGR XX V",
	} {
		for name := range strings.FieldsSeq(names) {
			if got := KindOf(name); got != kind {
				t.Errorf("%s is of the kind %d, want %d", name, got, kind)
			}
		}
	}
	if got := KindOf(""); got != KindOther {
		t.Errorf("no name is of the kind %d, want %d", got, KindOther)
	}
	var info Info
	for _, f := range info.fields() {
		if got := KindOf(f.name); got != KindInfo {
			t.Errorf("%s is of the kind %d, want %d: it is a field of Info", f.name, got, KindInfo)
		}
	}
}

// TestSetJudgement sets one judgement after the other and compares those that the node has then.
func TestSetJudgement(t *testing.T) {
	n := loadText(t, "(;SZ[9];B[aa])").Trees[0].Root().Children()[0]
	for _, c := range []struct {
		set  Judgement
		want []Judgement
	}{
		{Judgement{"BM", 2}, []Judgement{{"BM", 2}}},
		{Judgement{"GB", 1}, []Judgement{{"BM", 2}, {"GB", 1}}},
		{Judgement{"IT", 2}, []Judgement{{"GB", 1}, {"IT", 1}}},
		{Judgement{"HO", 1}, []Judgement{{"GB", 1}, {"IT", 1}, {"HO", 1}}},
		{Judgement{"IT", 0}, []Judgement{{"GB", 1}, {"HO", 1}}},
		{Judgement{"XX", 1}, []Judgement{{"GB", 1}, {"HO", 1}}},
	} {
		n.SetJudgement(c.set)
		if got := n.Judgements(); !slices.Equal(got, c.want) {
			t.Errorf("after %v the judgements are %v, want %v", c.set, got, c.want)
		}
	}
}
