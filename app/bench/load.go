//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// asker asks one thing at a time and reads the whole answer.
type asker interface {
	ask(request []byte) (body []byte, err error)
	close()
}

// wire is a persistent connection: the request is prepared bytes, the answer is read by its lengths.
// It takes little processor time, which it shares with the measured processes.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

func dial(address string) (asker, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}, nil
}

func (w *wire) close() { w.conn.Close() }

func (w *wire) ask(request []byte) ([]byte, error) {
	if _, err := w.conn.Write(request); err != nil {
		return nil, err
	}
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	status := string(bytes.TrimSpace(line))
	length := -1
	for {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return nil, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return nil, err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			length = -2
		}
	}
	w.body = w.body[:0]
	switch {
	case length >= 0:
		w.body = slices.Grow(w.body, length)[:length]
		_, err = io.ReadFull(w.in, w.body)
	case length == -2:
		err = w.chunks()
	default:
		err = fmt.Errorf("an answer without a length")
	}
	if _, code, _ := strings.Cut(status, " "); err == nil && !strings.HasPrefix(code, "2") {
		err = fmt.Errorf("%s: %.300s", status, w.body)
	}
	return w.body, err
}

func (w *wire) chunks() error {
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 31)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := textproto.NewReader(w.in).ReadMIMEHeader() // trailers and the empty line
			return err
		}
		have := len(w.body)
		w.body = slices.Grow(w.body, int(n))[:have+int(n)]
		if _, err := io.ReadFull(w.in, w.body[have:]); err != nil {
			return err
		}
		if _, err := w.in.Discard(2); err != nil {
			return err
		}
	}
}

// measured are the measurements of one kind of question.
type measured struct {
	took  []time.Duration
	wall  time.Duration
	cpu   time.Duration // of the answering processes
	bytes int64
}

func (m *measured) add(o measured) {
	m.took = append(m.took, o.took...)
	m.wall += o.wall
	m.cpu += o.cpu
	m.bytes += o.bytes
}

func (m *measured) part(q float64) time.Duration {
	if len(m.took) == 0 {
		return 0
	}
	slices.Sort(m.took)
	return m.took[min(int(float64(len(m.took))*q), len(m.took)-1)]
}

// each is the processor time of one answer.
func (m *measured) each() time.Duration { return m.cpu / time.Duration(max(len(m.took), 1)) }

func (m *measured) perSecond() float64 { return float64(len(m.took)) / m.wall.Seconds() }

// load asks the requests in turn as several callers, for a time; with once each request a single
// time, if a repetition would not be a new question.
func load(askers []asker, requests [][]byte, once bool, seconds float64, processes func() []int) (measured, error) {
	var m measured
	var mu sync.Mutex
	var next atomic.Int64
	var failed error
	var group sync.WaitGroup
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	cpu, begin := cpuTime(processes()), time.Now()
	for _, a := range askers {
		group.Go(func() {
			var took []time.Duration
			var size int64
			var err error
			for err == nil && (len(took) == 0 || time.Now().Before(end)) { // at least once, also on a busy machine
				n := int(next.Add(1) - 1)
				if once && n >= len(requests) {
					break
				}
				var body []byte
				asked := time.Now()
				body, err = a.ask(requests[n%len(requests)])
				took, size = append(took, time.Since(asked)), size+int64(len(body))
			}
			mu.Lock()
			defer mu.Unlock()
			m.took, m.bytes = append(m.took, took...), m.bytes+size
			if err != nil {
				failed = err
			}
		})
	}
	group.Wait()
	m.wall, m.cpu = time.Since(begin), cpuTime(processes())-cpu
	return m, failed
}

// cpuTime is the processor time of processes, their threads and their children. Unlike the duration
// of an answer, it hardly depends on other programs on the machine.
func cpuTime(roots []int) time.Duration {
	parents := map[int]int{}
	ticks := map[int]int64{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
		f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
		parents[pid], _ = strconv.Atoi(f[1])
		for _, i := range []int{11, 12, 13, 14} { // own time, and that of ended children
			n, _ := strconv.ParseInt(f[i], 10, 64)
			ticks[pid] += n
		}
	}
	sum := int64(0)
	for pid := range parents {
		for p := pid; p > 1; p = parents[p] {
			if slices.Contains(roots, p) {
				sum += ticks[pid]
				break
			}
		}
	}
	return time.Duration(sum) * 10 * time.Millisecond
}

// resident is the memory of a process, in bytes.
func resident(pid int) int64 { return memory(pid, "VmRSS:") }

// peak is the largest memory that a process ever had, in bytes.
func peak(pid int) int64 { return memory(pid, "VmHWM:") }

func memory(pid int, of string) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if value, ok := strings.CutPrefix(line, of); ok {
			kb, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return kb << 10
		}
	}
	return 0
}
