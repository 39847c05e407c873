package inspection_test

import (
	"crypto/sha256"
	"fmt"
	"html"
	"os/exec"
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
	apptest.Lay(t, dir, files)
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
	address, p := apptest.OpenSSLAuthority(t)
	clock := &storetest.Clock{}
	clock.Add(time.Since(storetest.Start))
	w := apptest.NewTalks(apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{}))
	w.User(deal.RoleADM, web.OfficeClient, "adm@n.example.jp")
	adm := w.SignInOffice("adm@n.example.jp")
	adm.Send("PUT", "/api/Office/UpdateStampAuthority", map[string]any{"isOn": true, "address": address, "ca": p.CA(), "crl": "", "policy": "",
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
