package host

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pkg/browser"
)

// addressFile is a file in the data folder with the address of the program that uses it: on a
// second double click the program opens the first one's page instead of ending with an error that
// nobody reads.
const addressFile = "address"

// Announce writes the address file, and returns a function that deletes it.
func Announce(dir, base string) (func(), error) {
	file := filepath.Join(dir, addressFile)
	if err := os.WriteFile(file, []byte(base+"\n"), 0o600); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(file) }, nil
}

// Running is the address of a program that already serves the data folder.
func Running(ctx context.Context, dir string) (base string, ok bool) {
	b, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err != nil {
		return "", false
	}
	base = strings.TrimSpace(string(b))
	return base, Answers(ctx, base) == nil
}

// Answers checks that a program on this machine responds. Its certificate may be for another name:
// nothing confidential is sent, and the content of the answer is not used.
func Answers(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/healthz", nil)
	if err != nil {
		return err
	}
	c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("healthz: %s", res.Status)
	}
	return nil
}

// Local is the address of a program with these options for clients on the same machine.
func (o *Options) Local() (string, error) {
	_, port, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return "", err
	}
	scheme := "http"
	if o.IsTLS() {
		scheme = "https"
	}
	return scheme + "://localhost:" + port, nil
}

// Listen opens the port before anything else, so that an occupied port changes no data. If nobody
// chose the port and it is occupied, any free one is taken.
func (o *Options) Listen(chosen bool) (net.Listener, error) {
	l, err := net.Listen("tcp", o.Addr)
	if err != nil && !chosen {
		if host, _, e := net.SplitHostPort(o.Addr); e == nil {
			if l, e := net.Listen("tcp", net.JoinHostPort(host, "0")); e == nil {
				return l, nil
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("アドレス %s で待ち受けられません。他のプログラムが使っているときは -addr で別の番号を指定してください: %w", o.Addr, err)
	}
	return l, nil
}

// OpenBrowser opens the user's browser. It is no error if the machine has none.
func OpenBrowser(url string) {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return // a text browser would take over the terminal
	}
	browser.Stdout, browser.Stderr = nil, nil
	_ = browser.OpenURL(url)
}
