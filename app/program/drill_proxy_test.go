package program

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// behindProxy are two machines and the proxy before them that the guide's example sets up.
type behindProxy struct {
	*machines
	port   [2]string
	site   string
	client *http.Client
}

// TestDrillProxy puts nginx and Caddy before two machines, set up by the guide's examples with no other changes than
// addresses, ports and the certificate: what is asked reaches who leads, before and after the leader is killed and when it
// comes back; what a standby says is kept by nobody, and is not seen where somebody leads.
func TestDrillProxy(t *testing.T) {
	t.Run("nginx", func(t *testing.T) { proxied(t, "nginx", nginxTwo) })
	t.Run("caddy", func(t *testing.T) { proxied(t, "caddy", caddyTwo) })
}

func proxied(t *testing.T, program string, run func(b *behindProxy, exe, dir, text string)) {
	exe, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not on this machine (apt-get install --no-install-recommends %s)", program, program)
	}
	b := &behindProxy{machines: newMachines(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), false),
		port: [2]string{freePort(t), freePort(t)}}
	front := freePort(t)
	b.site = "https://localhost:" + front
	b.open(0)
	b.leads(0)
	b.open(1)
	b.follows(1)
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { // nginx works as another user
		t.Fatal(err)
	}
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	selfSigned(t, cert, key)
	pem, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	b.client = &http.Client{Timeout: 20 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}
	text := ofProgram(t, "example", program+"-two", "-base-url", b.site)
	for _, name := range []string{"room1.internal:8080", "room2.internal:8080"} {
		if !strings.Contains(text, name) {
			t.Fatalf("the example has no %s", name)
		}
	}
	text = strings.NewReplacer("room1.internal:8080", "127.0.0.1:"+b.port[0], "room2.internal:8080", "127.0.0.1:"+b.port[1]).Replace(text)
	run(b, exe, dir, text)
	b.reaches("at first", time.Minute)

	b.n[0].kill()
	began := time.Now()
	b.take(1)
	promoted := time.Since(began)
	b.reaches("after a kill", time.Minute)
	report(t, "%s before two machines: %v after the kill the other one leads (told at once), %v after it the proxy sends there", program,
		promoted.Round(10*time.Millisecond), time.Since(began).Round(10*time.Millisecond))

	b.open(0)
	b.follows(0)
	b.steadily("with the first one back", 30)
	if out := ofProgram(t, "hand-over", "-data", b.dir[1]); !strings.Contains(out, "引き渡しました") {
		t.Error(out)
	}
	b.reaches("after a hand-over", time.Minute)
}

// open starts a machine on its port, as behind a proxy.
func (b *behindProxy) open(i int) {
	b.t.Helper()
	cmd := exec.Command(os.Args[0], "standby", "-data", b.dir[i], "-addr", "127.0.0.1:"+b.port[i], "-base-url", b.site,
		"-proxied", "-replica", b.target)
	cmd.Env = environment()
	b.n[i] = serveBy(b.t, b.dir[i], cmd)
	b.n[i].base = "http://127.0.0.1:" + b.port[i]
}

// ask asks for a page through the proxy, and to sign in, which is a write. What a standby says may be stored nowhere.
func (b *behindProxy) ask() bool {
	b.t.Helper()
	read := func(res *http.Response, err error) (bool, string) {
		if err != nil {
			return false, ""
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return false, ""
		}
		if isStandby := strings.Contains(string(body), "この機械は待機しています"); isStandby && (res.StatusCode != 503 ||
			res.Header.Get("Cache-Control") != "no-store") {
			b.t.Errorf("a standby's page as %d with %v", res.StatusCode, res.Header)
		}
		return res.StatusCode == 200, string(body)
	}
	isPage, body := read(b.client.Get(b.site + "/"))
	isIn, _ := read(b.client.PostForm(b.site+"/token", url.Values{"grant_type": {"password"}, "loginId": {"fin-a@demo.example.jp"},
		"password": {drillPassword}}))
	return isPage && isIn && strings.Contains(body, "<title>つなぐ")
}

