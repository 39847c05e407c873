package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/inspection"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TestSecretsMoveNothing changes all data that is secret to a caller and compares all answers to
// him.
func TestSecretsMoveNothing(t *testing.T) {
	w := newAccessWorld(t)
	w = w.changed(t, inBoth)
	for _, name := range []string{"finA", "finB", "finC", "buyA", "buyB", "buyC", "rival", "FAD", "ADM"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all []string
			for _, s := range secrets {
				if slices.Contains(strings.Fields(s.hidden), name) {
					all = append(all, s.sql...)
				}
			}
			before := w.everything(w.thaw(t), name, "")
			now := w.everything(w.changed(t, all).thaw(t), name, "")
			told := 0
			for call, answer := range before {
				if now[call] == answer {
					continue
				}
				if told++; told <= 5 {
					t.Errorf("what is secret to %s shows in %s: %s\n%s", name, call, w.which(t, name, call), apptest.Difference(answer, now[call]))
				}
			}
		})
	}
	for _, s := range secrets {
		t.Run(s.what, func(t *testing.T) {
			t.Parallel()
			before, now := w.everything(w.thaw(t), s.seen, s.in), w.everything(w.changed(t, s.sql).thaw(t), s.seen, s.in)
			if len(before) == 0 || maps.Equal(before, now) {
				t.Errorf("%s sees nothing of it in %s: the test looks in the wrong place", s.seen, s.in)
			}
		})
	}
}

// which names the secrets that change an answer when changed alone.
func (w *accessWorld) which(t *testing.T, name, call string) string {
	before, found := w.everything(w.thaw(t), name, call), ""
	for _, s := range secrets {
		if slices.Contains(strings.Fields(s.hidden), name) && !maps.Equal(before, w.everything(w.changed(t, s.sql).thaw(t), name, call)) {
			found += s.what + "; "
		}
	}
	return found
}

