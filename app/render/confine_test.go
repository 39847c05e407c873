package render

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// confined tries what a worker must not be able to do, and counts the attempts that succeed.
func confined() (could int) {
	if confineEarly() != nil || confine() != nil {
		return 99
	}
	if f, err := os.Open("/etc/passwd"); err == nil {
		f.Close()
		could++
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		could++
	}
	if exec.Command("/proc/self/exe", "version").Run() == nil {
		could++
	}
	if os.Mkdir("/tmp/tsunagu-test-confined", 0o700) == nil {
		could++
	}
	return could
}

// The drawing process has the filter on all of its threads.
func TestDrawingProcessIsConfined(t *testing.T) {
	if runtime.GOOS != "linux" || machine == 0 {
		t.Skip("there is no such filter here")
	}
	p := small(t, time.Minute, 4)
	drawn(t, p, doc("one", "application/pdf", paged(1)), 1, 960, mark)
	p.mu.Lock()
	pid := p.idle[0].cmd.Process.Pid
	p.mu.Unlock()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("threads %v %v", threads, err)
	}
	for _, name := range threads {
		status, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if s := string(status); !strings.Contains(s, "Seccomp:\t2\n") || !strings.Contains(s, "NoNewPrivs:\t1\n") {
			t.Errorf("%s is not under the filter:\n%s", name, s)
		}
	}
}

func TestWorkerIsConfined(t *testing.T) {
	if runtime.GOOS != "linux" || machine == 0 {
		t.Skip("there is no such filter here")
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(path, tryConfined).Run(); err != nil {
		t.Errorf("it could still do things: %v", err)
	}
}
