package apptest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// NodePerson is how somebody signs in at a Node directory, and the groups that he is in there.
type NodePerson struct {
	ACR    string   `json:"acr,omitempty"`
	AMR    []string `json:"amr,omitempty"`
	Groups []string `json:"groups,omitempty"`
}

// NodeSettings are those of a Node directory (ui/e2e/directory.mjs).
type NodeSettings struct {
	People       map[string]NodePerson `json:"people"`
	ClockSeconds int                   `json:"clockSeconds"` // by how much its clock is wrong
	LogoutTo     string                `json:"-"`            // where it tells of a log-out
}

// nodePatience is how long a process of Node may take to say its port, or to answer: one that hangs fails its test by name, and not the
// whole run by its time-out.
const nodePatience = time.Minute

type nodeProcess struct {
	settings NodeSettings
	mu       sync.Mutex
	cmd      *exec.Cmd
	end      io.Closer
	at       *url.URL
}

// NewNodeDirectory starts a directory that is the OpenID provider `oidc-provider`, in a process of Node. Its answers go on as they are,
// to the byte, unless a test twists them.
func NewNodeDirectory(t testing.TB) *Directory {
	p, l := directoryAt(t)
	p.node = &nodeProcess{settings: NodeSettings{People: map[string]NodePerson{
		"sato":      {"phr", []string{"pwd", "otp"}, []string{"x", "ma"}},
		"admin":     {"phrh", []string{"otp", "pwd"}, []string{"ma2"}},
		"suzuki":    {"pwd", []string{"pwd"}, []string{"ma"}},
		"takahashi": {"phr", []string{"pwd", "otp"}, []string{"other"}},
	}}}
	p.Restart(nil)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			p.node.mu.Lock()
			defer p.node.mu.Unlock()
			r.SetURL(p.node.at)
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	p.serve(l, proxy)
	t.Cleanup(p.Kill) // before the server ends, which waits for who waits for a halted process
	return p
}

// Restart starts the process of a Node directory anew, with changed settings, another key, and nobody signed in.
func (p *Directory) Restart(change func(*NodeSettings)) {
	p.t.Helper()
	p.Kill()
	n := p.node
	if change != nil {
		change(&n.settings)
	}
	type client struct {
		ID      string   `json:"id"`
		Secret  string   `json:"secret"`
		Returns []string `json:"returns"`
		Logout  string   `json:"logout,omitempty"`
	}
	in, err := json.Marshal(struct {
		NodeSettings
		Issuer  string   `json:"issuer"`
		Clients []client `json:"clients"`
	}{n.settings, p.Issuer, []client{{DirectoryClient, DirectorySecret, []string{DirectoryReturn}, n.settings.LogoutTo},
		{DirectoryOther, DirectorySecret, []string{DirectoryReturn}, ""}}})
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := os.Stat(InRepository("ui/node_modules/oidc-provider")); err != nil {
		p.t.Fatal("the Node directory is not installed: `make test` installs it, or `npm install` in ui")
	}
	c := exec.Command("node", "e2e/directory.mjs", string(in))
	var says bytes.Buffer
	c.Dir, c.Stderr, c.WaitDelay = InRepository("ui"), &says, nodePatience
	end, err := c.StdinPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	late := time.AfterFunc(nodePatience, func() { _ = c.Process.Kill() })
	port, err := bufio.NewReader(out).ReadString('\n')
	late.Stop()
	if err != nil {
		_ = c.Wait()
		p.t.Fatalf("the Node directory: %v %s", err, says.String())
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cmd, n.end, n.at = c, end, &url.URL{Scheme: "http", Host: "127.0.0.1:" + strings.TrimSpace(port)}
}

// IsNode says which of the two it is.
func (p *Directory) IsNode() bool { return p.node != nil }

// Kill ends the process of a Node directory: nobody answers any more.
func (p *Directory) Kill() {
	n := p.node
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd != nil {
		_ = n.cmd.Process.Kill()
		_ = n.cmd.Wait()
		_ = n.end.Close()
		n.cmd = nil
	}
}

// Halt stops the process of a Node directory in the middle of what it does, or lets it go on: it takes connections, and does not answer.
func (p *Directory) Halt(isHalted bool) {
	p.t.Helper()
	signal := syscall.SIGCONT
	if isHalted {
		signal = syscall.SIGSTOP
	}
	p.node.mu.Lock()
	defer p.node.mu.Unlock()
	if err := p.node.cmd.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
}

var xsrf = regexp.MustCompile(`name="xsrf" value="([^"]+)"`)

// LogOut ends a browser's session at a Node directory, as its owner does at its own page. The directory tells its clients before it
// answers.
func (p *Directory) LogOut(c *http.Client) {
	p.t.Helper()
	res, err := c.Get(p.Issuer + "/session/end")
	if err != nil {
		p.t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	res.Body.Close()
	m := xsrf.FindSubmatch(page)
	if m == nil {
		p.t.Fatalf("no page to log out: %d %s", res.StatusCode, page)
	}
	res, err = c.PostForm(p.Issuer+"/session/end/confirm", url.Values{"xsrf": {string(m[1])}, "logout": {"yes"}})
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		p.t.Fatalf("logged out: %d", res.StatusCode)
	}
}
