package program

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// raw sends bytes as no client library would and returns the statuses of all answers. With breaksOff
// it closes its sending side after them, and still reads.
func (n *network) raw(send string, breaksOff bool) (statuses []int) {
	n.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(n.base, "http://"))
	if err != nil {
		n.t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		n.t.Fatal(err)
	}
	go func() {
		if _, err := io.WriteString(c, send); err == nil && breaksOff {
			_ = c.(*net.TCPConn).CloseWrite()
		}
	}()
	for r := bufio.NewReader(c); ; {
		res, err := http.ReadResponse(r, nil)
		if err != nil {
			return statuses
		}
		statuses = append(statuses, res.StatusCode)
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.Close {
			return statuses
		}
	}
}

// TestDrillWire: requests whose end could be read in two ways are refused, as are endless headers;
// what follows them is not read as another request.
func TestDrillWire(t *testing.T) {
	t.Setenv("TSUNAGU_LOG_LEVEL", "info")
	n := serveDrill(t, drillFolder(t))
	host := "Host: " + strings.TrimPrefix(n.base, "http://") + "\r\n"
	const hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	post := "POST /api/Public/SendInquiry HTTP/1.1\r\n" + host + "Content-Type: application/json\r\n"
	for name, x := range map[string]struct {
		send string
		want []int
	}{
		"an honest request":            {"GET /healthz HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", []int{200}},
		"two lengths that differ":      {post + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + hidden, []int{400}},
		"a length that is no number":   {post + "Content-Length: +2\r\n\r\n{}" + hidden, []int{400}},
		"an unknown transfer encoding": {post + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" + hidden, []int{501}},
		"two transfer encodings": {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + hidden,
			[]int{501}},
		"a blank in a header's name":       {"GET /healthz HTTP/1.1\r\n" + host + "Content-Length : 2\r\n\r\n{}", []int{400}},
		"no host":                          {"GET /healthz HTTP/1.1\r\n\r\n", []int{400}},
		"two hosts":                        {"GET /healthz HTTP/1.1\r\n" + host + "Host: evil.example\r\n\r\n", []int{400}},
		"a header of a megabyte":           {"GET /healthz HTTP/1.1\r\n" + host + "X: " + strings.Repeat("a", 1<<20) + "\r\n\r\n", []int{431}},
		"a hundred thousand small headers": {"GET /healthz HTTP/1.1\r\n" + host + strings.Repeat("a: b\r\n", 100_000) + "\r\n", []int{431}},
		"a line without end":               {"GET /" + strings.Repeat("a", 1<<20), []int{431}},
	} {
		if got := n.raw(x.send, false); fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
	}

	// A body that is cut off, or not in the announced form, is the sender's fault, whatever form the call
	// takes: one answer, the connection is closed, and the office gets no report.
	g := n.mustSignIn("fin-a@demo.example.jp")
	message := "POST /api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync HTTP/1.1\r\n" + host + "Authorization: Bearer " + g.token + "\r\n"
	table := "POST /api/Csv/CsvImportBuyerCompany HTTP/1.1\r\n" + host + "Authorization: Bearer " + g.token + "\r\n"
	token := "POST /token HTTP/1.1\r\n" + host
	const (
		asJSON = "Content-Type: application/json\r\n"
		asForm = "Content-Type: application/x-www-form-urlencoded\r\n"
		asFile = "Content-Type: multipart/form-data; boundary=x\r\n"
		part   = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nabc"
		short  = "Content-Length: 1000\r\n\r\n"
		piece  = "Transfer-Encoding: chunked\r\n\r\n"
	)
	for name, send := range map[string]string{
		"JSON":                    post + short + "{",
		"JSON of which none came": post + short,
		"JSON in chunks":          post + piece + "5\r\n{\"a\":\r\n",
		"a chunk without number":  post + piece + "0x2\r\n{}\r\n0\r\n\r\n" + hidden,
		"a chunk that is longer":  post + piece + "1\r\n{}\r\n0\r\n\r\n" + hidden,
		"a form":                  strings.Replace(post, asJSON, asForm, 1) + short + "name=a",
		"a form in parts":         strings.Replace(post, asJSON, asFile, 1) + short + part,
		"a sign-in":               token + asForm + short + "grant_type=password&loginId=a",
		"a message":               message + asJSON + short + "{",
		"a message with a file":   message + asFile + short + part,
		"a file in chunks":        message + asFile + piece + fmt.Sprintf("%x\r\n%s\r\n", len(part), part),
		"a table":                 table + asFile + short + part,
	} {
		if got := n.raw(send, true); fmt.Sprint(got) != "[400]" {
			t.Errorf("%s breaks off: %v", name, got)
		}
	}
	if log := n.errors.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") ||
		!strings.Contains(log, "status=400") {
		t.Errorf("the log:\n%s", log)
	}
	n.mustSignIn("fin-b@demo.example.jp")
}