// reaches waits until who leads is reached, and then always.
func (b *behindProxy) reaches(when string, most time.Duration) {
	b.t.Helper()
	for began := time.Now(); !b.ask(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > most {
			b.t.Fatalf("%s: who leads is not reached", when)
		}
	}
	b.steadily(when, 10)
}

func (b *behindProxy) steadily(when string, times int) {
	b.t.Helper()
	for range times {
		if !b.ask() {
			b.t.Errorf("%s: one request does not reach who leads", when)
		}
	}
}

func (b *behindProxy) write(path, text string) {
	b.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		b.t.Fatal(err)
	}
}

// nginxTwo runs nginx, and beside it the example's own script by which it hears of the leader.
func nginxTwo(b *behindProxy, exe, dir, text string) {
	b.t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		b.t.Skip("curl is not on this machine")
	}
	_, rest, isThere := strings.Cut(text, "#   #!/bin/sh\n")
	script, _, isWhole := strings.Cut(rest, "# ---\n")
	if !isThere || !isWhole {
		b.t.Fatalf("the example has no script:\n%s", text)
	}
	leader := filepath.Join(dir, "tsunagu-leader.conf")
	own := strings.NewReplacer("/etc/nginx/tsunagu-leader.conf", leader,
		"nginx -s reload", exe+" -p "+dir+" -c "+dir+"/nginx.conf -s reload")
	b.write(filepath.Join(dir, "tsunagu-leader"), "#!/bin/sh\n"+own.Replace(strings.ReplaceAll(script, "#   ", "")))
	b.write(leader, "server 127.0.0.1:"+b.port[0]+";\n")
	u, err := url.Parse(b.site)
	if err != nil {
		b.t.Fatal(err)
	}
	b.write(filepath.Join(dir, "site.conf"), strings.NewReplacer("/etc/nginx/tsunagu-leader.conf", leader, "/etc/ssl/certs/tsunagu.pem",
		dir+"/cert.pem", "/etc/ssl/private/tsunagu.key", dir+"/key.pem", "listen 80;", "listen 127.0.0.1:"+freePort(b.t)+";",
		"listen [::]:80;", "", "listen 443 ssl;", "listen 127.0.0.1:"+u.Port()+" ssl;", "listen [::]:443 ssl;", "").Replace(text))
	b.write(filepath.Join(dir, "nginx.conf"),
		"daemon off; pid "+dir+"/pid; error_log stderr notice; events {} http { include "+dir+"/site.conf; }")
	beside(b.t, "start worker process", exec.Command(exe, "-p", dir, "-c", dir+"/nginx.conf"))
	b.t.Cleanup(func() { // with its workers, which hold what it writes to
		_ = exec.Command(exe, "-p", dir, "-c", dir+"/nginx.conf", "-s", "stop").Run()
		for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "pid")); err != nil {
				return
			}
		}
	})
	told := exec.Command(filepath.Join(dir, "tsunagu-leader"))
	if err := told.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _, _ = told.Process.Kill(), told.Wait() })
}

func caddyTwo(b *behindProxy, exe, dir, text string) {
	b.t.Helper()
	u, err := url.Parse(b.site)
	if err != nil {
		b.t.Fatal(err)
	}
	site := strings.Replace(text, "\nlocalhost {\n", "\n"+u.Host+" {\n\ttls "+dir+"/cert.pem "+dir+"/key.pem\n", 1)
	if site == text {
		b.t.Fatalf("the example has no site:\n%s", text)
	}
	b.write(filepath.Join(dir, "Caddyfile"), "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"+site)
	cmd := exec.Command(exe, "run", "--adapter", "caddyfile", "--config", filepath.Join(dir, "Caddyfile"))
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	beside(b.t, "serving initial configuration", cmd)
}
