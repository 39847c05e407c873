package app

import (
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

func TestDemoMails(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.reset("fin@a.example.jp").want(200)
	p.write(func(tx *store.Tx) error {
		return p.a.MailTo(tx, mail.Passcode, "owner@b.example.jp", "", "", mail.Data{Passcode: "01234567"})
	})

	// Outside the demo there is no such thing, signed in or not.
	none := p.visitor().get("/api/NoSuchCall").want(400)
	for _, path := range []string{"/api/Demo/GetMails", "/api/Demo/GetLogins"} {
		for _, c := range []*caller{p.visitor(), p.signIn("fin@a.example.jp")} {
			if r := c.get(path).want(400); r.body != none.body {
				t.Errorf("%s: %s", path, r.body)
			}
		}
	}

	p.a.Demo = true
	body := p.visitor().get("/api/Demo/GetMails").want(200).json()
	list := body["mailList"].([]any)
	if len(list) != 2 || body["allCount"].(float64) != 2 {
		t.Fatalf("mails %v", body)
	}
	passcode, link := list[0].(map[string]any), list[1].(map[string]any)
	if passcode["to"] != "owner@b.example.jp" || passcode["passcode"] != "01234567" || passcode["link"] != "" {
		t.Errorf("passcode mail %v", passcode)
	}
	if link["to"] != "fin@a.example.jp" || !strings.HasPrefix(link["link"].(string), "http://localhost:8080/password-set?key=") || link["passcode"] != "" || link["label"] == "" || link["created"] == "" {
		t.Errorf("link mail %v", link)
	}
	p.visitor().get("/api/Demo/GetMails?to=OWNER").want(200).has("owner@b").hasNot("fin@a.example.jp")
	p.visitor().get("/api/Demo/GetMails?to=%25").want(200).has(`"mailList":[]`) // % is a letter like any other
	p.visitor().get("/api/Demo/GetMails?limit=1&pageNumber=2").want(200).has("fin@a.example.jp").hasNot("owner@b", "01234567")
	p.visitor().get("/api/Demo/GetMails?limit=100000").want(422)

	logins := p.visitor().get("/api/Demo/GetLogins").want(200).json()["loginList"].([]any)
	if len(logins) != 9 {
		t.Errorf("%d logins", len(logins))
	}
}
