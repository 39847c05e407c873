package app

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/match"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

// pictureOf is an image of one colour in a format.
func pictureOf(t testing.TB, format string, width, height int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = []byte{200, 30, 30, 255}[i%4]
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, m)
	case "jpeg":
		err = jpeg.Encode(&b, m, nil)
	case "gif":
		err = gif.Encode(&b, m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLogo(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	save := func(b []byte) result {
		body := map[string]any{}
		if b != nil {
			body["picture"] = b
		}
		return c.office.post("/api/Office/SaveLogo", body)
	}
	p.visitor().get("/api/Public/GetNetwork").want(200).has(`"logo":""`)
	p.visitor().get("/api/Public/GetLogo").want(400)
	hidden := append(pictureOf(t, "png", 2000, 500), []byte("<script>alert(1)</script>")...)
	save(hidden).want(200)
	address := p.visitor().get("/api/Public/GetNetwork").want(200).json()["logo"].(string)
	got := p.visitor().get(address).want(200).hasNot("script")
	m, err := png.Decode(strings.NewReader(got.body))
	if err != nil {
		t.Fatal(err)
	}
	if size := m.Bounds().Size(); size != image.Pt(480, 120) {
		t.Errorf("drawn at %v", size)
	}
	if at := color.NRGBAModel.Convert(m.At(100, 50)).(color.NRGBA); at != (color.NRGBA{200, 30, 30, 255}) {
		t.Errorf("coloured %v", at)
	}
	if got.header.Get("Content-Type") != "image/png" || got.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", got.header)
	}
	save(pictureOf(t, "jpeg", 60, 240)).want(200)
	next := p.visitor().get("/api/Public/GetNetwork").want(200).json()["logo"].(string)
	if next == address {
		t.Error("another logo at the same address")
	}
	if m, err = png.Decode(strings.NewReader(p.visitor().get(next).want(200).body)); err != nil || m.Bounds().Size() != image.Pt(30, 120) {
		t.Errorf("%v, %v", m.Bounds(), err)
	}
	for name, b := range map[string][]byte{
		"a GIF":       pictureOf(t, "gif", 100, 100),
		"an SVG":      []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="100" height="100"/></svg>`),
		"no picture":  []byte("logo.png"),
		"cut off":     hidden[:len(hidden)/2],
		"too small":   pictureOf(t, "png", 10, 10),
		"too wide":    pictureOf(t, "png", 4001, 30),
		"too many MB": bytes.Repeat([]byte{0x89, 'P', 'N', 'G'}, 600_000),
	} {
		if r := save(b); r.status != 422 && r.status != 413 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		} else if r.status == 422 {
			r.has(`"picture"`)
		}
	}
	p.visitor().get(next).want(200)
	save(nil).want(200)
	p.visitor().get(next).want(400)
	c.fadA.post("/api/Office/SaveLogo", map[string]any{}).want(400)
}

func TestColourIsLegible(t *testing.T) {
	for colour, want := range map[string]float64{"#000000": 21, "#ffffff": 1, "#767676": 4.54, "#17457d": 9.7} {
		if got := office.Contrast(colour, "#ffffff"); got < want-0.1 || got > want+0.1 {
			t.Errorf("%s on white: %.2f, want %.2f", colour, got, want)
		}
	}
	p := newPlatform(t)
	c := newConsole(p)
	s := c.office.get("/api/Office/GetSettings").want(200).json()
	save := func(colour string) result {
		return c.office.send("PUT", "/api/Office/UpdateSettings", with(s, map[string]any{"colour": colour}))
	}
	for _, bad := range []string{"red", "#fff", "#ffcc00", "#767676", "#12345g", "url(x)", "#17457d;}"} {
		save(bad).want(422).has(`"colour"`)
	}
	save("#0B5D3B").want(200)
	p.visitor().get("/api/Public/GetNetwork").want(200).has(`"colour":"#0b5d3b"`)
}

// What the settings say of mails holds for the next one: who it is from, where answers go, the
// logo; and the office can try it.
func TestMailSender(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	x.office = x.signInOffice("adm@n.example.jp")
	s := x.office.get("/api/Office/GetSettings").want(200).json()
	save := func(change map[string]any) result {
		return x.office.send("PUT", "/api/Office/UpdateSettings", with(s, change))
	}
	save(map[string]any{"mailFromName": "改\n行", "mailReplyTo": "a@example.jp\r\nBcc: b@example.jp"}).want(422).has(`"mailFromName"`, `"mailReplyTo"`)
	try := func() string {
		t.Helper()
		x.office.post("/api/Office/SendTestMail", map[string]any{}).want(200).has("adm@n.example.jp", `"isMailSent":true`)
		x.send()
		mails := x.server.Mails()
		return mails[len(mails)-1].Body
	}
	plain := try()
	for _, not := range []string{"Reply-To", "image/png", "cid:"} {
		if strings.Contains(plain, not) {
			t.Errorf("%s in a mail without: %s", not, plain)
		}
	}
	save(map[string]any{"mailFromName": "Seto Network Office", "mailReplyTo": "Help@N.example.jp"}).want(200)
	x.office.post("/api/Office/SaveLogo", map[string]any{"picture": pictureOf(t, "png", 100, 50)}).want(200)
	styled := try()
	for _, want := range []string{`From: "Seto Network Office" <noreply@network.example.jp>`, "Reply-To: <Help@n.example.jp>", "multipart/related", "image/png"} {
		if !strings.Contains(styled, want) {
			t.Errorf("no %s in %s", want, styled)
		}
	}
	for i, answered := range []bool{true, false} { // the newest first
		if m := x.mailsOpened("adm@n.example.jp")[i]; strings.Contains(m, "ご返信いただいてもお答えできません") == answered {
			t.Errorf("mail %d says %q", i, m)
		}
	}
	x.office.get("/api/Office/GetMailServer").want(200).has(`"isMailSent":true`, "office@network.example.jp").hasNot("127.0.0.1")
}

// The office's weights count in every score from then on, and say so in the reasons.
func TestScoreWeights(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	m.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.signInOffice("office@n.example.jp")
	now := office.get("/api/Office/GetScoreWeights").want(200).has(`"version":1`).json()
	set := func(version int, change map[string]int) result {
		var list []map[string]any
		for _, w := range now["weightList"].([]any) {
			row := w.(map[string]any)
			weight := row["weight"]
			if n, ok := change[row["item"].(string)]; ok {
				weight = n
			}
			list = append(list, map[string]any{"item": row["item"], "weight": weight})
		}
		return office.send("PUT", "/api/Office/UpdateScoreWeights", map[string]any{"version": version, "weightList": list})
	}
	set(1, map[string]int{"industry": 31}).want(422).has("いまは101")
	set(1, map[string]int{"industry": 10, "region": 40}).want(200)
	set(1, map[string]int{"industry": 20, "region": 30}).want(409)
	office.get("/api/Office/GetScoreWeights").want(200).has(`"version":2`, `"weight":40`)
	m.read(func(q *store.Q) error {
		w, err := match.WeightsOf(q)
		if err == nil && (w.Version != 2 || w.Points["industry"] != 10 || w.Points["region"] != 40) {
			t.Errorf("weights %+v", w)
		}
		return err
	})
}

// mailsOpened are the texts of mails to an address that a sender has not erased yet, the newest
// first; of those sent, what the settings made of them was written when they were queued.
func (x *post) mailsOpened(address string) (texts []string) {
	for _, m := range x.server.Mails() {
		if m.To == address {
			texts = append([]string{plainPart(x.t, m.Body)}, texts...)
		}
	}
	return texts
}
