package draft_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/draft"
	"tsunagu/app/issued"
	"tsunagu/store"
)

const (
	formsPath  = "/api/Draft/GetDraftForms?"
	checkPath  = "/api/Draft/CheckDraft?"
	makePath   = "/api/Draft/MakeDraft"
	tryPath    = "/api/Draft/TryDraft"
	listPath   = "/api/Office/GetDraftTemplates"
	savePath   = "/api/Office/SaveDraftTemplate"
	testPath   = "/api/Office/CheckDraftTemplate"
	endPath    = "/api/Office/WithdrawDraftTemplate"
	filePath   = "/api/Office/DownloadDraftTemplate?templateId="
	letter     = int(issued.KindLetterOfIntent)
	memorandum = int(issued.KindMemorandum)
)

type body = map[string]any

// world is Talks with the administrators and the office, and the network's templates that have every field.
type world struct {
	*apptest.Talks
	fadA, fadB, office *apptest.Caller
	all                map[issued.Kind]string // the network's templates, by id
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Talks: apptest.NewTalks(apptest.NewPlatform(t)), all: map[issued.Kind]string{}}
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	w.office = w.Office()
	w.fadA, w.fadB = w.SignInOffice("admin@a.example.jp"), w.SignInOffice("admin@b.example.jp")
	for _, k := range []issued.Kind{issued.KindMemorandum, issued.KindLetterOfIntent, issued.KindBasicAgreement, issued.KindNDA} {
		w.all[k] = save(w.office, int(k), 0, draft.Everything(), nil).Want(200).JSON()["templateId"].(string)
	}
	return w
}

func save(c *apptest.Caller, kind, version int, file []byte, changes body) apptest.Result {
	c.P.T.Helper()
	return c.Upload(savePath, apptest.With(body{"kind": kind, "version": version, "reason": "最初の版"}, changes), "書式.docx", file)
}

// made is a draft's text and bytes.
func (w *world) made(c *apptest.Caller, ref body, template string) (text string, b []byte) {
	w.T.Helper()
	o := c.Post(makePath, apptest.With(ref, body{"templateId": template})).Want(200).JSON()
	b = w.paper(o["issuedPaperId"].(string))
	return docxText(w.T.(*testing.T), b), b
}

func (w *world) paper(id string) []byte {
	w.T.Helper()
	var path string
	w.Read(func(q *store.Q) error {
		for _, v := range []store.Viewer{{InstitutionID: w.AID}, {InstitutionID: w.BID}} {
			if p, err := q.IssuedPaper(v, id); err == nil {
				f, err := q.File(p.FileID)
				path = f.Path
				return err
			}
		}
		return store.ErrNotFound
	})
	b, err := os.ReadFile(filepath.Join(w.App.Store.Dir(), store.FilesDir, path))
	if err != nil {
		w.T.Fatal(err)
	}
	return b
}

func has(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s: %q is missing", what, p)
		}
	}
}

func hasNot(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			t.Errorf("%s: %q stands in it", what, p)
		}
	}
}

var (
	sellerL3 = []string{"強み=カナリア強み", "提供方法=カナリア方法", "譲渡の理由の補足=カナリア理由", "決算年度=2025年度"}
	sellerL4 = []string{"売手会社名=カナリア製作所", "売手代表者名=金糸 雀", "売手郵便番号=450-0002", "カナリア1-1", "市場=カナリア市場", "直近の売上高=234,567千円",
		"純資産=△123,455千円", "売手電話番号=052-999-8877", "主な顧客=カナリア顧客", "補足説明=カナリア補足"}
	secretsL3 = []string{"カナリア強み", "カナリア方法", "カナリア理由", "2025年度"}
	secretsL4 = []string{"カナリア製作所", "金糸", "カナリア1-1", "カナリア市場", "234,567", "12,345", "234,561", "123,455", "8877", "カナリア顧客",
		"カナリア商品", "カナリア補足", "canary"}
	secretsSF = []string{"カナリア資産", "カナリア備考"}
	buyerName = []string{"霧晴環境", "買手代表者名=山本 一郎"}
)

