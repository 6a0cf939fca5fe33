//go:build unix

package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// command runs a program and skips the test if that fails: containers are often not allowed to change the machine.
func command(t *testing.T, line ...string) {
	t.Helper()
	if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Skipf("this machine does not allow %v: %v: %s", line, err, out)
	}
}

// asRoot skips a test in the short form, and without root's rights.
func asRoot(t *testing.T) {
	t.Helper()
	needsLong(t)
	if os.Getuid() != 0 || runtime.GOOS != "linux" {
		t.Skip("needs root's rights on Linux")
	}
}

// TestFullDisk fills the disk of the server that leads the queue.
func TestFullDisk(t *testing.T) {
	asRoot(t)
	var folders []string
	for range 3 {
		dir := t.TempDir()
		command(t, "mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", dir)
		t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
		folders = append(folders, dir)
	}
	c := startNodes(t, 3, nodeOptions{data: func(i int) string { return folders[i] }})
	l := c.connect(t, "observer")
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := startTrial(t, c, "full")
	r.waitFor(0.2)
	n := c.leader(t, l)
	filler := filepath.Join(n.data, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<16)
	for err == nil {
		_, err = f.Write(block)
	}
	f.Close()
	t.Logf("the disk of %s is full after %d results", n.name, r.done())
	for _, wait := range []time.Duration{5, 10, 15} {
		time.Sleep(wait * time.Second)
		t.Logf("the disk is still full: %d results", r.done())
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	r.finish()
	n.mustWork(t, l)
}

// mustWork reports whether a server stores messages again, and restarts it if it does not.
func (n *node) mustWork(t *testing.T, l *Cluster) {
	t.Helper()
	for i := range 2 {
		for range 30 {
			if s, err := l.Status(t.Context()); err == nil && s.Missing == 0 {
				t.Logf("%s stores messages again (restarts: %d)", n.name, i)
				return
			}
			time.Sleep(500 * time.Millisecond)
		}
		n.kill()
		n.start()
	}
	t.Errorf("%s does not store messages again, even after a restart", n.name)
}

// network is a bridge with a namespace for each server.
type network struct {
	t      *testing.T
	number int
}

func (w *network) name(i int) string    { return fmt.Sprintf("tg%dn%d", w.number, i) }
func (w *network) address(i int) string { return fmt.Sprintf("10.213.%d.%d", w.number, 10+i) }

func newNetwork(t *testing.T, count int) *network {
	t.Helper()
	w := &network{t: t, number: os.Getpid() % 250}
	bridge := fmt.Sprintf("tg%dbr", w.number)
	command(t, "ip", "link", "add", bridge, "type", "bridge")
	t.Cleanup(func() { _ = exec.Command("ip", "link", "del", bridge).Run() })
	command(t, "ip", "addr", "add", fmt.Sprintf("10.213.%d.1/24", w.number), "dev", bridge)
	command(t, "ip", "link", "set", bridge, "up")
	for i := range count {
		command(t, "ip", "netns", "add", w.name(i))
		t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", w.name(i)).Run() })
		command(t, "ip", "link", "add", w.name(i), "type", "veth", "peer", "name", "eth0", "netns", w.name(i))
		command(t, "ip", "link", "set", w.name(i), "master", bridge, "up")
		for _, line := range []string{"link set lo up", "addr add " + w.address(i) + "/24 dev eth0", "link set eth0 up"} {
			command(t, append([]string{"ip", "-n", w.name(i)}, strings.Fields(line)...)...)
		}
	}
	return w
}

// TestCutNetwork cuts a server off from all others, and then two servers from each other.
func TestCutNetwork(t *testing.T) {
	asRoot(t)
	w := newNetwork(t, 3)
	c := startNodes(t, 3, nodeOptions{hosts: []string{w.address(0), w.address(1), w.address(2)},
		wrap: func(i int) []string { return []string{"ip", "netns", "exec", w.name(i)} }})
	l := c.connect(t, "observer")
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	index := func(n *node) int {
		for i := range c.list {
			if c.list[i] == n {
				return i
			}
		}
		return -1
	}
	t.Run("a server alone", func(t *testing.T) {
		r := startTrial(t, c, "alone")
		r.waitFor(0.2)
		i := index(c.leader(t, l))
		command(t, "ip", "link", "set", w.name(i), "down")
		before := r.done()
		for _, wait := range []time.Duration{5, 10, 15} {
			time.Sleep(wait * time.Second)
			t.Logf("the leader is cut off: %d more results", r.done()-before)
		}
		command(t, "ip", "link", "set", w.name(i), "up")
		r.finish()
		c.list[i].mustWork(t, l)
	})
	t.Run("two servers from each other", func(t *testing.T) {
		r := startTrial(t, c, "pair")
		r.waitFor(0.2)
		i := index(c.leader(t, l))
		k := (i + 1) % 3
		command(t, "ip", "-n", w.name(i), "route", "add", "blackhole", w.address(k)+"/32")
		time.Sleep(10 * time.Second)
		t.Logf("the leader does not reach one of the others: %d results", r.done())
		command(t, "ip", "-n", w.name(i), "route", "del", "blackhole", w.address(k)+"/32")
		r.finish()
		c.list[i].mustWork(t, l)
	})
}

// TestWrongClock runs one server with a clock that is ahead, and then behind. The server is built with another
// time.Now, because programs in Go do not ask the C library for the time, which is where libfaketime is.
func TestWrongClock(t *testing.T) {
	needsLong(t)
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	original := filepath.Join(strings.TrimSpace(string(root)), "src/time/time.go")
	text, err := os.ReadFile(original)
	if err != nil {
		t.Skip(err)
	}
	const begin = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	changed := strings.Replace(string(text), begin, begin+"\tsec += testOffset\n", 1)
	changed = strings.Replace(changed, "import (", "import (\n\t\"syscall\"", 1) + `
var testOffset = func() (n int64) {
	text, _ := syscall.Getenv("TENGEN_CLOCK")
	negative := len(text) > 0 && text[0] == '-'
	for _, c := range text {
		if c >= '0' && c <= '9' {
			n = 10*n + int64(c-'0')
		}
	}
	if negative {
		n = -n
	}
	return n
}()
`
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: filepath.Join(dir, "time.go")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"time.go": []byte(changed), "overlay.json": overlay} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "shifted")
	if out, err := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("the server with another clock was not built: %v\n%s", err, out)
	}
	for _, seconds := range []string{"3600", "-3600", "864000", "-864000"} {
		t.Run(seconds+" s", func(t *testing.T) {
			// The command around the server ignores the name of this test's program, which follows it.
			c := startNodes(t, 3, nodeOptions{
				wrap: func(i int) []string {
					if i == 0 {
						return []string{program}
					}
					return nil
				},
				env: func(i int) []string {
					if i == 0 {
						return []string{"TENGEN_CLOCK=" + seconds}
					}
					return nil
				}})
			l := c.connect(t, "observer")
			if err := l.streams(t.Context()); err != nil {
				t.Fatal(err)
			}
			r := startTrial(t, c, "clock"+strings.Trim(seconds, "-"))
			r.waitFor(0.3)
			s, err := l.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("the leader is %s, and the clock of n1 is wrong; the status shows %d of 4 workers", c.leader(t, l).name, len(s.Workers))
			for _, n := range c.list { // every server leads once
				if c.leader(t, l) == n {
					n.kill()
					time.Sleep(time.Second)
					n.start()
				}
			}
			r.finish()
		})
	}
}
