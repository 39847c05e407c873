package listing_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
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

func TestApprovalByLink(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(map[string]any{"isRest": true, "restFinancial": []string{m.BID}})
	sent := m.FinA.Post(apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": id, "ppapMailaddress": m.Person}).Want(200)
	sent.Has("同じアドレス", m.Person).HasNot("key=")
	m.FinA.Get(apptest.ListingBase+"IsSellerBusinessApprovedData?sellerBusinessId="+id).Want(200).Has(`"isPending":true`, `"kind":"link"`,
		m.Person, "2026-11-28")
	key, passcode := m.Request(id) // replaces the first
	for _, mail := range append(m.Mails(m.Person), m.Mails("second@canary.example.co.jp")...) {
		for _, canary := range []string{"カナリア", "精密部品", "蒼陵"} {
			if strings.Contains(mail.Text+mail.HTML+mail.Subject, canary) {
				t.Errorf("mail %s names %s", mail.Kind, canary)
			}
		}
		if mail.Kind == "listing_approval_request" && !strings.Contains(mail.Text, "湊星銀行") { // so that it can be checked
			t.Error("the mail does not say which bank asks")
		}
	}

	fields(m.Open(key, passcode).Want(200).Has("【東海】精密部品の加工", "カナリア製作所", "湊星銀行", "利用者 "+m.Person, "蒼陵信用金庫", `"isRest":true`, `"opens":[`,
		"秘密保持承諾後", "実名承認後", `"companyName"`)).HasNot(apptest.CanariesL3[:6]...).HasNot("234567", "金糸", "カナリア1-1", "canary.example.co.jp/")
	m.Visitor().Post(apptest.ListingBase+"ApproveByKey", map[string]any{"key": key, "passcode": passcode,
		"isApproval": false}).Want(422).Has(`"name"`, `"comment"`)
	m.Decide(key, strings.Repeat("0", 8), true).Want(400)
	m.Decide(key, passcode, true).Want(200).Has(`"isApproval":true`)
	apptest.SeeOverview(m.BuyA, id).Want(200)
	// One decision; a used, a revoked and an unknown key answer alike, as a wrong passcode does.
	unknown := m.Decide(strings.Repeat("x", 43), passcode, true).Want(400)
	m.Decide(key, passcode, true).SameAs(unknown)
	m.Open(key, passcode).SameAs(unknown)
	m.Open(key, "00000000").SameAs(unknown)
	m.Open("", "").SameAs(unknown)
	if got := m.Mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "listing_approved" {
		t.Error("SF was not told")
	}
	m.FinA.Get(apptest.ListingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id).Want(200).Has(`"approvedName":"金糸 雀"`)
	m.Read(func(q *store.Q) error {
		k, err := q.LatestLinkKey(store.LinkListingApproval, id)
		if err == nil && (k.DecidedIP == "" || k.ContentHash == "" || k.Used.IsZero() || k.KeyHash == key) {
			t.Errorf("stored %+v", k)
		}
		return err
	})
}

func TestSellerSendsBack(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(nil)
	key, passcode := m.Request(id)
	m.Decide(key, passcode, false).Want(200)
	apptest.SeeOverview(m.FinA, id).Want(200).Has(`"status":4`, "表題を直してください。")
	if got := m.Mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "listing_returned" {
		t.Error("SF was not told")
	}
	m.Edit(id, map[string]any{"businessName": "【東海】部品加工"}).Want(200).Has(`"status":0`)
	apptest.SeeOverview(m.FinA, id).HasNot("表題を直してください。")
}

func TestEditKillsTheKey(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	edits := map[string]func(id string) apptest.Result{
		"overview": func(id string) apptest.Result { return m.Edit(id, nil) },
		"details": func(id string) apptest.Result {
			return m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync",
				apptest.With(apptest.ListingDetailsBody, map[string]any{"sellerBusinessId": id, "version": m.Version(id)}))
		},
		"audience": func(id string) apptest.Result {
			return m.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": id, "version": m.Version(id),
				"isLimited": true})
		},
		"disable": func(id string) apptest.Result {
			return m.FinA.Post(apptest.ListingBase+"DisableSellerBusiness",
				map[string]any{"sellerBusinessId": id, "version": m.Version(id), "comment": "x"})
		},
	}
	for name, edit := range edits {
		id, _ := m.Draft(nil)
		key, passcode := m.Request(id)
		edit(id).Want(200).Has(`"isPending":false`)
		if r := m.Decide(key, passcode, true); r.Status != 400 {
			t.Errorf("%s: the key lives on: %d", name, r.Status)
		}
		apptest.SeeOverview(m.BuyB, id).Want(400)
	}
}

