// Package katago is KataGo's own names: what its configuration files, -override-config,
// kata-set-param and overrideSettings set, how its files are written, and what each name
// means here.
//
//   - [Settings] are the names with their values; [Settings.Set] and [Settings.Value] go by
//     name, the fields are what this program goes by.
//   - [ReadConfig] and [ParseOverrides] read the two forms that settings come in.
//   - [MeaningOf] tells names that are used from those that need not be, those that cannot
//     be, and those that nobody knows.
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
