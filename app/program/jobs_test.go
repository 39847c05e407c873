package program

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
)

// console is a session of the office in a running program.
type console struct {
	t           *testing.T
	base, token string
}

func signInConsole(t *testing.T, base string) *console {
	t.Helper()
	c := &console{t: t, base: base}
	res, err := http.PostForm(base+"/office/token", url.Values{"grant_type": {"password"}, "loginId": {"office@demo.example.jp"},
		"password": {"Tsunagu-demo1"}})
	if err != nil {
		t.Fatal(err)
	}
	c.token = c.read(res)["token"].(string)
	return c
}

func (c *console) read(res *http.Response) (out map[string]any) {
	c.t.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode == http.StatusOK {
		err = json.Unmarshal(b, &out)
	}
	if err != nil || res.StatusCode != http.StatusOK {
		c.t.Fatalf("%s %s %v", res.Status, b, err)
	}
	return out
}

func (c *console) call(method, path, body string) map[string]any {
	c.t.Helper()
	req, err := http.NewRequest(method, c.base+"/api/Office/"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.read(res)
}

// until repeats a call until its answer is as wanted; the program's own time limit ends the wait.
func (c *console) until(path string, done func(map[string]any) bool) map[string]any {
	c.t.Helper()
	deadline := time.NewTimer(5 * time.Minute)
	defer deadline.Stop()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		if v := c.call("GET", path, ""); done(v) {
			return v
		}
		select {
		case <-deadline.C:
			c.t.Fatalf("%s does not come to what it should", path)
		case <-again.C:
		}
	}
}

// The jobs run in the real program: in the demo at once, on the office's request, and again after
// the program was killed while one was running.
func TestJobsInTheProgram(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	c := signInConsole(t, p.until(`アドレス: (\S+)`))
	list := c.until("GetJobList", func(v map[string]any) bool {
		for _, j := range v["jobList"].([]any) {
			if last, ok := j.(map[string]any)["lastRun"].(map[string]any); !ok || last["state"] == "running" {
				return false
			}
		}
		return true
	})
	for _, j := range list["jobList"].([]any) {
		if last := j.(map[string]any)["lastRun"].(map[string]any); last["state"] != "done" || last["error"] != "" {
			t.Errorf("%v", last)
		}
	}
	mails := c.call("GET", "GetMailList", "")["allCount"].(float64)
	reminded := c.call("GET", "GetMailList?kind=listing_period_ending", "")["allCount"].(float64)
	if reminded == 0 {
		t.Error("the demo's listings remind nobody")
	}

	c.call("POST", "RunJob", `{"name":"recommendations"}`)
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.wait()
	p = start(t, "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	c = signInConsole(t, p.until(`アドレス: (\S+)`))
	c.until("GetJobRunList?name=recommendations", func(v map[string]any) bool {
		for _, r := range v["runList"].([]any) {
			if r := r.(map[string]any); r["isByHand"] == true && r["state"] == "done" {
				return true
			}
		}
		return false
	})
	c.call("POST", "RunJob", `{"name":"period_reminder"}`)
	c.until("GetJobRunList?name=period_reminder", func(v map[string]any) bool {
		first := v["runList"].([]any)[0].(map[string]any)
		return first["isByHand"] == true && first["state"] == "done"
	})
	if again := c.call("GET", "GetMailList", "")["allCount"].(float64); again != mails {
		t.Errorf("%v mails, were %v: something was told twice", again, mails)
	}
	if code := p.stop(); code != 0 {
		t.Errorf("exit %d\n%s", code, p.err)
	}
	check := start(t, "check", "-data", dir)
	if code := check.wait(); code != 0 || !bytes.Contains(check.all.Bytes(), []byte("問題はありません")) {
		t.Errorf("check: exit %d\n%s%s", code, check.all, check.err)
	}
}
