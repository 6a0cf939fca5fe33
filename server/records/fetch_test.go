package records

import (
	"context"
	"errors"
	"testing"
)

// TestFetch opens a game of another server by its address.
func TestFetch(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.Fetch = func(ctx context.Context, address string) (string, []byte, error) {
			if _, limited := ctx.Deadline(); !limited {
				t.Error("the other server has any time to answer")
			}
			if address != "https://online-go.com/game/5" {
				return "", nil, errors.New("there is no such game")
			}
			return "ogs-5.sgf", []byte("(;SZ[9]PB[Ann];B[ee])"), nil
		}
	})
	var got Record
	l.Call("POST", "/api/records/fetch", map[string]string{"address": "https://online-go.com/game/5"}, &got)
	if got.Name != "ogs-5.sgf" || len(got.Games) != 1 || got.Games[0].Black != "Ann" {
		t.Errorf("the record is %+v", got)
	}
	l.Refused(422, "POST", "/api/records/fetch", map[string]string{"address": "https://online-go.com/game/6"})
	newRig(t, t.TempDir()).Refused(422, "POST", "/api/records/fetch", map[string]string{"address": "https://online-go.com/game/5"})
}
