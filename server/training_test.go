package server

import "testing"

func TestConfigTellsOfTraining(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.Runs = t.TempDir() })
	var config map[string]any
	if l.call("GET", "/api/config", nil, &config); config["training"] != true {
		t.Errorf("the configuration says %v of training, want true", config["training"])
	}
}
