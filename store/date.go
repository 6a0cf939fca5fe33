package store

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Date is a day as the number yyyymmdd; 0 means that the day is unknown.
type Date uint32

// String returns the day as SGF writes it, or "" if it is unknown.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d/10000, d/100%100, d%100)
}

// span is the range of days that a date may mean. For example, "1846" means a whole year.
type span struct{ since, until Date }

// ParseDate reads a year, a month or a day: "1846", "1846-07" or "1846-07-21". It
// returns the first and the last day. Every other text is an error.
func ParseDate(text string) (first, last Date, err error) {
	parts := strings.Split(strings.TrimSpace(text), "-")
	var n [3]int
	for i, part := range parts {
		v, err := strconv.Atoi(part)
		if err != nil || i > 2 || i == 0 && len(part) != 4 {
			return 0, 0, fmt.Errorf("%q is not a date such as 1846, 1846-07 or 1846-07-21", text)
		}
		n[i] = v
	}
	s, ok := spanOf(n[0], n[1], n[2], len(parts))
	if !ok || len(parts) == 3 && n[2] > daysOf(n[0], n[1]) {
		return 0, 0, fmt.Errorf("%q is not a date: there is no such month or day", text)
	}
	return s.since, s.until, nil
}

// daysOf returns the number of days of a month.
func daysOf(year, month int) int {
	return time.Date(year, time.Month(month+1), 0, 0, 0, 0, 0, time.UTC).Day()
}

// spanOf returns the span of a date. parts is 1 if only the year is given, 2 with the
// month, and 3 with the day. Records have days that their month does not have, so every
// month may have 31 days.
func spanOf(year, month, day, parts int) (span, bool) {
	s := span{Date(year*10000 + 101), Date(year*10000 + 1231)}
	if parts > 1 {
		if month < 1 || month > 12 {
			return span{}, false
		}
		s = span{Date(year*10000 + month*100 + 1), Date(year*10000 + month*100 + daysOf(year, month))}
	}
	if parts > 2 {
		if day < 1 || day > 31 {
			return span{}, false
		}
		s.since += Date(day - 1)
		s.until = s.since
	}
	return s, year > 0
}

var (
	fullDate = regexp.MustCompile(`\b(\d{4})(?:\b\s*[-./年]\s*(\d{1,2})(?:\s*[-./月]\s*(\d{1,2}))?|\b)`)
	// shortDate is an abbreviated date after a comma: "1996-05,06" and
	// "1996-05-06,07,08" omit the parts that stay the same.
	shortDate = regexp.MustCompile(`^\s*,\s*(?:(\d{1,2})-)?(\d{1,2})(?:\D|$)`)
)

// readDate returns the span of all dates found in the property DT of a record, or the
// zero span if none is found.
func readDate(text string) span {
	var all span
	for rest := fold(text); ; {
		at := fullDate.FindStringSubmatchIndex(rest)
		if at == nil {
			return all
		}
		var n [3]int
		parts := 0
		for i := range n {
			if at[2*i+2] < 0 {
				break
			}
			n[i], _ = strconv.Atoi(rest[at[2*i+2]:at[2*i+3]])
			parts++
		}
		s, ok := spanOf(n[0], n[1], n[2], parts)
		if !ok { // if the month is invalid, the span is that of the year
			s, ok = spanOf(n[0], 0, 0, 1)
			parts = 1
		}
		if ok {
			all = all.with(s)
		}
		rest = rest[at[1]:]
		for ok && parts > 1 {
			short := shortDate.FindStringSubmatchIndex(rest)
			if short == nil {
				break
			}
			last, _ := strconv.Atoi(rest[short[4]:short[5]])
			switch {
			case short[2] >= 0:
				n[1], _ = strconv.Atoi(rest[short[2]:short[3]])
				n[2], parts = last, 3
			case parts == 3:
				n[2] = last
			default:
				n[1] = last
			}
			if s, ok := spanOf(n[0], n[1], n[2], parts); ok {
				all = all.with(s)
			}
			rest = rest[short[5]:]
		}
	}
}

func (s span) with(o span) span {
	if s.since == 0 {
		return o
	}
	return span{min(s.since, o.since), max(s.until, o.until)}
}
