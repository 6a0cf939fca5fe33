package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tengen/kifu"
	"tengen/learn"
)

// clusterServer runs `tengen cluster serve` in this process and returns its address.
func clusterServer(t *testing.T, more ...string) string {
	t.Helper()
	m, _, out := newMain(t, "", nil)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	m.Stdout = write
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- m.Run(ctx, append([]string{"cluster", "serve", "--listen", "127.0.0.1:0", "--dir", t.TempDir()}, more...))
	}()
	t.Cleanup(func() {
		stop()
		if status := <-ended; status != 0 && status != 130 {
			t.Errorf("the server ended with status %d: %s", status, out[1])
		}
	})
	lines := bufio.NewScanner(read)
	if !lines.Scan() {
		t.Fatal("the server printed nothing")
	}
	_, url, ok := strings.Cut(lines.Text(), "connect with --nats ")
	if !ok {
		t.Fatalf("the server printed %q, want its address", lines.Text())
	}
	return url
}

// process runs tengen in a process of its own, until the test ends or kills it.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestProcess$")
	c.Env = append(os.Environ(), processEnv+"="+strings.Join(args, "\n"))
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return c
}

// processEnv has the arguments of TestProcess, one a line.
const processEnv = "TENGEN_TEST_PROCESS"

// TestProcess is not a test, but the program in the process of another test.
func TestProcess(t *testing.T) {
	args := os.Getenv(processEnv)
	if args == "" {
		t.Skip("not started by another test")
	}
	m, _, _ := newMain(t, "", nil)
	m.Stderr = os.Stderr
	m.Run(context.Background(), strings.Split(args, "\n"))
}

// workerProcess runs `tengen worker` in a process of its own.
func workerProcess(t *testing.T, url, name string) *exec.Cmd {
	t.Helper()
	return process(t, "worker", "--nats", url, "--name", name, "--threads", "1", "--slots", "4", "--log-level", "warn")
}

