package main

import "fmt"

// notBuilt is scaffolding: it goes when the last command has its package.
func notBuilt(command string) error { return fmt.Errorf("%s is not built yet", command) }
