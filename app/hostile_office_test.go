package app_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// TestOfficeSeesNoNames: the office and an institution's administrator read L1 and metadata only
// (domain.md 9). As a control, the institution in charge reads the names. The tests of break-glass
// check that what the office opens in an emergency is one record only.
func TestOfficeSeesNoNames(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	secret := append([]string{"霧晴環境", "黒潮ライバル", "白嶺キャピタル", "青嵐精機", "山本 一郎", "添付します", "時期が合いません", "ご検討ください", "owner@canary", "second@canary",
		w.key[0]}, apptest.CanariesL3...)
	secret = append(secret, "カナリア製作所", "金糸", "カナリア1-1", "052-999-8877", "canary.example", "234567", "123451")
	read := 0
	for _, name := range []string{"ADM", "FAD"} {
		for _, c := range p.App.Table {
			if strings.HasSuffix(c.Path, "/ReadBreakGlass") || strings.HasSuffix(c.Path, "/DownloadBreakGlassFile") {
				continue
			}
			if c.Method != "GET" || c.Callers.Door() != web.OfficeDoor || !c.Callers.Has(accessRoles[name]) {
				continue
			}
			for _, pr := range accessRows[c.Method+" "+c.Path] {
				objects := w.objects[pr.of]
				if pr.of == "" {
					objects = []object{{}}
				}
				for _, o := range objects {
					who, query := &apptest.Caller{P: p, Token: w.tokens[name]}, "?limit=100"
					if pr.query != nil {
						query += "&" + pr.query(&probing{w, p, name, o.id}).Encode()
					}
					if !strings.Contains(c.Path, "List") {
						query = strings.Replace(query, "limit=100&", "", 1)
					}
					if r := who.Get(c.Path + query); r.Status == 200 {
						read++
						for _, s := range secret {
							// The bands of the year's report are those by which it counts the institution's own companies.
							if c.Path != "/api/Office/GetYearReport" || s != "1億円以上3億円未満" {
								r.HasNot(s)
							}
						}
					}
				}
			}
		}
	}
	if read < 20 {
		t.Errorf("only %d answers read", read)
	}
	(&apptest.Caller{P: p,
		Token: w.tokens["finA"]}).Get("/api/SellerBusiness/GetSellerBusinessDetailsAsync?sellerBusinessId="+w.Listing).Want(200).Has("カナリア製作所",
		"金糸", "234567")
}
