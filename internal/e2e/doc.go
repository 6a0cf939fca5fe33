// Package e2e tests the page in a real browser. It starts the server in this process,
// drives a headless Chromium through its DevTools protocol, clicks as a user does
// and reads the page as a user does.
//
// The browser is TENGEN_CHROME or the first of the usual names on the PATH. Without
// a browser the tests are skipped with the reason, unless TENGEN_E2E is set: then
// they fail.
//
// The package also runs programs that were written for KataGo with tengen in its
// place: @sabaki/gtp on Node, clients of the analysis protocol in Python, and, if
// TENGEN_TWOGTP and TENGEN_KATAGO_PYTHON are set, a twogtp and KataGo's own example.
package e2e
