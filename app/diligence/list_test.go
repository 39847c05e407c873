package diligence_test

import (
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/store"
)

type body = map[string]any

const buyerSide, sellerSide = int(store.InChargeOfBF), int(store.InChargeOfSF)

func offers(c *apptest.Caller, id string) apptest.Result {
	return c.Get(issued.Path + "SearchIssuedPaper?buyerNegotiationId=" + id)
}

func issue(c *apptest.Caller, id string, side int) apptest.Result {
	return c.Post(issued.Path+"IssuePaper", body{"buyerNegotiationId": id, "kind": int(issued.KindDiligenceList), "recordKind": side})
}

// content is the list as a caller gets it, and its rows by sheet.
func content(t *testing.T, c *apptest.Caller, id string, side int) (file string, rows, documents [][]string) {
	t.Helper()
	paper := issue(c, id, side).Want(200).JSON()["issuedPaperId"].(string)
	file = c.Get(issued.Path + "DownloadIssuedPaper?issuedPaperId=" + paper).Want(200).Body
	f, err := excelize.OpenReader(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	read := func(name string) [][]string {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for k := range row {
				at, _ := excelize.CoordinatesToCellName(k+1, i+1)
				if formula, err := f.GetCellFormula(name, at); err != nil || formula != "" {
					t.Errorf("%s %s: %q %v", name, at, formula, err)
				}
			}
		}
		return rows
	}
	return file, read("資料依頼リスト"), read("資料")
}

// marked are the rows that bear a mark, as "No. mark names".
func marked(rows [][]string) (out []string) {
	for _, row := range rows[3:] {
		if len(row) > 6 && row[5] != "" {
			out = append(out, row[0]+" "+row[5]+" "+row[6])
		}
	}
	return out
}

// Each side reads what it knows of: SF its own documents and which are open to this buyer, the buyer's bank what is open to it,
// and no more.
func TestDiligenceList(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	secret := w.Document(w.Listing, "=未開示の概要書", []byte(apptest.Pdf))
	_, rows, _ := content(t, w.FinB, id, buyerSide)
	groups := map[string]bool{}
	for _, row := range rows[3:] {
		groups[row[1]] = true
		if row[2] == "" || row[3] == "" || !strings.Contains("ABC", row[4]) {
			t.Errorf("%q", row)
		}
	}
	if len(rows)-3 < 80 || len(groups) != 10 || len(marked(rows)) != 0 {
		t.Errorf("%d rows in %d groups, marked %q", len(rows)-3, len(groups), marked(rows))
	}
	for _, name := range []string{"未開示の概要書", "カナリア", "霧晴", "黒潮", "白嶺"} {
		if file, _, _ := content(t, w.FinB, id, buyerSide); strings.Contains(file, name) || strings.Contains(flat(rows), name) {
			t.Errorf("%s is in the list of the buyer's bank", name)
		}
	}
	_, rows, documents := content(t, w.FinA, id, sellerSide)
	if got := marked(rows); len(got) != 2 || got[0] != "1 登録済み（未開示） '=未開示の概要書" || len(documents) != 4 {
		t.Errorf("SF before: %q %q", got, documents)
	}
	w.Grant(secret, id, nil).Want(200)
	file, rows, documents := content(t, w.FinB, id, buyerSide)
	if got := marked(rows); len(got) != 2 || got[0] != "1 開示あり '=未開示の概要書" || documents[3][3] != "開示あり" {
		t.Errorf("BF: %q %q", got, documents)
	}
	if again, _, _ := content(t, w.FinB, id, buyerSide); again != file {
		t.Error("made again of the same data it is another file")
	}
	if _, rows, _ := content(t, w.FinA, id, sellerSide); marked(rows)[0] != "1 この買手に開示 '=未開示の概要書" {
		t.Errorf("SF: %q", marked(rows))
	}
	w.Revoke(secret, id).Want(200)
	if _, rows, _ := content(t, w.FinB, id, buyerSide); len(marked(rows)) != 0 {
		t.Errorf("after the end of the grant: %q", marked(rows))
	}
	lines := w.Count("SELECT count(*) FROM ledger WHERE kind = 'issue' AND level = 4 AND client_id = '" + w.BID + "'")
	if lines != 1 {
		t.Errorf("%d lines of the ledger, want that of the list with a document", lines)
	}
}

func flat(rows [][]string) (out string) {
	for _, row := range rows {
		out += strings.Join(row, "\t") + "\n"
	}
	return out
}

// Before the names are open, after the end, and for the buyer itself there is no list, and nothing is said of one.
func TestDiligenceListBeforeItsTime(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	none := func() {
		t.Helper()
		for side, c := range map[int]*apptest.Caller{buyerSide: w.FinB, sellerSide: w.FinA} {
			offers(c, id).Want(200).HasNot("デューデリジェンス")
			issue(c, id, side).Want(400)
		}
	}
	none()
	key, passcode := w.OwnerKey(id)
	w.OwnerDecides(key, passcode, true).Want(200)
	w.FinA.Deed("NegotiationApprove", id, body{"isApproval": true}).Want(200)
	for side, c := range map[int]*apptest.Caller{buyerSide: w.FinB, sellerSide: w.FinA} {
		offers(c, id).Want(200).Has("デューデリジェンス")
		issue(c, id, side).Want(200)
		issue(c, id, buyerSide+sellerSide-side).Want(400)
	}
	offers(w.BuyB, id).Want(200).HasNot("デューデリジェンス")
	issue(w.BuyB, id, buyerSide).Want(400)
	for _, c := range []*apptest.Caller{w.FinC, w.Rival} {
		offers(c, id).SameAs(offers(c, store.NewID()).Want(400))
		issue(c, id, buyerSide).SameAs(issue(c, store.NewID(), buyerSide).Want(400))
	}
	w.FinB.To(id, 3, 9, body{"endReason": 1}).Want(200)
	none()
}

// Two networks differ in documents that are not open to this buyer, and in another bidder to whom one is: the buyer's bank gets the same
// list, but for number and time.
func TestDiligenceListTellsOfNoOther(t *testing.T) {
	var lists [2]string
	for i := range lists {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		id := w.Named()
		other := w.Negotiation(w.Listing, w.RivalBuyer, w.BID, deal.NegotiationRealName, true)
		if i == 1 {
			w.Grant(w.Document(w.Listing, "別の買手への資料", []byte(apptest.Pdf)), other, nil).Want(200)
			w.Document(w.Listing, "だれにも開示しない資料", []byte(apptest.Pdf))
		}
		_, rows, documents := content(t, w.FinB, id, buyerSide)
		lists[i] = flat(rows[2:]) + flat(documents[2:])
	}
	if lists[0] != lists[1] {
		t.Errorf("%s\n%s", lists[0], lists[1])
	}
}
