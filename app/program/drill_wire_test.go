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

// raw sends bytes as no client library would and returns the statuses of all answers.
func (n *network) raw(send string) (statuses []int) {
	n.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(n.base, "http://"))
	if err != nil {
		n.t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		n.t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(c, send) }()
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

// TestDrillWire: requests whose end could be read in two ways are refused, as are headers without
// end; whatever follows them is not taken for a request.
func TestDrillWire(t *testing.T) {
	n := serveDrill(t, drillFolder(t))
	host := "Host: " + strings.TrimPrefix(n.base, "http://") + "\r\n"
	const hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	post := "POST /api/Public/SendInquiry HTTP/1.1\r\n" + host + "Content-Type: application/json\r\n"
	for name, x := range map[string]struct {
		send string
		want []int
	}{
		"an honest request":                {"GET /healthz HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", []int{200}},
		"two lengths that differ":          {post + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + hidden, []int{400}},
		"a length that is no number":       {post + "Content-Length: +2\r\n\r\n{}" + hidden, []int{400}},
		"an unknown transfer encoding":     {post + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" + hidden, []int{501}},
		"two transfer encodings":           {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + hidden, []int{501}},
		"a chunk whose size is no number":  {post + "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n" + hidden, nil},
		"a blank in a header's name":       {"GET /healthz HTTP/1.1\r\n" + host + "Content-Length : 2\r\n\r\n{}", []int{400}},
		"no host":                          {"GET /healthz HTTP/1.1\r\n\r\n", []int{400}},
		"two hosts":                        {"GET /healthz HTTP/1.1\r\n" + host + "Host: evil.example\r\n\r\n", []int{400}},
		"a header of a megabyte":           {"GET /healthz HTTP/1.1\r\n" + host + "X: " + strings.Repeat("a", 1<<20) + "\r\n\r\n", []int{431}},
		"a hundred thousand small headers": {"GET /healthz HTTP/1.1\r\n" + host + strings.Repeat("a: b\r\n", 100_000) + "\r\n", []int{431}},
		"a line without end":               {"GET /" + strings.Repeat("a", 1<<20), []int{431}},
	} {
		got := n.raw(x.send)
		// A body that breaks off is refused in any way, if only by one answer, and the connection ends.
		if x.want == nil && (len(got) > 1 || len(got) == 1 && got[0] < 400) || x.want != nil && fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
	}
	n.mustSignIn("fin-a@demo.example.jp")
}
