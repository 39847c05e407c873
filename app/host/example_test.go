package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func example(t *testing.T, o *Options, name string) string {
	t.Helper()
	var b strings.Builder
	if err := o.Example(&b, name); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The examples contain the settings that protect the data, with the given paths; the programs that
// read them accept them, if installed on this machine.
func TestExamples(t *testing.T) {
	if names := Examples(); !slices.Equal(names, []string{"caddy", "caddy-two", "litestream", "nginx", "nginx-two", "systemd"}) {
		t.Fatal(names)
	}
	o := &Options{Data: "/srv/tsunagu", BaseURL: "https://ma.example.jp"}
	for name, says := range map[string][]string{
		"systemd": {"ExecStart=/usr/local/bin/tsunagu serve -addr 127.0.0.1:8080 -base-url https://ma.example.jp -data /var/lib/tsunagu -proxied",
			"DynamicUser=yes", "StateDirectory=tsunagu", "StateDirectoryMode=0700", "UMask=0077",
			"NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "SystemCallErrorNumber=EPERM",
			"CapabilityBoundingSet=\n", "Restart=on-failure", "-log json"},
		"caddy": {"ma.example.jp {", "reverse_proxy 127.0.0.1:8080", "output discard", "max_size 25MB"},
		"nginx": {"server_name ma.example.jp;", "proxy_set_header X-Forwarded-For $remote_addr;",
			"proxy_set_header X-Forwarded-Proto $scheme;", "access_log off;", "client_max_body_size 25m;", "return 301 https://"},
		"caddy-two": {"ma.example.jp {", "health_uri /readyz", "health_interval 1s", "output discard", "max_size 25MB", "tsunagu standby"},
		"nginx-two": {"server_name ma.example.jp;", "/readyz", "proxy_next_upstream off;", "proxy_set_header X-Forwarded-For $remote_addr;",
			"access_log off;", "client_max_body_size 25m;", "tsunagu standby"},
		"litestream": {"path: /srv/tsunagu/tsunagu.db", "bucket: tsunagu", "${LITESTREAM_SECRET_ACCESS_KEY}", "/srv/tsunagu/files",
			"# type: sftp", "# host-key: ", "# type: file"},
	} {
		text := example(t, o, name)
		for _, s := range says {
			if !strings.Contains(text, s) {
				t.Errorf("%s lacks %q:\n%s", name, s, text)
			}
		}
		if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") || strings.Contains(text, "$proxy_add_x_forwarded_for") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	// With a certificate of its own the program listens on 443 itself, and gets the right for that and
	// no other.
	own := example(t, &Options{ACMEDomain: "ma.example.jp"}, "systemd")
	if !strings.Contains(own, "-addr :443 ") || !strings.Contains(own, "-acme-domain ma.example.jp") ||
		!strings.Contains(own, "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n") || strings.Contains(own, "-proxied") {
		t.Error(own)
	}
	// The guide says what to change of it for a machine of two.
	_, start, _ := strings.Cut(example(t, o, "systemd"), "ExecStart=/usr/local/bin/tsunagu serve ")
	start, _, _ = strings.Cut(start, "\n")
	if _, err := Parse("standby", append(strings.Fields(start), "-replica", "file:///mnt/tsunagu"), false); err != nil {
		t.Errorf("as a standby: %v", err)
	}
	for _, bad := range []*Options{{BaseURL: "nonsense"}, {Data: "/srv/a\nExecStartPost=/bin/sh"}, {Cert: "/a'b", Key: "/k"}} {
		if err := bad.Example(&strings.Builder{}, "systemd"); err == nil {
			t.Errorf("takes %+v", bad)
		}
	}
	if err := o.Example(&strings.Builder{}, "../example.go"); err == nil || !strings.Contains(err.Error(), "systemd") {
		t.Error(err)
	}

	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	try := func(program string, args ...string) {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Logf("%s is not on this machine", program)
			return
		}
		if out, err := exec.Command(path, args...).CombinedOutput(); err != nil {
			t.Errorf("%s %v: %v\n%s", program, args, err, out)
		}
	}
	unit := strings.ReplaceAll(example(t, o, "systemd"), "/usr/local/bin/tsunagu", "/bin/true") // verify needs an existing program
	try("systemd-analyze", "verify", "--man=no", write("tsunagu.service", unit))
	pair := [2]string{filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")}
	writePair(t, pair[0], pair[1], 1)
	site := strings.NewReplacer("/etc/ssl/certs/tsunagu.pem", pair[0], "/etc/ssl/private/tsunagu.key", pair[1]).Replace(example(t, o, "nginx"))
	write("site.conf", site)
	try("nginx", "-t", "-q", "-p", dir, "-c", write("nginx.conf",
		"pid "+dir+"/pid; error_log stderr; events {} http { include "+dir+"/site.conf; }"))
	leader := write("leader.conf", "server 127.0.0.1:8080;\n")
	two := strings.NewReplacer("/etc/ssl/certs/tsunagu.pem", pair[0], "/etc/ssl/private/tsunagu.key", pair[1],
		"/etc/nginx/tsunagu-leader.conf;", leader+";").Replace(example(t, o, "nginx-two"))
	write("two.conf", two)
	try("nginx", "-t", "-q", "-p", dir, "-c", write("nginx-two.conf",
		"pid "+dir+"/pid; error_log stderr; events {} http { include "+dir+"/two.conf; }"))
	for _, name := range []string{"caddy", "caddy-two"} {
		try("caddy", "validate", "--adapter", "caddyfile", "--config", write("Caddyfile-"+name, example(t, o, name)))
	}
}
