package remote

import (
	"os/exec"
	"runtime"
)

// OpenBrowser asks the system to open an address in the browser. On some systems it returns
// only when the browser exits.
func OpenBrowser(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Run()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Run()
	}
	return exec.Command("xdg-open", address).Run()
}
