// Package katago reads KataGo's settings and translates them into tengen's. Settings come from configuration
// files, -override-config, kata-set-param and overrideSettings.
//
//   - [Settings] are the settings with their values. [Settings.Set] and [Settings.Value] use KataGo's names.
//     Tengen itself reads the fields of Settings.
//   - [Call] is a command line with configuration files and overrides.
//   - [Restarted] and [Revive] continue games as KataGo does, after a move out of turn and after a repetition.
//
// A file with overrides becomes settings like this:
//
//	call := katago.Call{Configs: []string{"gtp.cfg"}, Overrides: []string{"maxVisits=500"}}
//	s, notes, err := call.Settings(katago.ForGTP)
//
// Names, ranges and defaults are those of KataGo 1.17.2.
//
// Read next: settings.go, then table.go and configkeys.go for the names.
package katago
