package program

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tsunagu/store"
)

// ownMounts runs a command where a disk of its own can be mounted, or skips.
func ownMounts(t *testing.T) []string {
	t.Helper()
	for _, args := range [][]string{{"unshare", "-m"}, {"unshare", "-r", "-m"}} {
		if exec.Command(args[0], append(args[1:], "sh", "-c", "mount -t tmpfs -o size=1m none /mnt")...).Run() == nil {
			return args
		}
	}
	t.Skip("this machine lets nobody mount a small disk")
	return nil
}

// rowIn is a negotiation of the guest's bank at a status, with its listing.
func (g *guest) rowIn(list string, status int) (id, listing string) {
	g.n.t.Helper()
	var rows struct {
		PartnerList []struct {
			BuyerNegotiationID, SellerBusinessID string
			Status                               int
		}
	}
	g.must("GET", "/api/BuyerNegotiation/"+list+"?limit=200", nil, &rows)
	for _, r := range rows.PartnerList {
		if r.Status == status {
			return r.BuyerNegotiationID, r.SellerBusinessID
		}
	}
	g.n.t.Fatalf("no negotiation at %d", status)
	return "", ""
}

// strange is a listing with which no buyer of the guest's bank has begun anything: at L1.
func (g *guest) strange() string {
	g.n.t.Helper()
	var rows struct {
		PartnerList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=200", nil, &rows)
	var found struct {
		SellerBusinessList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=200", nil, &found)
	for _, l := range found.SellerBusinessList {
		if !slices.Contains(rows.PartnerList, l) {
			return l.SellerBusinessID
		}
	}
	g.n.t.Fatal("every listing is in a negotiation")
	return ""
}

func (g *guest) say(row, text string) (int, error) {
	return g.call("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": text}, nil)
}

// TestDrillDiskFull fills the disk under the running program: writes answer 503 and change nothing,
// who is signed in goes on reading L1 and L2, what must leave a line behind answers 503, and all
// goes on without a restart once there is room (trust.md Storage).
func TestDrillDiskFull(t *testing.T) {
	mounts := ownMounts(t)
	from, err := demoWorldFolder()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	script := `mount -t tmpfs -o size=64m none "$1" && cp -a "$2"/. "$1" && shift 2 && exec "$@"`
	n := serveDrill(t, dir, append(mounts, "sh", "-c", script, "sh", dir, from)...)
	disk := fmt.Sprintf("/proc/%d/root%s", n.cmd.Process.Pid, dir) // as the program sees it

	finB, finA := n.mustSignIn("fin-b@demo.example.jp"), n.mustSignIn("fin-a@demo.example.jp")
	anonymous, _ := finB.rowIn("PartnerListByBuyerFinancial", 1)
	named, namedListing := finB.rowIn("PartnerListByBuyerFinancial", 3)
	listing := finB.strange()
	if status, err := finB.say(anonymous, "はじめに"); status != 200 {
		t.Fatal(err)
	}
	var b bytes.Buffer
	contentType := multipartFile(&b, map[string]string{"buyerNegotiationId": anonymous, "messageType": "2"}, bytes.Repeat([]byte("資料\n"), 1000))
	upload := bytes.Clone(b.Bytes())
	var sent struct{ BuyerNegotiationMessageID string }
	status, answer, err := finA.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", contentType, bytes.NewReader(upload))
	if err != nil || status != 200 {
		t.Fatal(status, string(answer), err)
	}
	sent.BuyerNegotiationMessageID = strings.Split(string(answer), `"`)[3]

	full, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size >= 512; size /= 2 {
		for err == nil {
			_, err = full.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		err = nil
	}
	// Room that the log already has is still used; then the first write is refused.
	kept, refused := 0, ""
	for i := 0; refused == ""; i++ {
		text := fmt.Sprintf("満杯 %d", i)
		switch status, err := finB.say(anonymous, text); status {
		case 200:
			kept = i
		case 503:
			if refused = text; !strings.Contains(err.Error(), "何も変更されていません") {
				t.Error(err)
			}
		default:
			t.Fatalf("message %d on a full disk: %v\n%s", i, err, n.errors)
		}
	}
	thread := func() string {
		_, b, err := finB.send("GET", "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync?buyerNegotiationId="+anonymous, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if th := thread(); strings.Contains(th, refused+`"`) || kept > 0 && !strings.Contains(th, fmt.Sprintf("満杯 %d", kept)) {
		t.Errorf("refused, and there: %q (or lost: %d)", refused, kept)
	}
	for what, path := range map[string]string{
		"search": "/api/SellerBusiness/SearchSellerBusinessAsync?limit=20", "search of words": "/api/SellerBusiness/SearchSellerBusinessAsync?limit=20&freeWord=" + url.QueryEscape("加工"),
		"L1 of a listing": "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing, "L2 of a negotiation": "/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId=" + anonymous,
		"the list": "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=50", "unread": "/api/BuyerNegotiation/GetUnreadCounts", "the masters": "/api/Item/GetItems",
	} {
		if status, _, err := finB.send("GET", path, "", nil); status != 200 {
			t.Errorf("%s on a full disk: %d %v", what, status, err)
		}
	}
	signIn := func() int {
		_, status, err := n.signIn("buy-b@demo.example.jp")
		if err != nil && status == 0 {
			t.Fatal(err)
		}
		return status
	}
	ask := func(g *guest, path string) int {
		status, _, err := g.send("GET", path, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return status
	}
	recorded := map[string]func() int{
		"a new sign-in": signIn,
		"names (L4)": func() int {
			return ask(finB, "/api/SellerBusiness/GetSellerBusinessDetailsAsync?sellerBusinessId="+namedListing)
		},
		"a negotiation by name": func() int {
			return ask(finA, "/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId="+named)
		},
		"a file": func() int {
			return ask(finB, "/api/BuyerNegotiation/DownloadAttachedFile?buyerNegotiationMessageId="+sent.BuyerNegotiationMessageID)
		},
		"an upload": func() int {
			status, _, err := finA.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", contentType, bytes.NewReader(upload))
			if err != nil {
				t.Fatal(err)
			}
			return status
		},
		"a company": func() int {
			s, _ := finA.call("POST", "/api/SellerCompany/CreateUpdateCompanyOverviewAsync", drillCompany, nil)
			return s
		},
	}
	for what, do := range recorded {
		if status := do(); status != 503 {
			t.Errorf("%s on a full disk: %d, want 503", what, status)
		}
	}
	if err := full.Truncate(0); err != nil {
		t.Fatal(err)
	}
	for what, do := range recorded {
		if status := do(); status != 200 {
			t.Errorf("%s after there is room again: %d\n%s", what, status, n.errors)
		}
	}
	if status, err := finB.say(anonymous, "つづき"); status != 200 {
		t.Error(err)
	}
	if th := thread(); strings.Contains(th, refused+`"`) || !strings.Contains(th, "つづき") {
		t.Error("the refused message came after all, or the next one did not")
	}
	// As the disk is at this moment, without an end of the program's own.
	_ = n.cmd.Process.Signal(syscall.SIGSTOP)
	at := filepath.Join(t.TempDir(), "stopped")
	copyData(t, disk, at)
	st, err := soundData(t, at)
	if err != nil {
		t.Errorf("after a full disk: %v", err)
	}
	if st != nil {
		_ = st.Close()
	}
	report(t, "full disk: %d more messages fitted into the log, then 503; 7 kinds of reading went on, %d kinds that leave a line answered 503; all of them again without a restart", kept, len(recorded))
}

func multipartFile(b *bytes.Buffer, fields map[string]string, content []byte) string {
	for k, v := range fields {
		fmt.Fprintf(b, "--x\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", k, v)
	}
	fmt.Fprintf(b, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n%s\r\n--x--\r\n", content)
	return "multipart/form-data; boundary=x"
}

// TestDrillDamage overwrites the database under the running program: an answer is what it was
// before, or an error that is logged; never something else (trust.md Storage).
func TestDrillDamage(t *testing.T) {
	dir := drillFolder(t)
	n := serveDrill(t, dir)
	g := n.mustSignIn("fin-b@demo.example.jp")
	var found struct {
		SellerBusinessList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=60", nil, &found)
	paths := []string{"/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100", "/api/BuyerCompany/SearchCompanyAsync?limit=30", "/api/FinancialUser/GetUsersList", "/api/Item/GetItems"}
	for _, l := range found.SellerBusinessList {
		paths = append(paths, "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId="+l.SellerBusinessID)
	}
	before := map[string]string{}
	for _, p := range paths {
		status, b, err := g.send("GET", p, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		before[p] = fmt.Sprint(status, string(b))
	}
	// The log is folded into the file by an ordered end; then every page but the first is noise.
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_, _ = n.cmd.Process.Wait()
	n = serveDrill(t, dir)
	again := n.mustSignIn("fin-b@demo.example.jp")
	f, err := os.OpenFile(filepath.Join(dir, store.DatabaseFile), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 4096)
	for at := int64(4096); at < size; at += 4096 {
		_, _ = rand.Read(noise)
		if _, err := f.WriteAt(noise, at); err != nil {
			t.Fatal(err)
		}
	}
	failed := 0
	for _, p := range paths {
		status, b, err := again.send("GET", p, "", nil)
		switch {
		case err != nil:
			t.Errorf("%s: %v", p, err)
		case status >= 500:
			failed++
			if !strings.Contains(string(b), `"code":"internal"`) && !strings.Contains(string(b), `"code":"unavailable"`) {
				t.Errorf("%s: %d %s", p, status, b)
			}
		case fmt.Sprint(status, string(b)) != before[p]:
			t.Errorf("%s answers otherwise from a damaged database: %d %s", p, status, b)
		}
	}
	if failed == 0 || !strings.Contains(n.errors.String(), "malformed") && !strings.Contains(n.errors.String(), "not a database") {
		t.Errorf("%d of %d reads failed; the log:\n%s", failed, len(paths), n.errors)
	}
	n.kill()
	if code := start(t, "check", "-data", dir).wait(); code == 0 {
		t.Error("check finds no fault in a damaged database")
	}
	report(t, "damaged database under the running program: %d reads, %d refused and logged, %d as before, 0 wrong", len(paths), failed, len(paths)-failed)
}
