package program

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/app/host"
)

// hurried gives the program the short time limits of hurriedPace, so that a drill need not wait as
// long as a slow line is allowed to take.
const hurried = "TSUNAGU_TEST_HURRIED"

var hurriedPace = host.Pace{Header: time.Second, Idle: time.Second, Stall: time.Second, Rate: 1 << 20, Work: time.Hour}

// slowOne is a client that never finishes by itself.
type slowOne struct {
	say  string // sent at once
	drip string // sent again and again; "" for silence
	take int    // bytes of the answer to read at a time; 0 for all, -1 for none
	want []int  // statuses that it may get before it is disconnected
}

// run sends until the connection is closed, and returns the status that it received, 0 for none.
func (s *slowOne) run(address string) (status int, err error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
	if err := c.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		return 0, err
	}
	if _, err := io.WriteString(c, s.say); err != nil {
		return 0, err
	}
	over := make(chan struct{})
	defer close(over)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	if s.drip != "" {
		go func() {
			for {
				select {
				case <-over:
					return
				case <-tick.C:
					if _, err := io.WriteString(c, s.drip); err != nil {
						return
					}
				}
			}
		}()
	}
	if s.take != 0 { // buffered data could still be read: only a write shows that the other end has closed
		for some := make([]byte, max(0, s.take)); ; {
			<-tick.C
			if _, err := c.Read(some); err != nil {
				return 0, nil
			}
			_, err := io.WriteString(c, "x")
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return 0, errors.New("still open after five minutes")
			}
			if err != nil {
				return 0, nil
			}
		}
	}
	var got bytes.Buffer
	for some := make([]byte, 4<<10); ; {
		n, err := c.Read(some)
		if got.Len() < 4<<10 {
			got.Write(some[:n])
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return 0, errors.New("still open after five minutes")
		}
		if err != nil {
			break
		}
	}
	if res, err := http.ReadResponse(bufio.NewReader(&got), nil); err == nil {
		status = res.StatusCode
	}
	return status, nil
}

