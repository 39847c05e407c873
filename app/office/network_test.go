package office_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/match"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestLogo(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	save := func(b []byte) apptest.Result {
		body := map[string]any{}
		if b != nil {
			body["picture"] = b
		}
		return c.Office.Post("/api/Office/SaveLogo", body)
	}
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"logo":""`)
	p.Visitor().Get("/api/Public/GetLogo").Want(400)
	hidden := append(apptest.PictureOf(t, "png", 2000, 500), []byte("<script>alert(1)</script>")...)
	save(hidden).Want(200)
	address := p.Visitor().Get("/api/Public/GetNetwork").Want(200).JSON()["logo"].(string)
	got := p.Visitor().Get(address).Want(200).HasNot("script")
	m, err := png.Decode(strings.NewReader(got.Body))
	if err != nil {
		t.Fatal(err)
	}
	if size := m.Bounds().Size(); size != image.Pt(480, 120) {
		t.Errorf("drawn at %v", size)
	}
	if at := color.NRGBAModel.Convert(m.At(100, 50)).(color.NRGBA); at != (color.NRGBA{200, 30, 30, 255}) {
		t.Errorf("coloured %v", at)
	}
	if got.Header.Get("Content-Type") != "image/png" || got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", got.Header)
	}
	save(apptest.PictureOf(t, "jpeg", 60, 240)).Want(200)
	next := p.Visitor().Get("/api/Public/GetNetwork").Want(200).JSON()["logo"].(string)
	if next == address {
		t.Error("another logo at the same address")
	}
	if m, err = png.Decode(strings.NewReader(p.Visitor().Get(next).Want(200).Body)); err != nil || m.Bounds().Size() != image.Pt(30, 120) {
		t.Errorf("%v, %v", m.Bounds(), err)
	}
	for name, b := range map[string][]byte{
		"a GIF":       apptest.PictureOf(t, "gif", 100, 100),
		"an SVG":      []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="100" height="100"/></svg>`),
		"no picture":  []byte("logo.png"),
		"cut off":     hidden[:len(hidden)/2],
		"too small":   apptest.PictureOf(t, "png", 10, 10),
		"too wide":    apptest.PictureOf(t, "png", 4001, 30),
		"too many MB": bytes.Repeat([]byte{0x89, 'P', 'N', 'G'}, 600_000),
	} {
		if r := save(b); r.Status != 422 && r.Status != 413 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		} else if r.Status == 422 {
			r.Has(`"picture"`)
		}
	}
	p.Visitor().Get(next).Want(200)
	save(nil).Want(200)
	p.Visitor().Get(next).Want(400)
	c.FadA.Post("/api/Office/SaveLogo", map[string]any{}).Want(400)
}

func TestColourIsLegible(t *testing.T) {
	for colour, want := range map[string]float64{"#000000": 21, "#ffffff": 1, "#767676": 4.54, "#17457d": 9.7} {
		if got := office.Contrast(colour, "#ffffff"); got < want-0.1 || got > want+0.1 {
			t.Errorf("%s on white: %.2f, want %.2f", colour, got, want)
		}
	}
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	s := c.Office.Get("/api/Office/GetSettings").Want(200).JSON()
	save := func(colour string) apptest.Result {
		return c.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(s, map[string]any{"colour": colour}))
	}
	for _, bad := range []string{"red", "#fff", "#ffcc00", "#767676", "#12345g", "url(x)", "#17457d;}"} {
		save(bad).Want(422).Has(`"colour"`)
	}
	save("#0B5D3B").Want(200)
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"colour":"#0b5d3b"`)
}

// The mail settings apply to the next mail: sender, reply address and logo; and the office can send
// a test mail.
func TestMailSender(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	x.Office = x.SignInOffice("adm@n.example.jp")
	s := x.Office.Get("/api/Office/GetSettings").Want(200).JSON()
	save := func(change map[string]any) apptest.Result {
		return x.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(s, change))
	}
	save(map[string]any{"mailFromName": "改\n行", "mailReplyTo": "a@example.jp\r\nBcc: b@example.jp"}).Want(422).Has(`"mailFromName"`,
		`"mailReplyTo"`)
	try := func() string {
		t.Helper()
		x.Office.Post("/api/Office/SendTestMail", map[string]any{}).Want(200).Has("adm@n.example.jp", `"isMailSent":true`)
		x.Send()
		mails := x.Server.Mails()
		return mails[len(mails)-1].Body
	}
	plain := try()
	for _, not := range []string{"Reply-To", "image/png", "cid:"} {
		if strings.Contains(plain, not) {
			t.Errorf("%s in a mail without: %s", not, plain)
		}
	}
	told := x.Newly(func() {
		save(map[string]any{"mailFromName": "Seto Network Office", "mailReplyTo": "Help@N.example.jp"}).Want(200)
	},
		mail.RulesChanged)
	apptest.WantMails(t, "no rule has changed", told)
	x.Office.Post("/api/Office/SaveLogo", map[string]any{"picture": apptest.PictureOf(t, "png", 100, 50)}).Want(200)
	styled := try()
	for _, want := range []string{`From: "Seto Network Office" <noreply@network.example.jp>`, "Reply-To: <Help@n.example.jp>",
		"multipart/related", "image/png"} {
		if !strings.Contains(styled, want) {
			t.Errorf("no %s in %s", want, styled)
		}
	}
	for i, answered := range []bool{true, false} { // the newest mail first
		if m := mailsOpened(x, "adm@n.example.jp")[i]; strings.Contains(m, "ご返信いただいてもお答えできません") == answered {
			t.Errorf("mail %d says %q", i, m)
		}
	}
	x.Office.Get("/api/Office/GetMailServer").Want(200).Has(`"isMailSent":true`, `"isFixed":true`)
}

// The weights that the office sets apply to every later score and are stated in its reasons.
func TestScoreWeights(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.SignInOffice("office@n.example.jp")
	now := office.Get("/api/Office/GetScoreWeights").Want(200).Has(`"version":1`).JSON()
	set := func(version int, change map[string]int) apptest.Result {
		var list []map[string]any
		for _, w := range now["weightList"].([]any) {
			row := w.(map[string]any)
			weight := row["weight"]
			if n, ok := change[row["item"].(string)]; ok {
				weight = n
			}
			list = append(list, map[string]any{"item": row["item"], "weight": weight})
		}
		return office.Send("PUT", "/api/Office/UpdateScoreWeights", map[string]any{"version": version, "weightList": list})
	}
	set(1, map[string]int{"industry": 31}).Want(422).Has("いまは101")
	set(1, map[string]int{"industry": 10, "region": 40}).Want(200)
	set(1, map[string]int{"industry": 20, "region": 30}).Want(409)
	office.Get("/api/Office/GetScoreWeights").Want(200).Has(`"version":2`, `"weight":40`)
	m.Read(func(q *store.Q) error {
		w, err := match.WeightsOf(q)
		if err == nil && (w.Version != 2 || w.Points["industry"] != 10 || w.Points["region"] != 40) {
			t.Errorf("weights %+v", w)
		}
		return err
	})
}

// mailsOpened are the texts of the mails to an address that have not been erased after sending, the
// newest first; each text shows the settings of the time when the mail was queued.
func mailsOpened(x *apptest.Post, address string) (texts []string) {
	for _, m := range x.Server.Mails() {
		if m.To == address {
			texts = append([]string{apptest.PlainPart(x.T, m.Body)}, texts...)
		}
	}
	return texts
}