// A draft has what is open to its maker at that moment and nothing else, in all bytes of the file; what is
// closed is named before it is made.
func TestDraftsAreLevelTrue(t *testing.T) {
	w := newWorld(t)
	intent, agreement := w.all[issued.KindLetterOfIntent], w.all[issued.KindBasicAgreement]
	// SF of its own listing: all that L4 opens, nothing of a buyer, nothing that is its own alone.
	text, _ := w.made(w.FinA, body{"sellerBusinessId": w.Listing}, w.all[issued.KindMemorandum])
	has(t, "SF", text, append(sellerL3, sellerL4...)...)
	has(t, "SF", text, "期=前々期;", "売上高=【売上高】", "期=前期;", "売上高=234,561", "期=直近期;", "売上高=234,567", "買手会社名=【買手会社名】", "お客さま名=カナリア製作所",
		"書式の版=企業概要書 ネットワークの書式 第1版", "案件番号=L-")
	hasNot(t, "SF", text, append(secretsSF, "霧晴", "山本", "{{")...)

	row := func(c *apptest.Caller, id string, template string) string {
		text, _ := w.made(c, body{"buyerNegotiationId": id}, template)
		return text
	}
	o := w.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", body{"sellerBusinessId": w.Listing}).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	text = row(w.FinB, id, intent)
	has(t, "BF before it began", text, "案件名=【東海】精密部品の加工", "霧晴環境", "売手会社名=【売手会社名】")
	hasNot(t, "BF before it began", text, append(append(secretsL3, secretsL4...), secretsSF...)...)
	w.FinA.Post(makePath, body{"buyerNegotiationId": id, "templateId": agreement}).Want(400)

	w.BuyB.Consent(w.Listing, int(o["version"].(float64))).Want(200)
	w.FinB.Deed("StartNegotiation", id, nil).Want(200)
	text = row(w.FinB, id, intent)
	has(t, "BF at L3", text, append(sellerL3, buyerName...)...)
	hasNot(t, "BF at L3", text, append(secretsL4, secretsSF...)...)
	text = row(w.FinA, id, agreement)
	has(t, "SF at status 1", text, "買手会社名=【買手会社名】", "買手金融機関名=蒼陵", "売手会社名=カナリア製作所")
	hasNot(t, "SF at status 1", text, "霧晴", "山本", "10,000千円", "250,000")

	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	text = row(w.FinA, id, agreement)
	has(t, "SF at status 2", text, append(buyerName, "買手資本金=【買手資本金】")...)
	hasNot(t, "SF at status 2", text, "10,000千円", "250,000")
	hasNot(t, "BF at status 2", row(w.FinB, id, intent), secretsL4...)

	key, passcode := w.OwnerKey(id)
	w.OwnerDecides(key, passcode, true).Want(200)
	w.FinA.Deed("NegotiationApprove", id, body{"isApproval": true}).Want(200)
	w.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	w.FinB.Milestone(id, deal.MilestoneIntent, body{"amount": 150_000}).Want(200)
	has(t, "a fact that one side recorded", row(w.FinB, id, intent), "意向表明額=【意向表明額】", "トップ面談日=2026年12月1日")
	w.FinA.Confirm(id).Want(200)
	text = row(w.FinB, id, intent)
	has(t, "BF at L4", text, append(sellerL4, "意向表明額=150,000千円", "意向表明日=2026年12月1日", "買手資本金=10,000千円")...)
	hasNot(t, "BF at L4", text, append(secretsSF, "{{")...)
	text = row(w.FinA, id, agreement)
	has(t, "SF at status 3", text, append(buyerName, "買手資本金=10,000千円", "意向表明額=150,000千円")...)

	// When it is over, the names close again.
	w.FinB.To(id, 3, 9, body{"endReason": int(deal.EndCompliance)}).Want(200)
	hasNot(t, "BF after the end", row(w.FinB, id, intent), append(append(secretsL3, secretsL4...), "150,000")...)
	hasNot(t, "SF after the end", row(w.FinA, id, agreement), "霧晴", "山本", "150,000")
	// Nobody else makes any.
	for _, c := range []*apptest.Caller{w.FinC, w.Rival, w.BuyB, w.BuyA, w.Visitor()} {
		none := c.Post(makePath, body{"buyerNegotiationId": store.NewID(), "templateId": intent})
		c.Post(makePath, body{"buyerNegotiationId": id, "templateId": intent}).SameAs(none)
		c.Get(formsPath + "buyerNegotiationId=" + id).SameAs(c.Get(formsPath + "buyerNegotiationId=" + store.NewID()))
		c.Get(checkPath + "sellerBusinessId=" + w.Listing + "&templateId=" + intent).
			SameAs(c.Get(checkPath + "sellerBusinessId=" + store.NewID() + "&templateId=" + intent))
		if none.Status == 200 {
			t.Error("it is made")
		}
	}
	w.FinB.Post(makePath, body{"sellerBusinessId": w.Listing, "templateId": w.all[issued.KindMemorandum]}).Want(400)
}

