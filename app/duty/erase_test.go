package duty_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// purge runs the clean-up. A clock that leaps stops its first run.
func purge(p *apptest.Platform) []store.JobCount {
	p.T.Helper()
	p.Job("retention")
	return p.Job("retention").Counts
}

// What was found of a company goes when it has not counted for as long as the network keeps it: what it says, what it came to, its papers.
// Who recorded it, and when, stays; so does what still stops a company, and every other kind.
func TestFindingsAreErased(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	buyer, seller := ofCompany(w.BuyerB), ofCompany(w.Seller)
	check := record(w.FinB, buyer, company, deal.DutyBuyerCheck, nil, nil).Want(200).JSON()["dutyId"].(string)
	file := w.FinB.Upload(base+"AttachDutyFile", map[string]any{"dutyId": check}, "調査.txt", []byte("秘密の調査")).Want(200).
		JSON()["fileId"].(string)
	record(w.FinB, buyer, company, deal.DutyIdentity, nil, nil).Want(200)
	hit := record(w.FinB, buyer, company, deal.DutyAntisocial, body{"sources": "police", "result": "hit", "note": "記事による"}, nil).Want(200).
		JSON()["dutyId"].(string)
	record(w.FinA, seller, company, deal.DutyAntisocial, body{"sources": "own", "result": "look", "note": "同姓同名"}, nil).Want(200)
	content := func(id string) (n int) {
		return w.Count("SELECT count(*) FROM duty WHERE id = ? AND content <> '{}' AND salt <> '' AND erased IS NULL", id)
	}
	w.Clock.Add((12*30 + 59*30) * 24 * time.Hour) // a look counts for a year, and is kept for sixty months after it
	purge(w.Marketplace.Banks.Platform)
	if content(check) != 1 {
		t.Error("it goes too early")
	}
	w.Clock.Add(150 * 24 * time.Hour)
	w.FinB, w.FinA = w.SignIn("fin@b.example.jp"), w.SignIn("fin@a.example.jp")
	purge(w.Marketplace.Banks.Platform)
	if content(check) != 0 || content(hit) != 1 {
		t.Error("a look that ended five years ago stays, or what stops a company goes")
	}
	if n := w.Count("SELECT count(*) FROM file WHERE id = ?", file) + w.Count("SELECT count(*) FROM duty_file"); n != 0 {
		t.Errorf("%d papers", n)
	}
	r := wantState(w.FinB, buyer, deal.DutyBuyerCheck, "expired")
	if r["isErased"] != true || r["performedOn"] != today || r["userName"] == "" || r["dutyId"] != check {
		t.Errorf("%v", r)
	}
	read(w.FinB, check).Want(200).HasNot("銀行の融資", "調査.txt", "concern")
	if v := wantState(w.FinB, buyer, deal.DutyIdentity, "done")["values"].(body); v["owner"] != "yes" {
		t.Errorf("%v", v)
	}
	read(w.FinB, hit).Want(200).Has("記事による")
	wantState(w.FinA, seller, deal.DutyAntisocial, "expired")
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'duty_erased'"); n != 2 {
		t.Errorf("%d lines", n)
	}
	// Replaced by one that a second user has confirmed, the stop is kept as long as the others.
	next := record(w.FinB, buyer, company, deal.DutyAntisocial, nil, body{"replaces": hit, "performedOn": deal.Date(w.Clock.Now())}).Want(200).
		JSON()["dutyId"].(string)
	w.SecondB = w.SignIn("fin2@b.example.jp")
	w.SecondB.Post(base+"ConfirmDuty", body{"dutyId": next}).Want(200)
	w.Clock.Add(58 * 30 * 24 * time.Hour)
	purge(w.Marketplace.Banks.Platform)
	if content(hit) != 1 {
		t.Error("it goes too early")
	}
	w.Clock.Add(90 * 24 * time.Hour)
	purge(w.Marketplace.Banks.Platform)
	if content(hit) != 0 || content(next) != 1 {
		t.Error("what was replaced five years ago stays")
	}
	// It is not changed in any other way.
	db := apptest.OpenRaw(t, w.App.Store.Dir())
	for _, sql := range []string{"UPDATE duty SET content = '{}' WHERE id = '" + next + "'",
		"UPDATE duty SET erased = 1 WHERE id = '" + next + "'",
		"UPDATE duty SET erased = NULL WHERE id = '" + hit + "'", "UPDATE duty SET content = '{\"x\":\"y\"}' WHERE id = '" + hit + "'",
		"UPDATE duty SET performed_on = '2026-01-01', erased = 1, content = '{}', salt = '', result = 1 WHERE id = '" + next + "'"} {
		if _, err := db.Exec(sql); err == nil {
			t.Error(sql)
		}
	}
}

// One user of the office cannot have erased tonight what the network keeps for years: a shorter period counts thirty days after it was
// chosen, and not at all where it is taken back meanwhile. A longer one counts at once.
func TestShorterKeepingComesLater(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	platform := w.Marketplace.Banks.Platform
	check := record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyBuyerCheck, nil, nil).Want(200).JSON()["dutyId"].(string)
	stands := func() bool {
		purge(platform)
		return w.Count("SELECT count(*) FROM duty WHERE id = ? AND erased IS NULL", check) == 1
	}
	version := 0
	keep := func(months int) {
		if err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
			version++
			return tx.AddPeriods(version-1, map[string]int{"poisonousMonths": months}, "")
		}); err != nil {
			t.Fatal(err)
		}
	}
	if rule := slices.IndexFunc(deal.TermRules(), func(r deal.TermRule) bool {
		return r.Key == "poisonousMonths" && strings.Contains(r.Help, "30日後から")
	}); rule < 0 {
		t.Error("the screen says another number of days")
	}
	day := 24 * time.Hour
	w.Clock.Add((365 + 14*30) * day) // it counted for a year; since then more than a year has gone, and less than five
	keep(12)
	if !stands() {
		t.Fatal("erased in the night of the change")
	}
	w.Clock.Add(29 * day)
	if !stands() {
		t.Error("erased before thirty days have gone")
	}
	keep(60)
	w.Clock.Add(29 * day)
	keep(12)
	w.Clock.Add(29 * day)
	if !stands() {
		t.Error("erased although the longer period counted thirty days ago")
	}
	keep(60)
	keep(12) // the longer one for a moment
	w.Clock.Add(29 * day)
	if !stands() {
		t.Error("erased although the longer period counted less than thirty days ago")
	}
	w.Clock.Add(2 * day)
	if stands() {
		t.Error("it is kept longer than the network keeps it")
	}
}

// The office learns of no duty by the clean-up: its run tells the same, and its log too.
func TestErasingTellsTheOfficeNothing(t *testing.T) {
	world := func(recorded bool) ([]store.JobCount, int) {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
		if recorded {
			record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyBuyerCheck, nil, nil).Want(200)
		}
		w.Clock.Add(6 * 366 * 24 * time.Hour)
		counts := purge(w.Marketplace.Banks.Platform)
		office := w.SignInOffice("office@n.example.jp")
		office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty", "確認事項")
		office.Get("/api/Office/GetJobList").Want(200).HasNot("確認事項")
		return counts, w.Count("SELECT count(*) FROM duty WHERE erased IS NOT NULL")
	}
	quiet, none := world(false)
	loud, one := world(true)
	if none != 0 || one != 1 {
		t.Fatalf("%d and %d records are erased", none, one)
	}
	if !reflect.DeepEqual(quiet, loud) {
		t.Errorf("%v\n%v", quiet, loud)
	}
}
