package sgf

import "fmt"

func (p *parser) note(code Code, at int, wrong, assumed string) {
	p.findings.add(Diagnostic{Severity: Note, Code: code, Offset: at, Wrong: wrong, Assumed: assumed})
}

func (p *parser) warn(code Code, at int, wrong, assumed string) {
	p.findings.add(Diagnostic{Severity: Warning, Code: code, Offset: at, Wrong: wrong, Assumed: assumed})
}

// failed reports an error. In strict mode the error ends reading. Errors are reported in
// the order of their offsets, so the last error is the one that ended reading.
func (p *parser) failed(code Code, at int, assumed, format string, args ...any) {
	p.fail(Diagnostic{Code: code, Offset: at, Assumed: assumed, Wrong: fmt.Sprintf(format, args...)})
}

func (p *parser) truncated(at int, assumed, format string, args ...any) {
	p.fail(Diagnostic{Code: CodeTruncated, Offset: at, Assumed: assumed, Wrong: fmt.Sprintf(format, args...), kind: ErrTruncated})
}

func (p *parser) limit(format string, args ...any) {
	p.stopped = true
	p.fail(Diagnostic{Code: CodeLimit, Offset: p.pos, Wrong: fmt.Sprintf(format, args...), kind: ErrTooLarge})
}

func (p *parser) fail(d Diagnostic) {
	d.Severity = Error
	if p.options.Strict {
		p.stopped = true
	}
	if p.stopped {
		d.Assumed = ""
		p.findings.list = append(p.findings.list, d) // even beyond MaxDiagnostics
		return
	}
	p.findings.add(d)
}