// Two worlds that differ only in what is closed to the maker give the same bytes, the same list of blanks and the same lines but for ids.
func TestDraftsTellNothingClosed(t *testing.T) {
	type seen struct{ text, blanks, trial, lines string }
	for name, closed := range map[string]struct {
		change string
		until  func(*world) string
	}{
		"seller, to BF at L3": {"UPDATE listing_content SET company_name = '別の会社', representative_name = '', address = '別の町', phone = '', " +
			"amount_of_sales = NULL, net_asset = 1, markets = '', services = '別', supplementary_description = ''", (*world).started},
		"buyer, to SF at status 1": {"UPDATE company_details SET company_name = '別の会社', representative_name = '', home_page_url = '', " +
			"capital_amount = NULL, sales_amount = 1 WHERE company_id = %buyer", (*world).started},
		"amounts, to SF at status 2": {"UPDATE company_details SET capital_amount = NULL, sales_amount = 1, total_assets = 7 " +
			"WHERE company_id = %buyer", func(w *world) string { return w.Hoped() }},
	} {
		var got [2]seen
		for i := range got {
			w := newWorld(t)
			id := closed.until(w)
			caller, kind := w.FinB, issued.KindLetterOfIntent
			if strings.Contains(name, "to SF") {
				caller, kind = w.FinA, issued.KindBasicAgreement
			}
			if i == 1 {
				db := apptest.OpenRaw(t, w.App.Store.Dir())
				if _, err := db.ExecContext(t.Context(), strings.ReplaceAll(closed.change, "%buyer", "'"+w.BuyerB+"'")); err != nil {
					t.Fatal(err)
				}
			}
			text, _ := w.made(caller, body{"buyerNegotiationId": id}, w.all[kind])
			check := caller.Get(checkPath + "buyerNegotiationId=" + id + "&templateId=" + w.all[kind]).Want(200).JSON()
			blanks, err := json.Marshal(check["blankList"])
			if err != nil {
				t.Fatal(err)
			}
			trial := caller.Post(tryPath, body{"caseNumber": "N-" + id[len(id)-8:], "templateId": w.all[kind]}).Want(200)
			got[i] = seen{neutral(text, id), string(blanks), neutral(docxText(t, []byte(trial.Body)), id),
				w.lines("SELECT group_concat(kind || level || subject) FROM ledger WHERE kind = 'issue'")}
			got[i].lines = number.ReplaceAllString(got[i].lines, "")
		}
		if strings.Contains(name, "BF") && !strings.Contains(got[0].lines, "issue3") {
			t.Errorf("%s: no line in the ledger: %s", name, got[0].lines)
		}
		if got[0] != got[1] {
			t.Errorf("%s: it tells: %s", name, apptest.Difference(got[0].text+got[0].blanks+got[0].trial+got[0].lines,
				got[1].text+got[1].blanks+got[1].trial+got[1].lines))
		}
	}
}

func (w *world) started() string { return w.Started() }
