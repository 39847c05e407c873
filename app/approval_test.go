package app

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (m *marketplace) open(key, passcode string) result {
	m.t.Helper()
	return m.visitor().post(listingBase+"GetApprovalByKey", map[string]any{"key": key, "passcode": passcode})
}

func TestApprovalByLink(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(map[string]any{"isRest": true, "restFinancial": []string{m.bID}})
	sent := m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": m.person}).want(200)
	sent.has("同じアドレス", m.person).hasNot("key=")
	m.finA.get(listingBase+"IsSellerBusinessApprovedData?sellerBusinessId="+id).want(200).has(`"isPending":true`, `"kind":"link"`, m.person, "2026-11-28")
	key, passcode := m.request(id) // replaces the first
	for _, mail := range append(m.mails(m.person), m.mails("second@canary.example.co.jp")...) {
		for _, canary := range []string{"カナリア", "精密部品", "湊星"} {
			if strings.Contains(mail.Text+mail.HTML+mail.Subject, canary) {
				t.Errorf("mail %s names %s", mail.Kind, canary)
			}
		}
	}

	m.open(key, passcode).want(200).has("【東海】精密部品の加工", "カナリア製作所", "湊星銀行", "利用者 "+m.person, "蒼陵信用金庫", `"isRest":true`, `"opens":[`, "秘密保持承諾後", "実名承認後", `"companyName"`).
		fields().hasNot(canariesL3[:6]...).hasNot("234567", "金糸", "カナリア1-1", "canary.example.co.jp/")
	m.visitor().post(listingBase+"ApproveByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": false}).want(422).has(`"name"`, `"comment"`)
	m.decide(key, strings.Repeat("0", 8), true).want(400)
	m.decide(key, passcode, true).want(200).has(`"isApproval":true`)
	seeOverview(m.buyA, id).want(200)
	// One decision; a spent, a dead and an unknown key answer alike, as a wrong passcode does.
	unknown := m.decide(strings.Repeat("x", 43), passcode, true).want(400)
	m.decide(key, passcode, true).sameAs(unknown)
	m.open(key, passcode).sameAs(unknown)
	m.open(key, "00000000").sameAs(unknown)
	m.open("", "").sameAs(unknown)
	if got := m.mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "listing_approved" {
		t.Error("SF was not told")
	}
	m.finA.get(listingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id).want(200).has(`"approvedName":"金糸 雀"`)
	m.read(func(q *store.Q) error {
		k, err := q.LatestLinkKey(store.LinkListingApproval, id)
		if err == nil && (k.DecidedIP == "" || k.ContentHash == "" || k.Used.IsZero() || k.KeyHash == key) {
			t.Errorf("stored %+v", k)
		}
		return err
	})
}

func TestSellerSendsBack(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(nil)
	key, passcode := m.request(id)
	m.decide(key, passcode, false).want(200)
	seeOverview(m.finA, id).want(200).has(`"status":4`, "表題を直してください。")
	if got := m.mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "listing_returned" {
		t.Error("SF was not told")
	}
	m.edit(id, map[string]any{"businessName": "【東海】部品加工"}).want(200).has(`"status":0`)
	seeOverview(m.finA, id).hasNot("表題を直してください。")
}

func TestEditKillsTheKey(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	edits := map[string]func(id string) result{
		"overview": func(id string) result { return m.edit(id, nil) },
		"details": func(id string) result {
			return m.finA.post(listingBase+"CreateUpdateSellerBusinessDetailsAsync", with(listingDetailsBody, map[string]any{"sellerBusinessId": id, "version": m.version(id)}))
		},
		"audience": func(id string) result {
			return m.finA.post(listingBase+"ChangeAudience", map[string]any{"sellerBusinessId": id, "version": m.version(id), "isLimited": true})
		},
		"disable": func(id string) result {
			return m.finA.post(listingBase+"DisableSellerBusiness", map[string]any{"sellerBusinessId": id, "version": m.version(id), "comment": "x"})
		},
	}
	for name, edit := range edits {
		id, _ := m.draft(nil)
		key, passcode := m.request(id)
		edit(id).want(200).has(`"isPending":false`)
		if r := m.decide(key, passcode, true); r.status != 400 {
			t.Errorf("%s: the key lives on: %d", name, r.status)
		}
		seeOverview(m.buyB, id).want(400)
	}
}

