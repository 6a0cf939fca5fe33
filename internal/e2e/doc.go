// Package e2e tests the page in a real browser. It starts the server in this process,
// drives a headless Chromium through its DevTools protocol, clicks as a user does
// and reads the page as a user does.
//
// The browser is the program in TENGEN_CHROME, or the first program on the PATH with a usual name of a browser. Without
// a browser the tests are skipped with a message. If TENGEN_E2E is set, they fail.
//
// The package also runs programs that were written for KataGo, and lets them use tengen: @sabaki/gtp on Node, and
// clients of the analysis protocol in Python. If TENGEN_TWOGTP and TENGEN_KATAGO_PYTHON are set, it also runs a twogtp
// program and KataGo's own example.
package e2e