// TestLearnOnWorkers: tengen learn uses three worker processes. One of them is killed, and the process of the run is
// killed several times. The run keeps the games that it has and makes its generations.
func TestLearnOnWorkers(t *testing.T) {
	url := clusterServer(t)
	workers := []*exec.Cmd{workerProcess(t, url, "one"), workerProcess(t, url, "two"), workerProcess(t, url, "three")}
	dir := filepath.Join(t.TempDir(), "run")
	command := append(slices.Clone(learnTiny), "--nats", url, "--verify", "0.2", "--out", dir, "--generations")
	games := func() (sum int) {
		if s, err := learn.Read(dir); err == nil {
			for i := range s.Generations {
				sum += s.Generations[i].Games
			}
		}
		return sum
	}
	for kill := range 4 {
		owner, had := process(t, append(command, "1000000")...), games()
		for range 600 { // until there are more games
			if games() > had+5*kill {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if kill == 0 {
			_ = workers[0].Process.Kill()
		}
		before := games()
		_ = owner.Process.Kill()
		_ = owner.Wait()
		if after := games(); after < before || after == had {
			t.Fatalf("kill %d: the run has %d games, it had %d before the kill and %d at its start", kill+1, after, before, had)
		}
	}
	s, err := learn.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	last := fmt.Sprint(len(s.Generations) + 1) // the next one but one: generation 0 is the first net
	got := tengen(t, "", nil, append(command, last)...)
	if got.status != 0 || !strings.Contains(got.stdout, "generation "+last+" at ") {
		t.Fatalf("got %+v, want the generations up to %s", got, last)
	}
	// The games of all finished stages are in their rows.
	if s, err = learn.Read(dir); err != nil {
		t.Fatal(err)
	}
	for _, g := range s.Generations[1:] {
		rows := filepath.Join(dir, "rows", fmt.Sprintf("%04d", g.Number))
		if got := tengen(t, "", nil, "data", "info", rows); got.status != 0 || !strings.Contains(strings.Join(strings.Fields(got.stdout), " "), fmt.Sprintf("games %d ", g.Games)) {
			t.Errorf("generation %d has %d games, and its rows: %+v", g.Number, g.Games, got)
		}
	}
	got = tengen(t, "", nil, "cluster", "status", "--nats", url)
	if got.status != 0 || !strings.Contains(got.stdout, "two") || !strings.Contains(got.stdout, "1 server") {
		t.Errorf("the status: got %+v, want the workers", got)
	}
}

// TestMatchOnWorkers: workers play the same games as this process. A match that is interrupted continues on workers.
func TestMatchOnWorkers(t *testing.T) {
	url := clusterServer(t)
	workerProcess(t, url, "one")
	workerProcess(t, url, "two")
	dir := t.TempDir()
	command := func(out string, more ...string) []string {
		return append([]string{"match", "visits=4,threads=1", "model=none,visits=8,threads=1,name=rollouts", "random", "--size", "5", "--random-moves", "2",
			"--games", "4", "--seed", "3", "--out", filepath.Join(dir, out)}, more...)
	}
	here := tengen(t, "", nil, command("here")...)
	there := tengen(t, "", nil, command("there", "--nats", url, "--verify", "0.5")...)
	if here.status != 0 || there.status != 0 {
		t.Fatalf("here %+v, there %+v, want status 0", here, there)
	}
	for n := 1; n <= 12; n++ {
		name := fmt.Sprintf("game-%04d.sgf", n)
		a, b := readRecord(t, filepath.Join(dir, "here", name)), readRecord(t, filepath.Join(dir, "there", name))
		if !slices.Equal(a.Moves, b.Moves) || a.Info.Result != b.Info.Result || a.Info.Black != b.Info.Black || a.Info.White != b.Info.White {
			t.Errorf("%s differs: %+v, %+v", name, a.Info, b.Info)
		}
	}
	// The last games are lost, and played again with --resume.
	results := filepath.Join(dir, "there", "results.jsonl")
	data, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	if err := os.WriteFile(results, []byte(strings.Join(lines[:5], "")), 0o644); err != nil {
		t.Fatal(err)
	}
	again := tengen(t, "", nil, "match", "--resume", filepath.Join(dir, "there"), "--nats", url)
	if again.status != 0 || strings.Count("\n"+again.stdout, "\ngame ") != 7 {
		t.Errorf("resumed: got %+v, want the seven missing games", again)
	}
	for args, want := range map[string]string{"cmd:sh": "workers run only players of tengen", "model=/etc/passwd,visits=2": "passwd"} {
		if got := tengen(t, "", nil, "match", args, "random", "--size", "5", "--nats", url); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %+v, want %q", args, got, want)
		}
	}
}

// TestReviewOnWorkers: a review has the same reports if workers search its positions, also when it is continued and
// when a worker is killed.
func TestReviewOnWorkers(t *testing.T) {
	url := clusterServer(t)
	workers := []*exec.Cmd{workerProcess(t, url, "one"), workerProcess(t, url, "two")}
	dir := t.TempDir()
	var files []string
	for i, moves := range []string{"B[cc];W[dc];B[cd];W[db];B[bb];W[dd];B[ce];W[];B[]", "B[bb];W[cc];B[cb];W[dd];B[ee]", "B[cc];W[bb]", "B[cc];W[dc];B[cd];W[db]"} {
		file := filepath.Join(dir, fmt.Sprintf("game%d.sgf", i+1))
		if err := os.WriteFile(file, []byte("(;SZ[5]KM[6.5]RU[Chinese]PB[a]PW[b];"+moves+")"), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	command := func(out string, more ...string) []string {
		return append(append([]string{"review", "--visits", "12", "--threads", "1", "--out", filepath.Join(dir, out)}, more...), files...)
	}
	here := tengen(t, "", nil, command("here")...)
	there := tengen(t, "", nil, command("there", "--nats", url, "--verify", "0.3")...)
	if here.status != 0 || there.status != 0 || here.stdout != there.stdout {
		t.Fatalf("here %+v, there %+v, want the same", here, there)
	}
	same := func() {
		t.Helper()
		all, err := os.ReadDir(filepath.Join(dir, "here"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			if f.Name() == "review.journal" {
				continue
			}
			a, errA := os.ReadFile(filepath.Join(dir, "here", f.Name()))
			b, errB := os.ReadFile(filepath.Join(dir, "there", f.Name()))
			if errA != nil || errB != nil || string(a) != string(b) {
				t.Errorf("%s differs (%v, %v)", f.Name(), errA, errB)
			}
		}
	}
	same()
	// Half of the journal is lost, and one of the two workers is killed.
	journal := filepath.Join(dir, "there", "review.journal")
	data, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	_ = workers[0].Process.Kill()
	there = tengen(t, "", nil, command("there", "--nats", url)...)
	if there.status != 0 || here.stdout != there.stdout {
		t.Fatalf("continued: got %+v, want %+v", there, here)
	}
	same()
}

func readRecord(t *testing.T, path string) *kifu.Record {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := kifu.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMainProcess is not a test, but the program in a process of its own.
func TestMainProcess(t *testing.T) {
	args := os.Getenv("TENGEN_TEST_MAIN")
	if args == "" {
		t.Skip("not started by another test")
	}
	os.Args = append([]string{"tengen"}, strings.Fields(args)...)
	main()
}

// TestServerReload: on SIGHUP the server reads its configuration again, and does not end.
func TestServerReload(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal SIGHUP")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "server.conf")
	allow := func(user string) {
		t.Helper()
		text := fmt.Sprintf("host: 127.0.0.1\nport: -1\njetstream { store_dir: %q }\nauthorization { users: [{ user: %s, password: p }] }\n", dir, user)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	allow("first")
	c := exec.Command(os.Args[0], "-test.run=^TestMainProcess$")
	c.Env = append(os.Environ(), "TENGEN_TEST_MAIN=cluster serve --server-config "+file)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "connect with") {
	}
	_, address, _ := strings.Cut(lines.Text(), "connect with --nats nats://")
	go func() {
		for lines.Scan() {
		}
		ended <- c.Wait()
	}()
	defer func() {
		_ = c.Process.Kill()
		<-ended
	}()
	status := func(user string) result {
		return tengen(t, "", nil, "cluster", "status", "--nats", "nats://"+user+":p@"+address)
	}
	if got := status("first"); got.status != 0 {
		t.Fatalf("before the signal: got %+v", got)
	}
	allow("second")
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if got := status("second"); got.status == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if got := status("second"); got.status != 0 {
		t.Errorf("the new user: got %+v", got)
	}
	if got := status("first"); got.status != 2 || !strings.Contains(got.stderr, "refuses these credentials") {
		t.Errorf("the user that was removed: got %+v", got)
	}
	select {
	case err := <-ended:
		t.Errorf("the server ended: %v", err)
		ended <- err
	default:
	}
}

// TestFigures reads the figures of a server and of a worker.
func TestFigures(t *testing.T) {
	ports := rand.Perm(2000)
	address := func() string { // its port is below the ports that systems choose for connections
		for i, port := range ports {
			ln, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 30_000+port))
			if err == nil {
				defer ln.Close()
				ports = ports[i+1:]
				return ln.Addr().String()
			}
		}
		t.Fatal("no port is free")
		return ""
	}
	ofServer, ofWorker := address(), address()
	url := clusterServer(t, "--metrics", ofServer)
	m, _, _ := newMain(t, "", nil)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- m.Run(ctx, []string{"worker", "--nats", url, "--name", "w1", "--threads", "2", "--work", "review,selfplay", "--metrics", ofWorker})
	}()
	defer func() {
		stop()
		<-ended
	}()
	for what, wants := range map[string][]string{
		ofServer: {"tengen_server_connections 1\n", "tengen_server_messages_total{direction=\"in\"} ", "tengen_server_tasks_waiting{work=\"review\"} 0\n",
			"tengen_server_tasks_held{work=\"selfplay\"} 0\n", "tengen_server_memory_bytes ", "tengen_server_memory_limit_bytes ", "tengen_server_stream_leader{stream=\"TENGEN-WORK-review\"} 1\n", "tengen_build_info{version="},
		ofWorker: {"tengen_worker_info{name=\"w1\",program=", "tengen_worker_slots 16\n", "tengen_worker_tasks_done_total 0\n", "go_goroutines "},
	} {
		text := ""
		for _, want := range wants {
			// until the worker has reported
			for until := time.Now().Add(time.Minute); !strings.Contains(text, want) && time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
				if r, err := http.Get("http://" + what + "/metrics"); err == nil {
					data, _ := io.ReadAll(r.Body)
					r.Body.Close()
					text = string(data)
				}
			}
			if !strings.Contains(text, want) {
				t.Errorf("the figures lack %q:\n%s", want, text)
			}
		}
	}
	if got := tengen(t, "", nil, "worker", "--nats", url, "--metrics", ofWorker); got.status != 2 || !strings.Contains(got.stderr, "--metrics: listen") {
		t.Errorf("an address that is in use: got %+v", got)
	}
}

// TestClusterUser makes keys, and does not replace one.
func TestClusterUser(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w9.nk")
	got := tengen(t, "", nil, "cluster", "user", "w9", "--work", "selfplay,pairs", "--out", file)
	if got.status != 0 || !strings.Contains(got.stdout, "# w9: worker of [selfplay pairs]") || !strings.Contains(got.stdout, "tengen.result.*.*.w9") {
		t.Fatalf("got %+v, want the entry of a worker", got)
	}
	seed, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(seed), "SU") {
		t.Errorf("the file has %q, %v, want a seed", seed, err)
	}
	if got = tengen(t, "", nil, "cluster", "user", "w9", "--out", file); got.status != 2 || !strings.Contains(got.stderr, "exists") {
		t.Errorf("the same file again: got %+v, want status 2", got)
	}
	if got = tengen(t, "", nil, "cluster", "user", "a b", "--out", file+"2"); got.status != 2 || !strings.Contains(got.stderr, "letters, digits") {
		t.Errorf("a bad name: got %+v, want status 2", got)
	}
}