func TestWrongPasscodesKillTheKey(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(nil)
	key, passcode := m.request(id)
	for range 4 {
		m.open(key, "wrong").want(400)
	}
	m.open(key, passcode).want(200) // four are forgiven
	m.decide(key, "11111111", true).want(400)
	m.open(key, passcode).want(400)
	m.decide(key, passcode, true).want(400)
	seeOverview(m.finA, id).want(200).has(`"status":0`).hasNot(`"isPending":true`)
	if got := m.mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "request_expired" {
		t.Error("SF was not told")
	}
	// Seven days end a key too.
	key, passcode = m.request(id)
	m.clock.Add(deal.StandardTerms().LinkKeyLife())
	m.open(key, passcode).want(400)
	m.finA = m.signIn("fin@a.example.jp")
	m.finA.get(listingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id).want(200).has(`"isExpired":true`)
	key, passcode = m.request(id)
	m.decide(key, passcode, true).want(200)
}

func TestAnonymityCheck(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(map[string]any{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。"})
	check := func(body map[string]any) result {
		return m.finA.post(listingBase+"CheckAnonymity", with(map[string]any{"sellerBusinessId": id}, body)).want(200)
	}
	r := check(map[string]any{"texts": map[string]string{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。", "advantage": "電話 052-123-4567", "businessName": "【愛知県】加工"},
		"industryTypes": []string{"13003"}, "publicRegion": []int{6}, "salesAmount": 3})
	r.has("ｶﾅﾘｱ製作所", "名古屋市", "唯一", `"isWarning":true`, `"coordinates":`, "3社未満", "1,000社未満", `"kind":"largeClass"`).hasNot("愛知県")
	check(map[string]any{"texts": map[string]string{"description": "東海地方の企業です。"}}).has(`"hits":[]`).hasNot("coordinates")

	refused := m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).want(422)
	refused.has("justifications.", "ｶﾅﾘｱ製作所", "名古屋市", "唯一")
	why := map[string]string{}
	for _, e := range refused.json()["errors"].([]any) {
		why[strings.TrimPrefix(e.(map[string]any)["field"].(string), "justifications.")] = "所有者の希望による"
	}
	if len(why) != 3 {
		t.Fatalf("%d hits: %v", len(why), why)
	}
	m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp", "justifications": why}).want(200)
	// The reasons stay with the listing.
	m.edit(id, map[string]any{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。はい。"}).want(200)
	m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).want(200)
}

func TestPaperApproval(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, version := m.draft(nil)
	attach := func(c *caller, version int, content string) result {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		_ = w.WriteField("sellerBusinessId", id)
		_ = w.WriteField("version", jsonOf(version))
		if content != "" {
			f, err := w.CreateFormFile("file", "承諾書.pdf")
			if err != nil {
				t.Fatal(err)
			}
			_, _ = f.Write([]byte(content))
		}
		_ = w.Close()
		return c.do("POST", listingBase+"RequestPaperApproval", w.FormDataContentType(), &b)
	}
	attach(m.finA, version, "").want(422).has(`"file"`)
	attach(m.finA, version, "MZ\x00\x01").want(415)
	attach(m.finB, version, "%PDF-1.7 x").want(400)
	v := int(attach(m.finA, version, "%PDF-1.7 x").want(200).has(`"isPending":true`).json()["version"].(float64))
	state := listingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id
	m.finA.get(state).want(200).has(`"kind":"paper"`, `"canConfirm":false`, "承諾書.pdf")
	m.secondA.get(state).want(200).has(`"canConfirm":true`)
	confirm := func(c *caller) result {
		return c.post(listingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": id, "version": v})
	}
	confirm(m.finA).want(409).has("別の担当者")
	seeOverview(m.secondA, id).has(`"event":"approve"`)
	seeOverview(m.buyB, id).want(400)
	if got := m.secondA.get(listingBase + "DownloadPaperApproval?sellerBusinessId=" + id).want(200); got.body != "%PDF-1.7 x" {
		t.Errorf("downloaded %q", got.body)
	}
	confirm(m.secondA).want(200).has(`"status":1`)
	seeOverview(m.buyB, id).want(200)

	// An edit ends a paper too.
	m.edit(id, map[string]any{"businessName": "別の表題"}).want(200)
	v = int(attach(m.finA, m.version(id), "%PDF-1.7 y").want(200).json()["version"].(float64))
	m.edit(id, map[string]any{"businessName": "さらに別の表題"}).want(200)
	v = m.version(id)
	confirm(m.secondA).want(409)
	seeOverview(m.buyB, id).want(200).has("精密部品の加工")
}

func TestKeyOfAnotherKind(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(nil)
	m.write(func(tx *store.Tx) error {
		_, _, err := m.a.NewLink(tx, &store.LinkKey{Kind: store.LinkOwnerConsent, SubjectID: id}, "/owner-consent", time.Hour, true)
		return err
	})
	key, passcode := m.request(id)
	m.write(func(tx *store.Tx) error {
		k, err := tx.LatestLinkKey(store.LinkListingApproval, id)
		if err != nil {
			return err
		}
		k.Kind = store.LinkOwnerConsent
		return tx.UpdateLinkKey(k)
	})
	m.open(key, passcode).want(400)
}
