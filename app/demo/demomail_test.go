package demo_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

func TestDemoMails(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.Reset("fin@a.example.jp").Want(200)
	p.Write(func(tx *store.Tx) error {
		return p.App.MailTo(tx, mail.Passcode, "owner@b.example.jp", "", "", mail.Data{Passcode: "01234567"})
	})

	// Outside the demo these calls do not exist, signed in or not.
	none := p.Visitor().Get("/api/NoSuchCall").Want(400)
	for _, path := range []string{"/api/Demo/GetMails", "/api/Demo/GetLogins"} {
		for _, c := range []*apptest.Caller{p.Visitor(), p.SignIn("fin@a.example.jp")} {
			if r := c.Get(path).Want(400); r.Body != none.Body {
				t.Errorf("%s: %s", path, r.Body)
			}
		}
	}

	p.App.Demo = true
	body := p.Visitor().Get("/api/Demo/GetMails").Want(200).JSON()
	list := body["mailList"].([]any)
	if len(list) != 2 || body["allCount"].(float64) != 2 {
		t.Fatalf("mails %v", body)
	}
	passcode, link := list[0].(map[string]any), list[1].(map[string]any)
	if passcode["to"] != "owner@b.example.jp" || passcode["passcode"] != "01234567" || passcode["link"] != "" {
		t.Errorf("passcode mail %v", passcode)
	}
	if link["to"] != "fin@a.example.jp" || !strings.HasPrefix(link["link"].(string), "http://localhost:8080/password-set?key=") ||
		link["passcode"] != "" || link["label"] == "" || link["created"] == "" {
		t.Errorf("link mail %v", link)
	}
	p.Visitor().Get("/api/Demo/GetMails?to=OWNER").Want(200).Has("owner@b").HasNot("fin@a.example.jp")
	p.Visitor().Get("/api/Demo/GetMails?to=%25").Want(200).Has(`"mailList":[]`) // % has no special meaning
	p.Visitor().Get("/api/Demo/GetMails?limit=1&pageNumber=2").Want(200).Has("fin@a.example.jp").HasNot("owner@b", "01234567")
	p.Visitor().Get("/api/Demo/GetMails?limit=100000").Want(422)

	logins := p.Visitor().Get("/api/Demo/GetLogins").Want(200).JSON()["loginList"].([]any)
	if len(logins) != 10 {
		t.Errorf("%d logins", len(logins))
	}
}