// TestDrillSlow: clients that send slowly, send nothing, never end or read nothing are
// disconnected, each within its time, while others work on (trust.md Storage).
func TestDrillSlow(t *testing.T) {
	each := drillSize("DRILL_SLOW", 6, 60)
	dir := drillFolder(t)
	n := serveDrill(t, dir, "env", hurried+"=1")
	address := strings.TrimPrefix(n.base, "http://")
	seller, buyer := n.mustSignIn("fin-a@demo.example.jp"), n.mustSignIn("fin-b@demo.example.jp")
	row, _ := seller.rowIn("PartnerListBySellerFinancial", 3)
	var file bytes.Buffer
	contentType := multipartFile(&file, map[string]string{"buyerNegotiationId": row, "messageType": "2", "messageBody": "大きな資料"},
		bytes.Repeat([]byte("資料のことば\n"), 19<<20/19))
	status, b, err := seller.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", contentType, &file)
	if err != nil || status != 200 {
		t.Fatalf("%d %v %s", status, err, b)
	}
	message := strings.Split(string(b), `"`)[3]
	before := filesOf(t, dir)

	line := func(g *guest, method, path string, more ...string) string {
		s := method + " " + path + " HTTP/1.1\r\nHost: " + address + "\r\n"
		if g != nil {
			s += "Authorization: Bearer " + g.token + "\r\n"
		}
		return s + strings.Join(append(more, "", ""), "\r\n")
	}
	const send, form = "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", "Content-Type: multipart/form-data; boundary=x"
	head := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
	chunk := fmt.Sprintf("%x\r\n%s\r\n", len(head), head)
	const chunked, long = "Transfer-Encoding: chunked", "Content-Length: 100000"
	take := line(buyer, "GET", "/api/BuyerNegotiation/DownloadAttachedFile?buyerNegotiationMessageId="+message)
	kinds := map[string]slowOne{
		"says nothing":             {},
		"headers that drip":        {say: "GET / HTTP/1.1\r\nHost: " + address + "\r\n", drip: "a: b\r\n"},
		"half a header":            {say: "GET / HTTP/1.1\r\nHost: loc"},
		"keeps an idle connection": {say: line(nil, "GET", "/healthz"), want: []int{200}},
		"a sign-in that drips": {say: line(nil, "POST", "/token", "Content-Type: application/x-www-form-urlencoded", long) +
			"grant_type=password", drip: "a", want: []int{408}},
		"JSON that drips": {say: line(nil, "POST", "/api/Public/SendInquiry", "Content-Type: application/json", long) + "{",
			drip: " ", want: []int{408}},
		"JSON that stops": {say: line(seller, "POST", send, "Content-Type: application/json", long) + "{",
			want: []int{408}},
		"a file that drips": {say: line(seller, "POST", send, form, chunked) + chunk, drip: "1\r\na\r\n", want: []int{408}},
		"a file that stops": {say: line(seller, "POST", send, form, chunked) + chunk, want: []int{408}},
		"a table that drips": {say: line(seller, "POST", "/api/Csv/CsvImportBuyerCompany", form, chunked) + chunk,
			drip: "1\r\na\r\n", want: []int{408}},
		"a body that nobody asked for": {say: line(nil, "POST", send, form, chunked) + chunk, drip: "1\r\na\r\n", want: []int{401}},
		"takes nothing of a file":      {say: take, take: -1},
		"takes a file by the byte":     {say: take, take: 1},
		"takes nothing of many answers at once": {say: strings.Repeat(line(buyer, "GET",
			"/api/SellerBusiness/SearchSellerBusinessAsync?limit=200"), 200), take: -1},
	}
	var left atomic.Int32
	var wg, others sync.WaitGroup
	began := time.Now()
	for what, s := range kinds {
		for range each {
			left.Add(1)
			wg.Go(func() {
				defer left.Add(-1)
				status, err := s.run(address)
				if err != nil {
					t.Errorf("%s: %v", what, err)
				}
				if ok := status == 0 || contains(statusTexts(s.want), fmt.Sprint(status)); !ok {
					t.Errorf("%s was told %d", what, status)
				}
			})
		}
	}
	// An endless body, as fast as possible.
	wg.Go(func() {
		status, _, err := seller.send("POST", send, "multipart/form-data; boundary=x", io.MultiReader(strings.NewReader(head), endless{}))
		if err == nil && status != 413 {
			t.Errorf("an endless upload: %d", status)
		}
	})
	var answered, wrote atomic.Int32
	for i, g := range []*guest{seller, buyer, n.mustSignIn("buy-b@demo.example.jp")} {
		others.Go(func() {
			for round := 0; left.Load() > 0 || round == 0; round++ {
				if _, err := g.call("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=20", nil, nil); err != nil {
					t.Error(err)
					return
				}
				answered.Add(1)
				if i == 0 {
					if _, err := g.say(row, fmt.Sprintf("その間に %d", round)); err != nil {
						t.Error(err)
						return
					}
					wrote.Add(1)
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	others.Wait()
	if _, most := n.memory(); most > 400 {
		t.Errorf("%.0f MiB were held", most)
	} else {
		report(t, "slow clients: %d of %d kinds let go in %v, at most %.0f MiB; meanwhile %d reads and %d writes, 0 errors", each*len(kinds),
			len(kinds), took.Round(time.Millisecond), most, answered.Load(), wrote.Load())
	}
	stays := slices.DeleteFunc(filesOf(t, dir), func(name string) bool { return slices.Contains(before, name) })
	if len(stays) > 0 {
		t.Errorf("half an upload stays behind: %q", stays)
	}
}

func statusTexts(list []int) (out []string) {
	for _, n := range list {
		out = append(out, fmt.Sprint(n))
	}
	return out
}

// endless is a file without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

// filesOf are the files in the folders of a running program, where uploads come in.
func filesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		// The schedule may make a backup during a drill: neither the backup nor its snapshot is an
		// upload.
		if err == nil && d.IsDir() && (d.Name() == "backup" || strings.HasPrefix(d.Name(), ".snapshot-")) {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() && filepath.Dir(path) != dir {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
