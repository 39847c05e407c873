package issued_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/issued"
	"tsunagu/store"
)

const ofListing = int(store.InChargeOfListing)

func issueOf(c *apptest.Caller, listing string, kind issued.Kind) apptest.Result {
	c.P.T.Helper()
	return c.Post(issued.Path+"IssuePaper", map[string]any{"sellerBusinessId": listing, "kind": int(kind), "recordKind": ofListing})
}

func listOf(c *apptest.Caller, listing string) apptest.Result {
	c.P.T.Helper()
	return c.Get(issued.Path + "SearchIssuedPaper?sellerBusinessId=" + listing)
}

// madeOf is a listing's paper: its text and its id.
func madeOf(c *apptest.Caller, listing string, kind issued.Kind) (text, paper string) {
	c.P.T.Helper()
	paper = issueOf(c, listing, kind).Want(200).JSON()["issuedPaperId"].(string)
	return textOf(c.P.T, fetch(c, paper).Want(200).Body), paper
}

// listingMarks are what tells that a field stands in a paper of a listing.
var listingMarks = map[string]string{
	"businessName": "【東海】精密部品の加工", "description": "金属部品の加工を営む企業", "salesAmount": "売上高", "price": "希望価格", "people": "11人〜20人",
	"region": "東海", "dueDate": "公開期限", "ofL3": "カナリア", "seller": "カナリア製作所", "representative": "金糸", "phone": "052-999-8877",
	"sellerBank": "湊星銀行",
	"buyerBank":  "蒼陵信用金庫", "buyer": "霧晴環境", "numbered": "買手1", "secondNumber": "買手2", "rival": "黒潮ライバル", "maker": "利用者",
	"prefecture": "愛知県", "reading": "閲覧", "nameclear": "ネームクリア",
}

