package memorandum_test

import (
	"archive/zip"
	"io"
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A Word draft of a level has what the preview has, and no other field tells more: neither the names, nor at L2 who the seller's bank is.
func TestWordDraft(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET company_name = '株式会社金糸雀堂', representative_name = '雀 一郎', address = '見本県見本市1-2' WHERE " +
		"listing_id = '" + w.Listing + "'")
	id := upload(w.FinA, w.Listing, photograph(t, "GPS-35.6895")).Want(200).JSON()["pictureId"].(string)
	x := whole()
	x["sectionList"].([]body)[0]["pictureList"] = []body{{"pictureId": id, "caption": "工場の外観", "isNameless": true}}
	save(w.FinA, w.Listing, 0, x).Want(200)
	for level := 2; level <= 4; level++ {
		made := w.FinA.Post("/api/Draft/MakeDraft", body{"sellerBusinessId": w.Listing, "level": level,
			"templateId": "sample-33-2"}).Want(200).JSON()
		file := w.FinA.Get("/api/IssuedPaper/DownloadIssuedPaper?issuedPaperId=" + made["issuedPaperId"].(string)).Want(200).Body
		z, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(b)
		}
		for _, p := range []struct {
			words string
			level int
		}{{"二段階目の概要", 2}, {"工場の外観", 2}, {"<w:drawing>", 2}, {"三段階目の沿革", 3}, {"湊星銀行", 3}, {"四段階目の取引先", 4}, {"123,457", 4},
			{"金糸雀堂", 4}, {"雀 一郎", 4}, {"見本市1-2", 4}, {"GPS-35.6895", 9}} {
			if has := strings.Contains(all.String(), p.words); has != (level >= p.level) {
				t.Errorf("L%d: %q is there: %v", level, p.words, has)
			}
		}
	}
	for _, level := range []int{1, 5, -1} {
		w.FinA.Post("/api/Draft/MakeDraft", body{"sellerBusinessId": w.Listing, "level": level, "templateId": "sample-33-2"}).Want(422)
	}
}
