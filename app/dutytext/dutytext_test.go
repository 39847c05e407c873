package dutytext_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/dutytext"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	readPath = "/api/Duty/GetDutyText"
	listPath = "/api/Office/GetDutyTexts"
	onePath  = "/api/Office/GetDutyText?textId="
	savePath = "/api/Office/SaveDutyText"
	today    = "2026-11-21" // as a test's clock begins
)

type body = map[string]any

// explanation is a text of the bank's own: an item of the sample in other words, and one of its own.
func explanation(version int, changes body) body {
	return apptest.With(body{"kind": int(deal.DutyExplanation), "version": version, "title": "重要事項のご説明", "reason": "当行の言葉に合わせた",
		"itemList": []body{{"key": "role", "heading": "仲介とFAの違い", "text": "当行は仲介として契約します。", "scope": 0},
			{"heading": "当行の苦情の窓口", "text": "お客さま相談室です。", "scope": 2}}}, changes)
}

func kindOf(c *apptest.Caller, k deal.DutyKind) body {
	c.P.T.Helper()
	for _, x := range c.Get(listPath).Want(200).JSON()["kindList"].([]any) {
		if x.(body)["kind"] == float64(k) {
			return x.(body)
		}
	}
	return nil
}

// The samples are what records name by key, version and hash: whoever changes one keeps the old one too (sampleVersion).
func TestSamplesStay(t *testing.T) {
	for k, want := range map[deal.DutyKind]struct {
		hash  string
		items string
	}{
		deal.DutyExplanation: {"3e7fe4f9d4126c7bf36aa5a97548b8f7bcdbbe09a7a0fe2c91eeb5596a5a17d5",
			"role,steps,person,fee,costs,other,secrecy,direct,exclusive,tail,term,ending,liability," +
				"surviving,conflict,buyer,sharing"},
		deal.DutyContractRisk: {"0ce3c54eaf5586544546f35f762394289a09c241fa786f755e9d8b7c0e3e4425",
			"warranty,diligence,instalments,guarantee,retirement,competition,conditions"},
		deal.DutyAntisocial: {"c4e696b000af62887b3d5a45076552ee2476aeff7114b0f2a22285d58e6d6490", "police,association,own,press,other"},
	} {
		s := dutytext.Sample(k)
		var keys []string
		for _, x := range s.Items {
			keys = append(keys, x.Key)
			if x.Text == "" || strings.Count(x.Text, "【") != strings.Count(x.Text, "】") {
				t.Errorf("%s: %q", x.Heading, x.Text)
			}
		}
		if s.Hash != want.hash || strings.Join(keys, ",") != want.items || !s.IsSample || s.Version != 1 {
			t.Errorf("%s: %s %v", k.Label(), s.Hash, keys)
		}
		if !dutytext.Uses(k) {
			t.Errorf("%s uses none", k.Label())
		}
	}
	if dutytext.Uses(deal.DutyFee) {
		t.Error("a fee uses a text")
	}
}

