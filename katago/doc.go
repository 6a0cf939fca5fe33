// Package katago knows KataGo's settings: their names and values in configuration files, -override-config,
// kata-set-param and overrideSettings, the form of its files, and what each setting means here.
//
//   - [Settings] are the settings with their values. [Settings.Set] and [Settings.Value] use KataGo's names;
//     the fields are what this program uses.
//   - [ReadConfig] and [ParseOverrides] read the two forms of a configuration.
//
// A file with overrides becomes settings like this:
//
//	entries, err := katago.ReadConfig("gtp.cfg")
//	s := katago.Default(katago.ForGTP)
//	notes, err := s.Apply(entries)
//
// Names, ranges and defaults are those of KataGo 1.17.2.
//
// Read next: settings.go, then table.go and configkeys.go for the names.
package katago
