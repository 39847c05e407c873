package issued_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/store"
)

// What differs between two worlds in any case: ids, hashes of bytes, and the numbers of papers and cases.
var idOf = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|20\d{6}-[2-9A-Z]{8}|N-[0-9a-f]{8}`)

// Two worlds that differ in what a side may not know give it the same papers and lists: the seller's bank learns nothing of financing,
// notes and papers on the buyer's side, the buyer's side nothing of the owner's words, the seller's bank's notes and papers.
func TestPapersAreOfOneSide(t *testing.T) {
	sellers, buyers := paperWorld(t, false, false)
	same, _ := paperWorld(t, true, false)
	wantSame(t, sellers, same)
	_, same = paperWorld(t, false, true)
	wantSame(t, buyers, same)
}

func wantSame(t *testing.T, one, other map[string]string) {
	t.Helper()
	for what := range one {
		first, second := idOf.ReplaceAllString(one[what], "#"), idOf.ReplaceAllString(other[what], "#")
		if first != second {
			t.Errorf("%s tells of the other side:\n%s\n%s", what, first, second)
		}
	}
}

// paperWorld is what the seller's and what the buyer's side get in a deal in which a side does what is its own, or not.
func paperWorld(t *testing.T, isBuyers, isSellers bool) (sellers, buyers map[string]string) {
	sellers, buyers = map[string]string{}, map[string]string{}
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	note := func(is bool, text string) map[string]any {
		if is {
			return map[string]any{"note": text}
		}
		return nil
	}
	if isBuyers {
		w.FinB.Deed("UpdateFinancialSupportStatus", id, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
			"financingConsent": true}).Want(200)
		made(w.BuyB, id, issued.KindConfidentiality, bf)
		made(w.FinB, id, issued.KindConfidentiality, bf)
	}
	sellers["what the owner is asked"], _ = made(w.FinA, id, issued.KindNameClear, sf)
	sellers["the list while the owner is asked"] = list(w.FinA, id).Want(200).Body
	key, passcode := w.OwnerKey(id)
	w.Visitor().Post(apptest.NegotiationBase+"DecideOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": true,
		"userName": "金糸 雀", "comment": map[bool]string{true: "この先だけにしてください。"}[isSellers]}).Want(200)
	if isSellers {
		made(w.FinA, id, issued.KindOwnerConsent, sf)
	}
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	w.FinB.Milestone(id, deal.MilestoneTopInterview, note(isBuyers, "買手側の覚書")).Want(200)
	w.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	w.FinA.Confirm(id).Want(200)
	w.FinB.To(id, 3, 4, nil).Want(200)
	w.FinA.Milestone(id, deal.MilestoneContract, apptest.With(map[string]any{"date": "2027-01-10", "skips": []int{3, 4}},
		note(isSellers, "売手側の覚書"))).Want(200)
	w.FinA.Milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}).Want(200)
	w.FinB.Confirm(id).Want(200)
	w.FinB.To(id, 4, 5, nil).Want(200)
	w.FinA.To(id, 4, 5, nil).Want(200)
	sellers["the report"], _ = made(w.FinA, id, issued.KindConclusion, sf)
	sellers["the list"] = list(w.FinA, id).Want(200).Body
	if !isBuyers {
		buyers["what the buyer agreed to"], _ = made(w.BuyB, id, issued.KindConfidentiality, bf)
		buyers["the report"], _ = made(w.FinB, id, issued.KindConclusion, bf)
		buyers["the bank's list"] = list(w.FinB, id).Want(200).Body
		buyers["the buyer's list"] = list(w.BuyB, id).Want(200).Body
	}
	return sellers, buyers
}

// Papers go with their negotiation when that is purged, and are not deleted or changed otherwise.
func TestPapersStay(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	_, paper := made(w.BuyB, id, issued.KindConfidentiality, bf)
	var f *store.File
	w.Read(func(q *store.Q) error {
		p, err := q.IssuedPaper(store.Viewer{BuyerID: w.BuyerB}, paper)
		if err == nil {
			f, err = q.File(p.FileID)
		}
		return err
	})
	for _, query := range []string{"UPDATE issued_paper SET number = 'x'", "UPDATE issued_paper SET sha256 = 'x'",
		"DELETE FROM issued_paper"} {
		if _, err := apptest.OpenRaw(t, w.App.Store.Dir()).ExecContext(t.Context(), query); err == nil {
			t.Errorf("%s was done", query)
		}
	}
	fetch(w.BuyB, paper).Want(200)
	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation(id) })
	fetch(w.BuyB, paper).SameAs(fetch(w.BuyB, store.NewID()).Want(400))
	w.Read(func(q *store.Q) error {
		paths, err := q.FilePaths()
		if paths[f.Path] {
			t.Error("the file has a row still")
		}
		return err
	})
	if _, err := os.Stat(filepath.Join(w.App.Store.Dir(), store.FilesDir, f.Path)); err != nil {
		t.Errorf("the clean-up removes the file, not the transaction: %v", err)
	}
}

// A merger takes an institution's papers along, and its buyers' stay theirs.
func TestPapersInAMerger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	_, banks := made(w.FinB, id, issued.KindConfidentiality, bf)
	_, buyers := made(w.BuyB, id, issued.KindConfidentiality, bf)
	none := fetch(w.FinC, store.NewID()).Want(400)
	fetch(w.FinC, banks).SameAs(none)
	before := fetch(w.FinB, banks).Want(200).Body
	w.Write(func(tx *store.Tx) error {
		_, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: w.BID, Surviving: w.CID(), Mark: "B", Name: "蒼陵信用金庫"})
		return err
	})
	if got := fetch(w.FinC, banks).Want(200); got.Body != before {
		t.Error("the paper is not what it was")
	}
	fetch(w.FinC, buyers).SameAs(none)
	fetch(w.BuyB, buyers).Want(200)
	list(w.FinC, id).Want(200).Has(banks).HasNot(buyers)
}

// Who has a second step when he agrees has it in the paper, also after he ended it.
func TestSecondStepOfAConsent(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Write(func(tx *store.Tx) error {
		return tx.PutSecondStep(&store.SecondStep{UserID: w.UserOf(w.BuyB).ID, Secret: []byte("x"), Enabled: tx.Now()})
	})
	id := w.Started()
	w.Write(func(tx *store.Tx) error { return tx.DropSecondStep(w.UserOf(w.BuyB).ID) })
	if text, _ := made(w.FinB, id, issued.KindConfidentiality, bf); !strings.Contains(text, "2段階認証設定している利用者") {
		t.Error(text)
	}
}
