package apptest

import (
	"context"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
)

// Post is a platform that sends its mails to a real SMTP server.
type Post struct {
	*Platform
	Server *mailtest.Server
	Bank   string
	Office *Caller // set when it is first needed
}

func NewPost(t *testing.T, o mailtest.Options) *Post {
	p := NewPlatform(t)
	s := mailtest.Start(t, o)
	p.App.SMTP = &mail.SMTP{Host: s.Host(), Port: s.Port(), TLS: mail.NoTLS, User: o.User, Password: o.Password,
		From: "noreply@network.example.jp", Roots: s.Roots(), Timeout: 10 * time.Second}
	if o.TLS {
		p.App.SMTP.TLS = mail.StartTLS
	}
	x := &Post{Platform: p, Server: s, Bank: p.Institution("0001", "湊星銀行")}
	p.User(deal.RoleADM, web.OfficeClient, "adm@n.example.jp")
	return x
}

// Send runs the job that sends mails once.
func (x *Post) Send() { upkeep.In(x.App.Platform).SendMails(context.Background()) }

// PlainPart is the plain text of a mail, as a mail program reads it.
func PlainPart(t testing.TB, body string) string {
	t.Helper()
	msg, err := netmail.ReadMessage(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var header interface{ Get(string) string } = msg.Header
	for r := msg.Body; ; {
		kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
		if err != nil {
			t.Fatal(err)
		}
		if kind == "text/plain" {
			b, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, r))
			if err != nil {
				t.Fatal(err)
			}
			return strings.ReplaceAll(string(b), "\r\n", "\n")
		}
		part, err := multipart.NewReader(r, params["boundary"]).NextPart()
		if err != nil {
			t.Fatal(err)
		}
		header, r = part.Header, part
	}
}
