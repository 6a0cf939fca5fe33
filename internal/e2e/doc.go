// Package e2e plays on the page in a real browser: it starts the server in this
// process, drives a headless Chromium by its DevTools protocol, clicks what a
// person would click and reads what a person would read.
//
// The browser is TENGEN_CHROME or the first of the usual names on the PATH. When
// there is none the tests are skipped with the reason, unless TENGEN_E2E is set
// to something: then its absence is a failure.
//
// And it has programs that others wrote for KataGo drive ours in its place: @sabaki/gtp on
// Node, clients of the analysis protocol in Python, and, where TENGEN_TWOGTP and
// TENGEN_KATAGO_PYTHON name them, a twogtp and KataGo's own example.
package e2e