// changed is a copy of the world with its database changed directly.
func (w *accessWorld) changed(t *testing.T, statements []string) *accessWorld {
	t.Helper()
	dir := t.TempDir()
	c := *w
	c.writeFiles(t, dir)
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseFile))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // temporary tables are one connection's
	for _, s := range statements {
		names := w.names()
		s = secretName.ReplaceAllStringFunc(s, func(name string) string {
			if id, ok := names[name[1:]]; ok {
				return "'" + id + "'"
			}
			return name
		})
		res, err := db.ExecContext(context.Background(), s)
		if err != nil {
			t.Fatalf("%v in %s", err, s)
		}
		if n, _ := res.RowsAffected(); n == 0 && strings.HasPrefix(s, "UPDATE company") {
			t.Errorf("nothing changed by %s", s)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	c.stored(t, dir)
	return &c
}

var secretName = regexp.MustCompile("%[a-zA-Z]{4,}")

// names are the ids of the objects, by the names that secrets use.
func (w *accessWorld) names() map[string]string {
	return map[string]string{"rivalRow": w.object("negotiation", "rival buyer's"), "rival": w.RivalBuyer, "buyerB": w.BuyerB,
		"buyerC": w.BuyerC, "rowC": w.object("negotiation", "other institution's"), "foreignSeller": w.object("seller", "other institution's"),
		"hiddenBuyer": w.object("buyer", "other institution's, not public"),
		"limited":     w.object("listing", "excluded by 限定"), "bankA": w.AID, "bankB": w.BID, "userA": w.user["finA"], "userB": w.user["finB"],
		"offer": w.object("negotiation", "counterparty has an offer, not begun"), "hiddenNeed": w.object("needs", "of a buyer not public"),
		"public": w.Listing, "rivalsListing": w.object("listing", "public; rivals negotiate"),
		"restricted": w.object("listing", "excluded by 制限"), "overListing": w.object("listing", "counterparty, over"),
		"foreign": w.object("listing", "other institution's draft"), "listingNamed": w.object("listing", "counterparty after the names"),
		"listingSigned": w.object("listing", "counterparty, contract")}
}

func (w *accessWorld) object(noun, relation string) string {
	i := slices.IndexFunc(w.objects[noun], func(o object) bool { return o.relation == relation })
	return w.objects[noun][i].id
}

var sortedLists = []string{"/api/SellerBusiness/SearchSellerBusinessAsync", "/api/BuyerCompany/SearchCompanyAsync",
	"/api/BuyerNegotiation/PartnerListByBuyerFinancial", "/api/BuyerNegotiation/PartnerListBySellerFinancial",
	"/api/BuyerCompany/SearchFinancialSupport"}

// oracles are searches and checks whose answers could reveal by a hit what they do not show.
func (w *accessWorld) oracles() []string {
	var out []string
	for _, word := range []string{"カナリア", "製作所", "霧晴環境", "黒潮", "白嶺", "変", "0529998877", "名古屋"} {
		q := url.QueryEscape(word)
		out = append(out, "/api/SellerBusiness/SearchSellerBusinessAsync?freeWord="+q, "/api/BuyerCompany/SearchCompanyAsync?companyName="+q,
			"/api/BuyerCompany/SearchCompanyAsync?needsName="+q, "/api/BuyerCompany/SearchFinancialSupport?companyName="+q,
			"/api/BuyerCompany/SearchFinancialSupport?sellerBusinessName="+q, "/api/BuyerCompany/CheckCompany?prefectureCode=23&companyName="+q,
			"/api/SellerCompany/CheckCompany?prefectureCode=23&companyName="+q)
	}
	for _, q := range []string{"location=21", "location=23", "salesAmount=1", "salesAmount=3", "salesPrice=1&salesPriceTo=1",
		"numberOfManagers=1,5", "dueDate=2027-03-01", "isMessage=true", "isNotRead=true", "isOffered=true", "isNegotiation=true",
		"isRecommended=true", "isSold=true", "isPublic=true", "isNotOnlyPersonInCharge=true", "isOnlyPersonInCharge=true"} {
		out = append(out, "/api/SellerBusiness/SearchSellerBusinessAsync?"+q)
	}
	for _, q := range []string{"noPublic=true", "noApproved=true", "isPublic=true", "isTrial=true", "prefecture=21", "annualSaleF=1",
		"isNotOnlyPersonInCharge=true"} {
		out = append(out, "/api/BuyerCompany/SearchCompanyAsync?"+q)
	}
	for _, q := range []string{"searchStatus=0", "searchStatus=9", "searchStatus=1", "searchType=1", "searchType=2", "searchType=3",
		"searchType=4", "dueDateF=2027-03-01", "prefecture=21", "salesPrice=1"} {
		out = append(out, "/api/BuyerCompany/SearchFinancialSupport?"+q)
	}
	for _, q := range []string{"searchStatus=0", "searchStatus=9", "searchStatus=1", "searchType=2", "searchType=4", "dueDateF=2027-03-01",
		"sellerBusinessName=" + url.QueryEscape("変")} {
		out = append(out, "/api/BuyerNegotiation/PartnerListBySellerFinancial?"+q)
	}
	for _, word := range []string{"カナリア", "霧晴環境", "黒潮", "変", "9999999999999", web.CaseNumber("L", w.Listing),
		web.CaseNumber("N", w.object("negotiation", "rival buyer's"))} {
		out = append(out, inspection.Path+"SearchNameAccess?limit=100&word="+url.QueryEscape(word))
	}
	return append(out, "/api/BuyerCompany/CheckCompany?corporateRegistrationNumber=9999999999999",
		"/api/SellerCompany/CheckCompany?corporateRegistrationNumber=9999999999999")
}

// asking are the calls that are made by POST and change nothing.
var asking = []string{"SearchLongCompany", "CheckMessage", "CheckAnonymity", "CheckUser", "CheckCompanyOverview", "CheckCompanyDetails",
	"CheckNeeds", "CsvExportLongList", "ExportOwnerLongList", "PreviewText"}

// mailed reads the mails that a caller has and those that the jobs of two weeks write to him.
func (w *accessWorld) mailed(p *apptest.Platform, name string, keep func(string, func() apptest.Result)) {
	keep("mails of the jobs", func() apptest.Result {
		var address string
		p.Read(func(q *store.Q) error {
			u, err := q.User(w.user[name])
			address = u.LoginID
			return err
		})
		p.Clock.Add(14 * 24 * time.Hour)
		for _, job := range []string{"recommendations", "new_listings", "period_reminder", "stalled_reminder"} {
			p.Job(job)
		}
		r := apptest.Result{T: p.T, Status: 200, Header: http.Header{}}
		for _, m := range p.Mails(address) {
			r.Body += fmt.Sprintln(m.Kind, m.Subject, m.Text)
		}
		return r
	})
}

// viewingSealed matches a value that is different in each answer.
var viewingSealed = regexp.MustCompile(`"viewing":"[^"]*"`)

var mergerCounts = regexp.MustCompile(`"counts":\[[^]]*\]|"unshownCount":\d+`)

// everything are all answers that a caller can get by reading, by request; only those whose name
// contains the given text.
func (w *accessWorld) everything(p *apptest.Platform, name, only string) map[string]string {
	out := map[string]string{}
	who := &apptest.Caller{P: p, Token: w.tokens[name]}
	keep := func(what string, do func() apptest.Result) {
		if !strings.Contains(what, only) {
			return
		}
		r := do()
		if r.Status >= 500 {
			r.T.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
		if name == "FAD" && strings.Contains(what, "/GetMerger of") {
			r.Body = mergerCounts.ReplaceAllString(r.Body, "") // how many of its own records would move
		}
		out[what] = fmt.Sprint(r.Status, " ", r.Header.Get("Content-Disposition"), " ",
			apptest.Unpacked(viewingSealed.ReplaceAllString(r.Body, `"viewing":""`)))
	}
	for _, c := range p.App.Table {
		asks := c.Method == "GET" || slices.Contains(asking, c.Path[strings.LastIndex(c.Path, "/")+1:])
		if strings.HasSuffix(c.Path, "/GetBackupList") {
			continue // it depends on this computer: the folder, and the free space of the disk
		}
		if door := c.Callers.Door(); !asks || door == nil || !door.Callers.Has(accessRoles[name]) || !c.Callers.Has(accessRoles[name]) {
			continue
		}
		for _, pr := range accessRows[c.Method+" "+c.Path] {
			objects := w.objects[pr.of]
			if pr.of == "" {
				objects = []object{{}}
			}
			for _, o := range objects {
				keep(fmt.Sprintf("%s of %s %s", c.Path, pr.of, o.relation), func() apptest.Result { return w.make(p, c, pr, name, o.id) })
			}
		}
	}
	defer w.mailed(p, name, keep) // last, as it advances the clock
	if role := accessRoles[name]; role == deal.RoleFAD || role == deal.RoleADM {
		return out
	}
	for _, path := range w.oracles() {
		keep(path, func() apptest.Result { return who.Get(path) })
	}
	for _, path := range sortedLists {
		for _, order := range apptest.Orders() {
			keep(path+" by "+order, func() apptest.Result {
				return who.Get(path + "?limit=99999999&isDescending=false&propertyName=" + order)
			})
		}
	}
	if accessRoles[name] == deal.RoleFIN {
		for _, o := range w.objects["seller"] {
			for _, place := range []map[string]any{{"publicRegion": []int{6}}, {"publicRegion": []int{3, 7}}, {"publicRegion": []int{99}},
				{"publicRegion": []int{6}, "isPrefecturePublic": true, "location": `{"prefecturecode":"23"}`}} {
				for _, band := range []int{1, 3, 5} {
					keep(fmt.Sprint("CheckAnonymity ", o.relation, place, band), func() apptest.Result {
						return who.Post("/api/SellerBusiness/CheckAnonymity", apptest.With(place,
							map[string]any{"companyId": o.id, "texts": map[string]string{}, "industryTypes": []string{"13003", "20001"}, "salesAmount": band}))
					})
				}
			}
		}
		for _, o := range w.objects["negotiation"] {
			keep("CheckMessage "+o.relation, func() apptest.Result {
				return who.Post("/api/BuyerNegotiation/CheckMessage", map[string]any{"buyerNegotiationId": o.id, "messageType": 2,
					"messageBody": "カナリア製作所 霧晴環境 黒潮ライバル 白嶺キャピタル 金糸 雀 山本 一郎 変更 太郎"})
			})
		}
		for _, order := range apptest.Orders() {
			keep("SearchLongCompany "+order, func() apptest.Result {
				return who.Post("/api/BuyerCompany/SearchLongCompany", map[string]any{"sellerBusinessId": w.Listing, "limit": 100,
					"propertyName": order})
			})
			keep("SearchLongCompany restricted "+order, func() apptest.Result {
				return who.Post("/api/BuyerCompany/SearchLongCompany", map[string]any{"sellerBusinessId": w.object("listing", "excluded by 制限"),
					"limit": 100, "propertyName": order, "companyName": "変"})
			})
		}
	}
	return out
}