// An institution works with the sample until it saved its own, and each change is another version that stays.
func TestTextsHaveVersions(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	k := kindOf(c.FadA, deal.DutyExplanation)
	if now := k["inForce"].(body); now["isSample"] != true || now["name"] != "重要事項説明書（見本 第1版）" || len(now["itemList"].([]any)) != 17 ||
		now["unfinishedCount"] == 0.0 || len(k["versionList"].([]any)) != 0 {
		t.Errorf("%v", now)
	}
	key := body{"requestKey": store.NewID()}
	first := c.FadA.Post(savePath, explanation(0, key)).Want(200).JSON()["textId"].(string)
	c.FadA.Post(savePath, explanation(0, key)).Want(200).Has(first) // the same form again
	c.FadA.Post(savePath, explanation(0, body{"title": "古い画面から"})).Want(409).Has(`"code":"stale"`, "入力した内容は残っています")
	c.FadA.Post(savePath, explanation(7, body{"title": "まだない版から"})).Want(409)
	c.FadA.Post(savePath, explanation(1, body{"itemList": kindOf(c.FadA, deal.DutyExplanation)["inForce"].(body)["itemList"]})).Want(422).
		Has("同じ内容")
	now := kindOf(c.FadA, deal.DutyExplanation)["inForce"].(body)
	items := now["itemList"].([]any)
	own := items[1].(body)["key"].(string)
	if now["textId"] != first || now["version"] != 1.0 || now["isSample"] != false || now["unfinishedCount"] != 0.0 || own == "" ||
		now["name"] != "重要事項のご説明 第1版" || now["userName"] == "" || now["reason"] != "当行の言葉に合わせた" {
		t.Errorf("%v", now)
	}
	// An item keeps its key under another heading, and comes back with it after it was taken out.
	changed := []body{{"key": own, "heading": "ご相談とご不満の窓口", "text": "【電話番号】にお電話ください。\r\n平日のみです。 ", "scope": 0}}
	second := c.FadA.Post(savePath, explanation(1, body{"itemList": changed, "reason": "窓口の名前を変えた"})).Want(200).JSON()["textId"].(string)
	third := c.FadA.Post(savePath, explanation(2, body{"itemList": []body{{"key": own, "heading": "窓口", "text": "本店です。", "scope": 0},
		{"key": "role", "heading": "立場", "text": "仲介です。", "scope": 0}}, "reason": "書き直した"})).Want(200).JSON()["textId"].(string)
	k = kindOf(c.FadA, deal.DutyExplanation)
	var versions []string
	for _, v := range k["versionList"].([]any) {
		versions = append(versions, fmt.Sprint(v.(body)["version"], v.(body)["textId"], v.(body)["unfinishedCount"]))
	}
	if want := []string{"3" + third + "0", "2" + second + "1", "1" + first + "0"}; strings.Join(versions, " ") != strings.Join(want, " ") {
		t.Errorf("%v, want %v", versions, want)
	}
	c.FadA.Get(onePath+second).Want(200).Has(`"isInForce":false`, "ご相談とご不満の窓口", `"text":"【電話番号】にお電話ください。\n平日のみです。"`,
		`"isUnfinished":true`).HasNot("仲介とFAの違い")
	c.FadA.Get(onePath+"sample-5-1").Want(200).Has(`"isSample":true`, `"isInForce":false`, "買手調査の概要")
	// The other lists are still the samples', and the hash is that of what is stored.
	if k := kindOf(c.FadA, deal.DutyAntisocial); k["inForce"].(body)["isSample"] != true {
		t.Errorf("%v", k)
	}
	c.Read(func(q *store.Q) error {
		rows, err := q.DutyTexts(c.BankA, int(deal.DutyExplanation))
		for _, r := range rows {
			if sum := sha256.Sum256([]byte(r.Content)); hex.EncodeToString(sum[:]) != r.Hash {
				t.Errorf("version %d: another hash", r.Version)
			}
		}
		return err
	})
	if n := c.Count("SELECT count(*) FROM duty_text"); n != 3 {
		t.Errorf("%d versions", n)
	}
	if n := c.Count("SELECT count(*) FROM audit a JOIN duty_text t ON t.id = a.subject_id WHERE a.event = 'duty_text_saved' AND " +
		"a.detail = 'kind=5 version=' || t.version || ' hash=' || t.hash"); n != 3 {
		t.Errorf("%d audit lines", n)
	}
	db := apptest.OpenRaw(t, c.App.Store.Dir())
	for _, s := range []string{"UPDATE duty_text SET reason = 'x'", "DELETE FROM duty_text"} {
		if _, err := db.ExecContext(context.Background(), s); err == nil || !strings.Contains(err.Error(), "a version of a text is not") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// Two administrators at once write one version; the other is told, and saves after he has looked.
func TestTextsAtOnce(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	done := 0
	for _, r := range apptest.Together(4, func(i int) apptest.Result {
		return c.FadA.Post(savePath, explanation(0, body{"title": fmt.Sprint("説明書", i)}))
	}) {
		if r.Status == 200 {
			done++
		} else {
			r.Want(409)
		}
	}
	if n := c.Count("SELECT count(*) FROM duty_text"); done != 1 || n != 1 {
		t.Errorf("%d saved, %d versions", done, n)
	}
}

// What is wrong with a version is said at each field at once, and nothing is saved.
func TestTextIsChecked(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	item := func(heading, text string, changes body) body {
		return apptest.With(body{"heading": heading, "text": text, "scope": 0}, changes)
	}
	c.FadA.Post(savePath, explanation(0, body{"title": " ", "reason": "", "itemList": []body{item("", "本文", nil), item("見出し", "", nil),
		item("見出し", "本文", nil), item("ほか", "本文", body{"key": "nobody"}), item("役", "本文", body{"key": "role"}),
		item("役2", "本文", body{"key": "role"}), item("場合", "本文", body{"scope": 3}),
		item(strings.Repeat("長", 61), strings.Repeat("長", 2001), nil)}})).Want(422).
		Has(`"field":"title"`, `"field":"reason"`, `"field":"itemList.0.heading"`, `"field":"itemList.1.text"`, `"field":"itemList.2.heading"`,
			`"field":"itemList.3.key"`, `"field":"itemList.5.key"`, `"field":"itemList.6.scope"`, `"field":"itemList.7.heading"`,
			`"field":"itemList.7.text"`).HasNot(`"field":"itemList.4`)
	c.FadA.Post(savePath, explanation(0, body{"itemList": []body{}})).Want(422)
	c.FadA.Post(savePath, explanation(0, body{"kind": int(deal.DutyFee)})).Want(422).Has(`"field":"kind"`)
	sources := body{"kind": int(deal.DutyAntisocial), "title": "照会先", "itemList": []body{item("データベース会社", "", body{"scope": 1})}}
	c.FadA.Post(savePath, explanation(0, sources)).Want(422).Has(`"field":"itemList.0.scope"`)
	sources["itemList"] = []body{item("データベース会社", "", nil)} // a source needs no note
	c.FadA.Post(savePath, explanation(0, sources)).Want(200)
	if n := c.Count("SELECT count(*) FROM duty_text"); n != 1 {
		t.Errorf("%d versions", n)
	}
}

// record writes a duty about a company.
func record(c *apptest.Caller, id string, k deal.DutyKind, values body, changes body) apptest.Result {
	c.P.T.Helper()
	return c.Post("/api/Duty/RecordDuty", apptest.With(body{"companyId": id, "kind": int(k), "record": 1, "performedOn": today,
		"values": values}, changes))
}

// standing is the row and the form of a kind for a company.
func standing(c *apptest.Caller, id string, k deal.DutyKind) (row, form body) {
	c.P.T.Helper()
	all := c.Get("/api/Duty/GetDuties?companyId=" + id).Want(200).JSON()
	find := func(list string) body {
		for _, x := range all[list].([]any) {
			if x.(body)["kind"] == float64(k) {
				return x.(body)
			}
		}
		return nil
	}
	return find("dutyList"), find("kindList")
}

// field is one of a kind's form, as JSON.
func field(form body, key string) string {
	for _, f := range form["fieldList"].([]any) {
		if f.(body)["key"] == key {
			b, _ := json.Marshal(f)
			return string(b)
		}
	}
	return ""
}

func said(items string, changes body) body {
	return apptest.With(body{"role": "broker", "items": items, "handedOver": "paper", "by": "湊 一郎", "toWhom": "representative",
		"toName": "代表取締役 山本 一郎"}, changes)
}

// A duty's choices are the items of the version in force; its record keeps naming that version, whatever comes later.
func TestTextsAreUsed(t *testing.T) {
	w := apptest.NewMarketplace(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	fad := w.SignInOffice("admin@a.example.jp")
	const all = "role,steps,person,fee,costs,other,secrecy,direct,exclusive,tail,term,ending,liability,surviving,conflict,buyer,sharing"
	// With the sample the bank's own paper is named.
	_, form := standing(w.FinA, w.Seller, deal.DutyExplanation)
	if f := form["text"].(body); f["isSample"] != true || f["textId"] != "sample-5-1" || f["fieldKey"] != "items" ||
		!strings.Contains(form["help"].(string), "見本") || !strings.Contains(field(form, "items"), "（売手へ）買手調査の概要") {
		t.Errorf("%v", form)
	}
	record(w.FinA, w.Seller, deal.DutyExplanation, said(all, nil), nil).Want(422).Has(`"field":"values.text"`)
	before := record(w.FinA, w.Seller, deal.DutyExplanation, said(all, body{"text": "当行の書面 2024"}), body{"textId": "sample-5-1"}).Want(200).
		JSON()["dutyId"]
	// The bank's own.
	first := fad.Post(savePath, explanation(0, nil)).Want(200).JSON()["textId"].(string)
	row, form := standing(w.FinA, w.Seller, deal.DutyExplanation)
	if x := row["text"].(body); row["state"] != "done" || x["name"] != "重要事項説明書（見本 第1版）" || len(x["choiceList"].([]any)) != 17 ||
		x["hash"] != dutytext.Sample(deal.DutyExplanation).Hash || row["values"].(body)["text"] != "当行の書面 2024" {
		t.Errorf("%v", row)
	}
	own := kindOf(fad, deal.DutyExplanation)["inForce"].(body)["itemList"].([]any)[1].(body)["key"].(string)
	if items := field(form, "items"); !strings.Contains(items, "（売手へ）当行の苦情の窓口") || strings.Contains(items, "テール") ||
		!strings.Contains(field(form, "text"), `"isWritten":true`) || strings.Contains(form["help"].(string), "見本") {
		t.Errorf("%v", form)
	}
	again := func(items string, values, changes body) apptest.Result {
		return record(w.FinA, w.Seller, deal.DutyExplanation, said(items, values), apptest.With(body{"replaces": before}, changes))
	}
	again("role,"+own, nil, body{"textId": "sample-5-1"}).Want(409).Has("書面が新しい版になりました", "入力した内容は残っています")
	again("role,"+own, body{"text": "ほかの書面"}, nil).Want(422).Has(`"field":"values.text"`)
	again("role", nil, nil).Want(422).Has(`"field":"values.items"`)
	again("role,tail,"+own, nil, nil).Want(422).Has(`"field":"values.items"`)
	again("role,"+own, nil, body{"textId": store.NewID()}).Want(409)
	if n := w.Count("SELECT count(*) FROM duty"); n != 1 {
		t.Errorf("%d duties", n)
	}
	last := again(own+",role", nil, body{"textId": first}).Want(200).JSON()["dutyId"]
	// A newer one leaves the record what it was.
	second := fad.Post(savePath, explanation(1, body{"itemList": []body{{"key": own, "heading": "窓口", "text": "本店です。",
		"scope": 0}}})).Want(200).JSON()["textId"].(string)
	row, form = standing(w.FinA, w.Seller, deal.DutyExplanation)
	used := row["text"].(body)
	if row["dutyId"] != last || row["state"] != "done" || used["textId"] != first || used["name"] != "重要事項のご説明 第1版" ||
		row["values"].(body)["text"] != "重要事項のご説明 第1版" || row["values"].(body)["items"] != "role,"+own ||
		used["choiceList"].([]any)[1].(body)["label"] != "（売手へ）当行の苦情の窓口" || form["text"].(body)["textId"] != second {
		t.Errorf("%v", row)
	}
	if x := row["earlierList"].([]any)[0].(body)["text"].(body); x["name"] != "重要事項説明書（見本 第1版）" {
		t.Errorf("%v", x)
	}
	w.FinA.Get(readPath+"?textId="+first).Want(200).Has(`"hash":"`+used["hash"].(string), "お客さま相談室です。", `"isInForce":false`)
	w.FinA.Get(readPath+"?kind=5").Want(200).Has(second, "本店です。", `"isInForce":true`).HasNot("お客さま相談室")
	w.FinA.Get(readPath + "?kind=7").Want(422)
	w.FinA.Get(readPath).Want(422)
	// The other bank works with the sample, and a list of sources is chosen from.
	fad.Post(savePath, explanation(0, body{"kind": int(deal.DutyAntisocial), "title": "照会先", "itemList": []body{
		{"key": "police", "heading": "県警", "text": "", "scope": 0}, {"heading": "データベース会社", "text": "", "scope": 0}}})).Want(200)
	record(w.FinA, w.Seller, deal.DutyAntisocial, body{"sources": "press", "result": "clear"}, nil).Want(422)
	record(w.FinA, w.Seller, deal.DutyAntisocial, body{"sources": "police", "result": "clear"}, nil).Want(200)
	row, _ = standing(w.FinA, w.Seller, deal.DutyAntisocial)
	closed := w.FinA.Get(fmt.Sprint("/api/Duty/ReadDuty?dutyId=", row["dutyId"])).Want(200).JSON()
	if row["text"] != nil || closed["text"].(body)["name"] != "照会先 第1版" {
		t.Errorf("%v\n%v", row, closed)
	}
	record(w.FinB, w.BuyerB, deal.DutyAntisocial, body{"sources": "press", "result": "clear"}, nil).Want(200)
}

// A record from before there were versions names the items of the sample, and keeps the name of its paper.
func TestTextsOfBefore(t *testing.T) {
	w := apptest.NewMarketplace(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.Write(func(tx *store.Tx) error {
		at, err := tx.OwnRecord(store.Viewer{UserID: w.UserOf(w.FinA).ID, InstitutionID: w.AID}, store.InChargeOfCompany, w.Seller)
		if err != nil {
			return err
		}
		return tx.CreateDuty(&store.Duty{InstitutionID: w.AID, Kind: int(deal.DutyExplanation), Of: at.Of, RecordSeq: at.Seq, Result: 1,
			PerformedOn: today, Content: `{"text":"重要事項説明書 第3版","items":"role,tail"}`}, w.UserOf(w.FinA).ID)
	})
	w.SignInOffice("admin@a.example.jp").Post(savePath, explanation(0, nil)).Want(200)
	row, _ := standing(w.FinA, w.Seller, deal.DutyExplanation)
	used := row["text"].(body)
	if row["state"] != "done" || used["name"] != nil || used["textId"] != nil || len(used["choiceList"].([]any)) != 17 ||
		row["values"].(body)["text"] != "重要事項説明書 第3版" {
		t.Errorf("%v", row)
	}
}

// Nobody but the institution's own desk and administrator learns what it works with, nor that it has something of its own.
func TestTextsTellNobody(t *testing.T) {
	var answers [2][]string
	for i := range answers {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
		w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
		w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
		fadA, fadB := w.SignInOffice("admin@a.example.jp"), w.SignInOffice("admin@b.example.jp")
		office := w.SignInOffice("office@n.example.jp")
		none := store.NewID()
		id := none
		if i == 1 {
			apptest.WantMails(t, "nobody is mailed", w.Newly(func() {
				id = fadA.Post(savePath, explanation(0, nil)).Want(200).JSON()["textId"].(string)
				fadA.Post(savePath, explanation(1, body{"title": "変えた"})).Want(200)
			}))
			w.FinA.Get(readPath + "?textId=" + id).Want(200).Has("お客さま相談室")
		}
		for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyA, w.BuyB, w.Rival, office, w.Visitor()} {
			c.Get(readPath + "?textId=" + id).SameAs(c.Get(readPath + "?textId=" + none))
			c.Get(readPath+"?textId="+id).HasNot("お客さま相談室", "重要事項のご説明")
		}
		for _, c := range []*apptest.Caller{fadB, office, w.FinA, w.FinB, w.BuyB, w.Visitor()} {
			r := c.Get(onePath + id)
			if r.SameAs(c.Get(onePath + none)); r.Status == 200 {
				t.Errorf("it is read: %s", r.Body)
			}
		}
		for _, c := range []*apptest.Caller{office, w.FinA, w.BuyB, w.Visitor()} {
			if r := c.Post(savePath, explanation(0, nil)); r.Status == 200 {
				t.Errorf("it is written: %s", r.Body)
			}
			if r := c.Get(listPath); r.Status == 200 {
				t.Errorf("it is read: %s", r.Body)
			}
		}
		for _, r := range []apptest.Result{w.FinB.Get(readPath + "?kind=5"), w.BuyB.Get(readPath + "?kind=5"), office.Get(readPath + "?kind=5"),
			fadB.Get(listPath)} {
			answers[i] = append(answers[i], r.Body)
		}
		office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty_text", "説明書・一覧")
		office.Get("/api/Office/ExportAuditList").Want(200).HasNot("duty_text", "説明書・一覧")
		fadB.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty_text", "説明書・一覧")
		if i == 1 {
			fadA.Get("/api/Office/GetAuditList?limit=100").Want(200).Has("説明書・一覧の新しい版の保存")
		}
	}
	for j := range answers[0] {
		if answers[0][j] != answers[1][j] {
			t.Errorf("it tells: %s", apptest.Difference(answers[0][j], answers[1][j]))
		}
	}
}

// After a merger the records of an absorbed bank still name the version that was used, and its texts bind nobody.
func TestTextsAfterMerger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	first := w.SignInOffice("admin@a.example.jp").Post(savePath, explanation(0, nil)).Want(200).JSON()["textId"].(string)
	w.FinB.Get(readPath + "?textId=" + first).Want(400)
	w.Write(func(tx *store.Tx) error {
		a, err := tx.Institution(w.AID)
		if err != nil {
			return err
		}
		a.MergedInto = w.BID
		if err := tx.UpdateInstitution(a, ""); err != nil {
			return err
		}
		_, err = tx.MergeInstitutions(&store.MergerMove{Absorbed: w.AID, Surviving: w.BID, Name: "A"})
		return err
	})
	w.FinB.Get(readPath+"?textId="+first).Want(200).Has("お客さま相談室", `"isInForce":false`)
	w.FinB.Get(readPath + "?kind=5").Want(200).Has(`"isSample":true`)
	w.FinC.Get(readPath + "?textId=" + first).Want(400)
}
