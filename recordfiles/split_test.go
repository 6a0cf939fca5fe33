package recordfiles

import (
	"strings"
	"testing"
)

func TestSafeName(t *testing.T) {
	for text, want := range map[string]string{
		"Honinbo Shusaku": "Honinbo_Shusaku", "../../etc/passwd": "etc_passwd", "a\\b:c*d?e\"f<g>h|i": "a_b_c_d_e_f_g_h_i",
		"吴清源": "吴清源", "  ": "", "1846-09-11,14,15": "1846-09-11_14_15", "-rf": "rf", "a\x00\n\u202eb": "a_b",
		strings.Repeat("吴", 100): strings.Repeat("吴", 20), "\xff\xfe": "",
	} {
		if got := safeName(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