func TestWrongPasscodesKillTheKey(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(nil)
	key, passcode := m.Request(id)
	for range 4 {
		m.Open(key, "wrong").Want(400)
	}
	m.Open(key, passcode).Want(200) // four are forgiven
	m.Decide(key, "11111111", true).Want(400)
	m.Open(key, passcode).Want(400)
	m.Decide(key, passcode, true).Want(400)
	apptest.SeeOverview(m.FinA, id).Want(200).Has(`"status":0`).HasNot(`"isPending":true`)
	if got := m.Mails("fin@a.example.jp"); len(got) == 0 || got[0].Kind != "request_expired" {
		t.Error("SF was not told")
	}
	// Seven days end a key too.
	key, passcode = m.Request(id)
	m.Clock.Add(deal.StandardTerms().LinkKeyLife())
	m.Open(key, passcode).Want(400)
	m.FinA = m.SignIn("fin@a.example.jp")
	m.FinA.Get(apptest.ListingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id).Want(200).Has(`"isExpired":true`)
	key, passcode = m.Request(id)
	m.Decide(key, passcode, true).Want(200)
}

func TestAnonymityCheck(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(map[string]any{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。"})
	check := func(body map[string]any) apptest.Result {
		return m.FinA.Post(apptest.ListingBase+"CheckAnonymity", apptest.With(map[string]any{"sellerBusinessId": id}, body)).Want(200)
	}
	r := check(map[string]any{"texts": map[string]string{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。", "advantage": "電話 052-123-4567",
		"businessName": "【愛知県】加工"},
		"industryTypes": []string{"13003"}, "publicRegion": []int{6}, "salesAmount": 3})
	r.Has("ｶﾅﾘｱ製作所", "名古屋市", "唯一", `"isWarning":true`, `"coordinates":`, "3社未満", "1,000社未満", `"kind":"largeClass"`).HasNot("愛知県")
	check(map[string]any{"texts": map[string]string{"description": "東海地方の企業です。"}}).Has(`"hits":[]`).HasNot("coordinates")

	refused := m.FinA.Post(apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).Want(422)
	refused.Has("justifications.", "ｶﾅﾘｱ製作所", "名古屋市", "唯一")
	why := map[string]string{}
	for _, e := range refused.JSON()["errors"].([]any) {
		why[strings.TrimPrefix(e.(map[string]any)["field"].(string), "justifications.")] = "所有者の希望による"
	}
	if len(why) != 3 {
		t.Fatalf("%d hits: %v", len(why), why)
	}
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id,
		"ppapMailaddress": "second@canary.example.co.jp", "justifications": why}).Want(200)
	// The reasons stay with the listing.
	m.Edit(id, map[string]any{"description": "名古屋市のｶﾅﾘｱ製作所。県内唯一の工場です。はい。"}).Want(200)
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id,
		"ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
}