// TestClusterMistakes: wrong addresses and settings are refused with a reason.
func TestClusterMistakes(t *testing.T) {
	out := t.TempDir()
	for _, c := range []struct {
		args   string
		status int
		wants  string
	}{
		{"worker", 2, "--nats: the address of a cluster is needed"},
		{"worker --nats nats://127.0.0.1:1", 1, "no NATS server answers"},
		{"worker --nats nats://127.0.0.1:1 --work chess", 2, "not a kind of work"},
		{"review --out OUT --nats nats://127.0.0.1:1 cluster_test.go", 1, "no NATS server answers"},
		{"review --creds cluster_test.go x.sgf", 2, "--creds is about the workers of a cluster"},
		{"cluster status", 2, "--nats: the address of a cluster is needed"},
		{"cluster serve --listen 0.0.0.0:0", 2, "say --open"},
		{"cluster serve --listen nowhere", 2, "--listen"},
		{"learn --recipe alphago --board 3x3 --nats nats://127.0.0.1:1", 2, "--nats: the games of recipe alphago"},
		{"learn --board 3x3 --verify 0.5", 2, "--verify is about the workers of a cluster"},
		{"match random random --trust w1", 2, "--trust is about the workers of a cluster"},
		{"learn --board 3x3 --parallel 2 --nats nats://127.0.0.1:1", 2, "--parallel has no effect with --nats"},
		{"match random random --parallel 2 --nats nats://127.0.0.1:1", 2, "--parallel has no effect with --nats"},
		{"learn --board 3x3 --trust [ --nats nats://127.0.0.1:1", 2, "not a pattern of names"},
		{"learn --board 3x3 --verify 2", 2, "--verify: expected a number from 0 to 1"},
	} {
		got := tengen(t, "", nil, strings.Split(strings.ReplaceAll(c.args, "OUT", out), " ")...)
		if got.status != c.status || !strings.Contains(got.stderr, c.wants) {
			t.Errorf("tengen %s: status %d, stderr %q, want status %d and %q", c.args, got.status, got.stderr, c.status, c.wants)
		}
	}
}
