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

// addressFile tells in the data folder where the program that holds it listens: a second double
// click opens the first one's window instead of ending in an error that nobody reads.
const addressFile = "address"

// Announce writes where the program listens, and returns what takes it back.
func Announce(dir, base string) (func(), error) {
	file := filepath.Join(dir, addressFile)
	if err := os.WriteFile(file, []byte(base+"\n"), 0o600); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(file) }, nil
}

// Running is where a program listens that already serves the data folder.
func Running(ctx context.Context, dir string) (base string, ok bool) {
	b, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err != nil {
		return "", false
	}
	base = strings.TrimSpace(string(b))
	return base, Answers(ctx, base) == nil
}

// Answers asks whether a program on this machine responds. Its certificate need not be one for this
// name: nothing confidential is sent, and the answer is not relied on.
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

// Local is where this machine reaches a program with these options.
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

// Listen takes the address before anything else, so that a taken port changes no data. Where
// nobody chose the port and something else has it, any other does.
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

// OpenBrowser opens the user's browser. No browser on this machine is no error.
func OpenBrowser(url string) {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return // a terminal's browser would take the terminal
	}
	browser.Stdout, browser.Stderr = nil, nil
	_ = browser.OpenURL(url)
}