// Offers tell nothing of who is registered: the answer is the same to the byte whether a name in the text is a company's or nobody's.
// Mild hits are told, and a request goes without a reason for them.
func TestMilderWordingsAreNoOracle(t *testing.T) {
	const text = "株式会社雲間精機に納入。岡崎市の工場、社長の佐藤一郎、商品「月の雫」、従業員29名。"
	answer := func(name string) string {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		id, _ := m.Draft(map[string]any{"publicRegion": []int{6, 9}})
		m.SQLExec("UPDATE company_details SET company_name = '" + name + "', representative_name = '佐藤 一郎' WHERE company_id = '" + m.BuyerB + "'")
		r := m.FinA.Post(apptest.ListingBase+"CheckAnonymity", map[string]any{"sellerBusinessId": id,
			"texts": map[string]string{"description": text}, "publicRegion": []int{6, 9}}).Want(200)
		r.Has(`"text":"取引先企業"`, `"text":"ある地域"`, `"text":"代表者"`, `"text":"21〜50名"`, `"isMild":true`).HasNot("東海", "愛知", "四国")
		return string(r.Body)
	}
	if one, two := answer("株式会社雲間精機"), answer("株式会社霧間精機"); one != two {
		t.Errorf("whose name it is can be told: %s", apptest.Difference(one, two))
	}
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(map[string]any{"description": "株式会社雲間精機に納入。社長の佐藤一郎、商品「月の雫」、県内シェア35％。"})
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
	m.Edit(id, map[string]any{"description": "従業員29名の会社です。"}).Want(200)
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).Want(422).Has("justifications.", "29名")
}

func TestPaperApproval(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, version := m.Draft(nil)
	attach := func(c *apptest.Caller, version int, content string) apptest.Result {
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
		return c.Do("POST", apptest.ListingBase+"RequestPaperApproval", w.FormDataContentType(), &b)
	}
	attach(m.FinA, version, "").Want(422).Has(`"file"`)
	attach(m.FinA, version, "MZ\x00\x01").Want(415)
	attach(m.FinB, version, "%PDF-1.7 x").Want(400)
	v := int(attach(m.FinA, version, "%PDF-1.7 x").Want(200).Has(`"isPending":true`).JSON()["version"].(float64))
	state := apptest.ListingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + id
	m.FinA.Get(state).Want(200).Has(`"kind":"paper"`, `"canConfirm":false`, "承諾書.pdf")
	m.SecondA.Get(state).Want(200).Has(`"canConfirm":true`)
	confirm := func(c *apptest.Caller) apptest.Result {
		return c.Post(apptest.ListingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": id, "version": v})
	}
	confirm(m.FinA).Want(409).Has("別の担当者")
	apptest.SeeOverview(m.SecondA, id).Has(`"event":"approve"`)
	apptest.SeeOverview(m.BuyB, id).Want(400)
	if got := m.SecondA.Get(apptest.ListingBase + "DownloadPaperApproval?sellerBusinessId=" + id).Want(200); got.Body != "%PDF-1.7 x" {
		t.Errorf("downloaded %q", got.Body)
	}
	confirm(m.SecondA).Want(200).Has(`"status":1`)
	apptest.SeeOverview(m.BuyB, id).Want(200)

	// An edit ends a paper too.
	m.Edit(id, map[string]any{"businessName": "別の表題"}).Want(200)
	v = int(attach(m.FinA, m.Version(id), "%PDF-1.7 y").Want(200).JSON()["version"].(float64))
	m.Edit(id, map[string]any{"businessName": "さらに別の表題"}).Want(200)
	v = m.Version(id)
	confirm(m.SecondA).Want(409)
	apptest.SeeOverview(m.BuyB, id).Want(200).Has("精密部品の加工")
}

func TestKeyOfAnotherKind(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(nil)
	m.Write(func(tx *store.Tx) error {
		_, _, err := m.App.NewLink(tx, &store.LinkKey{Kind: store.LinkOwnerConsent, SubjectID: id}, "/owner-consent", time.Hour, true)
		return err
	})
	key, passcode := m.Request(id)
	m.Write(func(tx *store.Tx) error {
		k, err := tx.LatestLinkKey(store.LinkListingApproval, id)
		if err != nil {
			return err
		}
		k.Kind = store.LinkOwnerConsent
		return tx.UpdateLinkKey(k)
	})
	m.Open(key, passcode).Want(400)
}
