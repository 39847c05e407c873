//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// contestant answers questions.
type contestant struct {
	name   string
	render func(*question) []byte
	open   func() (asker, error)
	read   func(l *list, body []byte) (answer, error)
	roots  []int // ids of its processes
	stop   func()
}

// answer is the part of an answer in which all must agree.
type answer struct {
	count int
	ids   []string
}

func (c *contestant) processes() []int { return c.roots }

// listed reads the count and the ids of the page from a JSON answer.
func listed(body []byte, count, rows, id string) (a answer, err error) {
	var out map[string]json.RawMessage
	var page []map[string]json.RawMessage
	err = errors.Join(json.Unmarshal(body, &out), json.Unmarshal(out[count], &a.count), json.Unmarshal(out[rows], &page))
	for _, row := range page {
		var s string
		err = errors.Join(err, json.Unmarshal(row[id], &s))
		a.ids = append(a.ids, s)
	}
	return a, err
}

// program is a process that was started and answers at an address.
type program struct {
	cmd     *exec.Cmd
	address string
	log     string
	begun   time.Time
	healthy time.Duration // from its start to the first answer
}

func (p *program) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	_ = p.cmd.Wait()
}

// start starts a program and waits until a path of it answers.
func (b *bench) start(name, path string, command func(address string) *exec.Cmd) (*program, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &program{address: l.Addr().String(), log: filepath.Join(b.dir, name+".log"), begun: time.Now()}
	l.Close()
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd = command(p.address)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	b.child(p.cmd)
	for {
		res, err := http.Get("http://" + p.address + path)
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				p.healthy = time.Since(p.begun)
				return p, nil
			}
		}
		var status syscall.WaitStatus
		if pid, _ := syscall.Wait4(p.cmd.Process.Pid, &status, syscall.WNOHANG, nil); pid > 0 {
			text, _ := os.ReadFile(p.log)
			return nil, fmt.Errorf("%s ended: %s", name, text)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// ours starts the product on a world, which it creates if there is none.
func (b *bench) ours(w *world, size ...string) (*program, error) {
	return b.start("ours", "/healthz", func(address string) *exec.Cmd {
		return exec.Command(b.binary, append([]string{"demo", "-open=false", "-addr", address, "-data", w.dir}, size...)...)
	})
}

// signIn returns a token of a demo login. Each sign-in computes a slow password hash, so it is done
// once.
func signIn(address, login string) (string, error) {
	path := "/token"
	if login == officeLogin {
		path = "/office/token"
	}
	res, err := http.PostForm("http://"+address+path, url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {password}})
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var out struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return "", err
	}
	if out.Token == "" {
		return "", fmt.Errorf("%s: %s", login, res.Status)
	}
	return out.Token, nil
}

// get and post are raw HTTP requests.
func get(address, path, token string) []byte {
	return []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + token + "\r\n\r\n")
}

func post(method, address, path, token string, body any) []byte {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain maps of strings and numbers always marshal
	}
	return fmt.Appendf(nil,
		"%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, path,
		address, token, len(b), b)
}

func (b *bench) product(p *program) (*contestant, error) {
	tokens := map[string]string{}
	for _, login := range []string{askingLogin, sellingLogin} {
		var err error
		if tokens[login], err = signIn(p.address, login); err != nil {
			return nil, err
		}
	}
	return &contestant{
		name:   "つなぐ",
		render: func(q *question) []byte { return q.ours(p.address, tokens[q.list.login]) },
		open:   func() (asker, error) { return dial(p.address) },
		read:   func(l *list, body []byte) (answer, error) { return listed(body, "allCount", l.rows, l.id) },
		roots:  []int{p.cmd.Process.Pid},
		stop:   p.stop,
	}, nil
}