// Which field stands in which paper of a listing, whoever has it made and however far he is (papers.md 1): those named and no others.
func TestFieldsOfListingPapers(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	const sheet = "businessName description salesAmount price people region dueDate"
	const ledger, approach = "businessName region maker sellerBank", "businessName region maker sellerBank"
	golden := func(stage string, c *apptest.Caller, kind issued.Kind, fields string) {
		t.Helper()
		text, _ := madeOf(c, w.Listing, kind)
		var stands []string
		for name, mark := range listingMarks {
			if strings.Contains(text, mark) {
				stands = append(stands, name)
			}
		}
		want := strings.Fields(fields)
		slices.Sort(want)
		slices.Sort(stands)
		if !slices.Equal(stands, want) {
			t.Errorf("%s, %s: %v stand in it, want %v\n%s", stage, kind.Label(), stands, want, text)
		}
	}
	everybody := func(stage string) {
		t.Helper()
		for name, c := range map[string]*apptest.Caller{"sf": w.FinA, "bf": w.FinB, "buyer": w.BuyB, "another bank": w.FinC, "rival": w.Rival} {
			golden(stage+" "+name, c, issued.KindNoName, sheet)
		}
	}
	everybody("published")
	golden("published", w.FinA, issued.KindLedger, ledger)
	golden("published", w.FinA, issued.KindApproach, approach)

	w.RivalNamed() // a row that nobody approached or began by the product's calls; its ledger has no line
	id := w.Hoped()
	w.BuyB.Get(apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + w.Listing).Want(200).Has("カナリア強み")
	everybody("hoped")
	golden("hoped", w.FinA, issued.KindLedger, ledger+" numbered reading buyerBank")
	golden("hoped", w.FinA, issued.KindApproach, approach+" numbered")

	key, passcode := w.OwnerKey(id)
	golden("asked", w.FinA, issued.KindApproach, approach+" numbered")
	w.OwnerDecides(key, passcode, true).Want(200)
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	w.BuyB.Get(apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + w.Listing).Want(200).Has("カナリア製作所")
	everybody("named")
	golden("named", w.FinA, issued.KindLedger, ledger+" numbered reading nameclear buyerBank buyer")
	golden("named", w.FinA, issued.KindApproach, approach+" numbered buyer")

	w.FinB.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
	everybody("ended")
	golden("ended", w.FinA, issued.KindLedger, ledger+" numbered reading nameclear buyerBank buyer")
	golden("ended", w.FinA, issued.KindApproach, approach+" numbered")
	w.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// Two worlds that differ in what a reader may not know give the same paper: unchanged data make no second one, so the same id is the same
// bytes. What he may know makes another.
func TestListingPapersKeepSecrets(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	same := func(what string, c *apptest.Caller, kind issued.Kind, want bool, change func()) {
		t.Helper()
		before := issueOf(c, w.Listing, kind).Want(200).JSON()
		change()
		after := issueOf(c, w.Listing, kind).Want(200).JSON()
		if is := before["issuedPaperId"] == after["issuedPaperId"]; is != want {
			t.Errorf("%s, %s: the same paper: %v", what, kind.Label(), is)
		}
		if is := before["sha256"] == after["sha256"]; is != want {
			t.Errorf("%s, %s: the same bytes: %v", what, kind.Label(), is)
		}
	}
	secret := map[string]string{"company_name": "別の会社", "representative_name": "別 人", "address": "大阪府大阪市北区1-1", "phone": "06-1234-5678",
		"markets":   "別の市場",
		"advantage": "別の強み", "others": "別の備考", "sales_asset_other": "別の資産", "assignment_reason_addition": "別の理由", "city_code": "23106",
		"providing_method": "別の方法"}
	for _, c := range []*apptest.Caller{w.FinA, w.FinB, w.BuyB, w.FinC} {
		same("what opens later", c, issued.KindNoName, true, func() {
			for column, value := range secret {
				w.SQLExec("UPDATE listing_content SET " + column + " = '" + value + "' || random() WHERE listing_id = '" + w.Listing + "'")
			}
			w.SQLExec("UPDATE listing_content SET amount_of_sales = amount_of_sales + 1000 WHERE listing_id = '" + w.Listing + "'")
		})
	}
	id := ""
	same("a buyer who begins to negotiate", w.FinC, issued.KindNoName, true, func() { id = w.Started() })
	same("the draft", w.FinB, issued.KindNoName, true, func() {
		w.Edit(w.Listing, map[string]any{"description": "まだ承認されていない文章です。"}).Want(200)
	})
	same("what is published", w.FinB, issued.KindNoName, false, func() {
		w.SQLExec("UPDATE listing_content SET description = '公開した文章です。' WHERE listing_id = '" + w.Listing + "'")
	})
	// The owner learns of a buyer what became of it, and nothing of who it is.
	same("who the buyer is", w.FinA, issued.KindApproach, true, func() {
		w.SQLExec("UPDATE company_details SET company_name = '別の買手' WHERE company_id = '" + w.BuyerB + "'")
	})
	same("who the buyer is", w.FinA, issued.KindLedger, true, func() {
		w.SQLExec("UPDATE company_details SET company_name = 'また別の買手' WHERE company_id = '" + w.BuyerB + "'")
	})
	same("what the buyer and its bank write", w.FinA, issued.KindApproach, true, func() {
		w.BuyB.Say(id, 1, "よろしくお願いします。").Want(200)
	})
}

// The sheet is for who may read the listing, the reports for its own bank; nobody else learns that there are any.
func TestListingPapersTellNobodyElse(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Named()
	_, sheet := madeOf(w.FinA, w.Listing, issued.KindNoName)
	_, ledger := madeOf(w.FinA, w.Listing, issued.KindLedger)
	_, approach := madeOf(w.FinA, w.Listing, issued.KindApproach)
	listOf(w.FinA, w.Listing).Want(200).Has("ノンネームシート", "開示台帳の報告", "打診状況報告", sheet, ledger, approach)
	none := fetch(w.FinC, store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB, w.FinC, w.Rival} {
		listOf(c, w.Listing).Want(200).Has("ノンネームシート").HasNot("台帳", "打診", sheet, ledger, approach)
		for _, p := range []string{sheet, ledger, approach} {
			fetch(c, p).SameAs(none)
		}
		issueOf(c, w.Listing, issued.KindLedger).SameAs(none)
		issueOf(c, w.Listing, issued.KindApproach).SameAs(none)
		issueOf(c, store.NewID(), issued.KindNoName).SameAs(none)
	}
	// A reader has his sheet again as long as he may read the listing.
	_, own := madeOf(w.FinC, w.Listing, issued.KindNoName)
	before := fetch(w.FinC, own).Want(200)
	_, colleague := madeOf(w.BuyB, w.Listing, issued.KindNoName)
	w.SQLExec("UPDATE listing_content SET is_limited = 1 WHERE listing_id = '" + w.Listing + "'")
	fetch(w.FinC, own).SameAs(none)
	issueOf(w.FinC, w.Listing, issued.KindNoName).SameAs(none)
	listOf(w.FinC, w.Listing).SameAs(listOf(w.FinC, store.NewID()).Want(400))
	fetch(w.BuyB, colleague).Want(200) // in a negotiation the access stays
	w.BuyB.Get(issued.Path+"SearchIssuedPaper?companyId=").Want(200).Has(colleague).HasNot(sheet, ledger, approach)
	w.FinB.Get(issued.Path + "SearchIssuedPaper?companyId=" + w.BuyerB).Want(200).HasNot(colleague)
	w.SQLExec("UPDATE listing_content SET is_limited = 0 WHERE listing_id = '" + w.Listing + "'")
	if fetch(w.FinC, own).Want(200).Body != before.Body {
		t.Error("the sheet is not what it was")
	}
	// Nothing is published yet: there is no sheet, not for its own bank either.
	draft, _ := w.Draft(map[string]any{"businessName": "まだ公開していない案件"})
	listOf(w.FinA, draft).Want(200).HasNot("ノンネームシート")
	issueOf(w.FinA, draft, issued.KindNoName).SameAs(none)
	listOf(w.FinC, draft).SameAs(listOf(w.FinC, store.NewID()).Want(400))
}
