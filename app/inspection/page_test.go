package inspection_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"fmt"
	"html"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store/storetest"
)

// certificate makes a certificate; the first of all signs itself.
func certificate(t *testing.T, name string, parent *x509.Certificate, by *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2049, 1, 1, 0, 0, 0, 0, time.UTC)}
	if parent == nil {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign|x509.KeyUsageCRLSign
		parent, by = c, key
	} else {
		usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}})
		if err != nil {
			t.Fatal(err)
		}
		c.KeyUsage = x509.KeyUsageDigitalSignature
		c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	out, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return out, key
}

func inPEM(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// authority is OpenSSL's time-stamping authority behind an HTTP server of the test, and the certificate under which it stamps.
func authority(t *testing.T) (address, ca string) {
	dir := t.TempDir()
	root, rootKey := certificate(t, "OpenSSL CA", nil, nil)
	cert, key := certificate(t, "試験タイムスタンプ局", root, rootKey)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	lay(t, dir, map[string]string{"tsa.pem": inPEM("CERTIFICATE", cert.Raw), "tsa.key": inPEM("PRIVATE KEY", der), "serial": "01\n",
		"tsa.cnf": `[tsa]
default_tsa = one
[one]
dir = .
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, _ := io.ReadAll(r.Body)
		lay(t, dir, map[string]string{"q.tsq": string(query)})
		c := exec.Command("openssl", "ts", "-reply", "-config", "tsa.cnf", "-section", "one", "-queryfile", "q.tsq", "-out", "r.tsr")
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("openssl ts -reply: %v\n%s", err, out)
		}
		b, err := os.ReadFile(filepath.Join(dir, "r.tsr"))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/timestamp-reply")
		_, _ = w.Write(b)
	}))
	t.Cleanup(s.Close)
	return s.URL, inPEM("CERTIFICATE", root.Raw)
}

// lay writes files into a folder.
func lay(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

var command = regexp.MustCompile(`(?s)<pre>(.*?)</pre>`)

// commands are those of the page, as somebody copies them out of it.
func commands(t testing.TB, files map[string]string) (out []string) {
	t.Helper()
	for _, m := range command.FindAllStringSubmatch(files["how-to-check.html"], -1) {
		out = append(out, html.UnescapeString(m[1]))
	}
	if len(out) < 4 {
		t.Fatalf("%d commands in %s", len(out), files["how-to-check.html"])
	}
	return out
}

// checked says what a stranger finds who runs the page's commands over some files; "" where all is right.
func checked(t testing.TB, page []string, files map[string]string, key string) string {
	t.Helper()
	dir := t.TempDir()
	lay(t, dir, files)
	var found strings.Builder
	for _, c := range page {
		run := exec.Command("sh", "-c", c)
		run.Dir = dir
		b, err := run.CombinedOutput()
		out := string(b)
		bad := err != nil && !strings.Contains(c, "done") || strings.Contains(out, "No such file")
		for line := range strings.Lines(out) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(c, "sha256sum -c"):
				bad = bad || !strings.HasSuffix(line, ": OK")
			case strings.HasPrefix(c, "openssl pkeyutl"):
				bad = bad || line != "Signature Verified Successfully"
			case strings.HasPrefix(c, "openssl pkey "):
				bad = bad || !strings.HasPrefix(line, key)
			case strings.Contains(c, "openssl ts"):
				bad = bad || line != "Verification: OK" && !strings.HasPrefix(line, "Using configuration")
			default:
				bad = bad || line != ""
			}
		}
		if bad {
			fmt.Fprintf(&found, "$ %s\n%s\n", c, out)
		}
	}
	return found.String()
}

// summed are the files with their list of hashes made anew, as somebody does who knows how the file is made.
func summed(files map[string]string) {
	var b strings.Builder
	for line := range strings.Lines(files["SHA256SUMS"]) {
		name := strings.TrimSpace(line[66:])
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256([]byte(files[name])), name)
	}
	files["SHA256SUMS"] = b.String()
}

// The commands of the page, run to the letter, find nothing in a file as it was made, and one character altered anywhere: by whoever
// changes a file alone, by whoever makes the list of hashes anew, and in the logs also by whoever signs all of it with a key of his own
// and shows that.
func TestCommandsOfThePage(t *testing.T) {
	address, ca := authority(t)
	clock := &storetest.Clock{}
	clock.Add(time.Since(storetest.Start))
	w := apptest.NewTalks(apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{}))
	w.User(deal.RoleADM, web.OfficeClient, "adm@n.example.jp")
	adm := w.SignInOffice("adm@n.example.jp")
	adm.Send("PUT", "/api/Office/UpdateStampAuthority", map[string]any{"isOn": true, "address": address, "ca": ca, "crl": "", "policy": "",
		"version":  adm.Get("/api/Office/GetProof").Want(200).JSON()["authority"].(map[string]any)["version"],
		"password": apptest.TestPassword}).Want(200)
	id := w.Named()
	apptest.SeeDetails(w.BuyB, w.Listing).Want(200)
	apptest.SeeDetails(w.FinB, w.Listing).Want(200)
	issue(w.FinB, id, issued.KindConfidentiality, bf)
	issue(w.FinA, id, issued.KindOwnerConsent, sf)
	now := func() { adm.Post("/api/Office/StampNow", map[string]any{}).Want(200).Has(`"isStamped":true`) }
	now()
	w.FinA.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	now()
	for _, x := range []struct {
		c    *apptest.Caller
		id   string
		side int
	}{{w.FinA, w.Listing, ofListing}, {w.FinA, id, sf}, {w.FinB, id, bf}} {
		files := unpacked(t, makes(x.c, x.id, x.side).Want(200).Body)
		page, key := commands(t, files), ""
		if m := regexp.MustCompile(`公開鍵の指紋([0-9a-f]{64})`).FindStringSubmatch(textOf(t, files["index.pdf"])); m != nil {
			key = m[1]
		}
		if len(page) < 9 || key == "" || files["ledger-lines.txt"] == "" || files["audit-lines.txt"] == "" {
			t.Fatalf("%d commands, key %q, %d files", len(page), key, len(files))
		}
		if found := checked(t, page, files, key); found != "" {
			t.Fatalf("a good file: %s", found)
		}
		if x.side != bf {
			continue
		}
		altered := func(name string, list bool) map[string]string {
			out := map[string]string{}
			for n, content := range files {
				out[n] = content
			}
			b := []byte(out[name])
			b[len(b)/2] ^= 1
			out[name] = string(b)
			if list {
				summed(out)
			}
			return out
		}
		for name := range files {
			if found := checked(t, page[:4], altered(name, false), key); found == "" {
				t.Errorf("an altered %s is not found", name)
			}
			if name != "SHA256SUMS" && name != "SHA256SUMS.sig" && name != "public-key.pem" {
				if found := checked(t, page[:4], altered(name, true), key); found == "" {
					t.Errorf("an altered %s with a list made anew is not found", name)
				}
			}
			// Whoever has a key of his own and is believed: the logs are proven by the authority all the same.
			if strings.HasSuffix(name, "-lines.txt") || strings.HasPrefix(name, "proofs/") {
				if found := checked(t, page[4:], altered(name, true), key); found == "" && !strings.HasSuffix(name, "authority.pem") {
					t.Errorf("an altered %s is not found by what the authority stamped", name)
				}
			}
		}
		added := altered("index.pdf", false)
		added["index.pdf"], added["papers/added.pdf"] = files["index.pdf"], "x"
		if found := checked(t, page, added, key); !strings.Contains(found, "一覧にないファイル: papers/added.pdf") {
			t.Errorf("an added file: %s", found)
		}
	}
}

// Without an authority the page has no command for stamps, and says what is then not proven.
func TestPageWithoutStamps(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	files := unpacked(t, makes(w.FinA, id, sf).Want(200).Body)
	page := commands(t, files)
	if found := checked(t, page, files, ""); found != "" || len(page) != 4 {
		t.Errorf("%d commands: %s", len(page), found)
	}
	if text := files["how-to-check.html"]; strings.Contains(text, "openssl ts") || !strings.Contains(text, "第三者のタイムスタンプがありません") ||
		!strings.Contains(text, "まだ証明の中にありません") {
		t.Error(text)
	}
}
