package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// taken is a copy of a platform's data, with the time at which it was taken. It is opened where it is needed: a store
// that stands open takes memory, and the garbage collector's time.
type taken struct {
	of       *apptest.Platform
	dir      string
	database string // with nothing that is not in it yet
	clock    *storetest.Clock
}

// taken takes a copy of the world's data.
func (w *canaryWorld) taken(t testing.TB) *taken {
	t.Helper()
	c := &taken{of: w.Platform, dir: w.App.Store.Dir(), database: filepath.Join(t.TempDir(), store.DatabaseFile),
		clock: &storetest.Clock{}}
	c.clock.Add(w.Clock.Now().Sub(storetest.Start))
	if _, err := apptest.OpenRaw(t, c.dir).ExecContext(context.Background(), "VACUUM INTO ?", c.database); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	copyFolder(t, c.dir, files)
	c.dir = files
	return c
}

// open is a platform on a copy of what was taken: what is read or tried there leaves no trace elsewhere.
func (c *taken) open(t testing.TB) *apptest.Platform {
	t.Helper()
	p := c.opened(t)
	t.Cleanup(func() { c.close(t, p) })
	return p
}

func (c *taken) close(t testing.TB, p *apptest.Platform) {
	t.Helper()
	if err := p.App.Store.Close(); err != nil {
		t.Error(err)
	}
}

// opened is open for who closes it himself.
func (c *taken) opened(t testing.TB) *apptest.Platform {
	t.Helper()
	dir := t.TempDir()
	copyFolder(t, c.dir, dir)
	b, err := os.ReadFile(c.database)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, store.DatabaseFile), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	from := &apptest.Platform{T: t, App: c.of.App, Clock: c.clock}
	s, clock := openedAt(from, t, dir, store.Options{})
	return platformOn(from, t, s, clock)
}

// copyFolder copies a data folder without its database.
func copyFolder(t testing.TB, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, from)
		if err != nil || strings.HasPrefix(name, "/"+store.DatabaseFile) || strings.HasSuffix(name, ".lock") {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(to+name, 0o700)
		}
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(to+name, b, 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// worldIDs are the ids of all rows, by the names of the parameters that take them.
type worldIDs map[string][]string

func readIDs(t testing.TB, db *sql.DB) worldIDs {
	t.Helper()
	ids := worldIDs{}
	read := func(query string, names ...string) {
		rows, err := db.QueryContext(context.Background(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				ids[name] = append(ids[name], id)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	read("SELECT id FROM listing ORDER BY seq", "sellerBusinessId")
	read("SELECT id FROM company ORDER BY seq", "companyId", "buyerCompanyId", "clientId")
	read("SELECT id FROM institution ORDER BY seq", "financialId", "notTargetFinancialId", "clientId")
	read("SELECT id FROM user ORDER BY seq", "userId")
	read("SELECT id FROM needs ORDER BY seq", "needsId")
	read("SELECT id FROM negotiation ORDER BY seq", "buyerNegotiationId")
	read("SELECT id FROM message WHERE message_type <> 3 ORDER BY seq", "buyerNegotiationMessageId")
	read("SELECT id FROM paper", "paperId")
	read("SELECT id FROM issued_paper ORDER BY seq", "issuedPaperId")
	read("SELECT id FROM signed_copy ORDER BY seq", "signedCopyId")
	read("SELECT id FROM duty_text ORDER BY seq", "textId")
	read("SELECT id FROM draft_template WHERE is_withdrawn = 0 ORDER BY seq", "templateId")
	read("SELECT id FROM long_list", "longListId")
	read("SELECT id FROM document", "documentId")
	read("SELECT id FROM saved_search", "savedSearchId")
	read("SELECT id FROM account_request", "accountRequestId")
	return ids
}

// only keeps the given ids, and all messages, papers and the like.
func (ids worldIDs) only(keep ...string) worldIDs {
	out := worldIDs{}
	for name, all := range ids {
		for _, id := range all {
			if slices.Contains(keep, id) || slices.Contains(ofTheDeal, name) {
				out[name] = append(out[name], id)
			}
		}
	}
	return out
}

var ofTheDeal = []string{"buyerNegotiationMessageId", "paperId", "longListId", "needsId", "documentId", "issuedPaperId", "signedCopyId"}

// masters are calls whose answers are the same for everybody and contain no row of the world.
var masters = []string{"/api/Address/", "/api/Item/", "/api/BussinessType/", "/api/Demo/"}

// apart are the calls whose answers do not depend on the story: they are made in some states only.
var apart = []string{"/api/Public/Get", "/api/Topics/", "/api/SavedSearch/", "/api/Financial/",
	"/api/SellerCompanyUser/Check", "/api/BuyerCompanyUser/Check", "/api/Office/GetAccountRequest", "/api/Office/GetTopic",
	"/api/Office/GetFaq", "/api/Office/GetText", "/api/Office/GetInquiry", "/api/Office/GetCodes", "/api/Office/GetInstitution",
	"/api/Office/GetSettings"}

// pairedIDs are the ids that some calls take together.
var pairedIDs = [2]string{"sellerBusinessId", "companyId"}

// asked are the values of a call's search parameters: the common beginning of all canaries, which
// must find nothing that the caller may not see, and some canaries that he may see.
func (w *canaryWorld) asked(path string) (queries []url.Values) {
	parameters := w.parameters[path]
	base := url.Values{}
	add := func(pairs ...string) {
		v := url.Values{}
		for k, x := range base {
			v[k] = x
		}
		for i := 0; i < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		queries = append(queries, v)
	}
	if slices.Contains(parameters, "limit") {
		base.Set("limit", "100")
		if !strings.Contains(path, "/Office/") {
			base.Set("limit", "99999999")
		}
	}
	add()
	for _, name := range parameters {
		switch {
		case w.ids[name] != nil:
			for _, id := range w.ids[name] {
				add(name, id)
				if strings.HasSuffix(path, "Async") && strings.Contains(path, "/SellerBusiness/GetSellerBusiness") {
					add(name, id, "isPublished", "true")
				}
			}
		case w.isShort && !strings.Contains(name, "isPublished") && !slices.Contains(searchWords, name):
		case name == "propertyName":
			for _, order := range apptest.Orders() {
				add(name, order, "isDescending", "false")
			}
		case strings.HasPrefix(name, "is"), strings.HasPrefix(name, "no") && name != "notTargetFinancialId":
			add(name, "true")
		case slices.Contains(searchWords, name):
			add(name, markPrefix)
		case name == "userType":
			for _, kind := range []string{"1", "2", "3"} {
				for _, client := range w.ids["clientId"] {
					add(name, kind, "clientId", client)
				}
			}
		case name == "searchStatus", name == "searchType", name == "status", name == "state", name == "role":
			for n := range 10 {
				add(name, fmt.Sprint(n))
			}
		case name == "area":
			add(name, "seller-business")
		case name == "kind":
			add(name, "terms")
		}
	}
	if slices.Contains(parameters, "documentId") && slices.Contains(parameters, "buyerNegotiationId") {
		for _, document := range w.ids["documentId"] {
			for _, row := range w.ids["buyerNegotiationId"] {
				add("documentId", document, "buyerNegotiationId", row)
			}
		}
	}
	if slices.Contains(parameters, pairedIDs[0]) && slices.Contains(parameters, pairedIDs[1]) {
		for _, listing := range w.ids[pairedIDs[0]] {
			for _, company := range w.ids[pairedIDs[1]] {
				add(pairedIDs[0], listing, pairedIDs[1], company)
			}
		}
	}
	return queries
}

// searchWords are the parameters that take search words.
var searchWords = []string{"freeWord", "companyName", "needsName", "sellerBusinessName", "word", "to", "mailAddress", "loginId", "event"}

// parametersOf reads each call's parameters from the OpenAPI document.
func parametersOf(a *app.App) map[string][]string {
	out := map[string][]string{}
	for path, item := range a.API.OpenAPI().Paths {
		if item.Get == nil {
			continue
		}
		out[path] = []string{}
		for _, p := range item.Get.Parameters {
			out[path] = append(out[path], p.Name)
		}
	}
	return out
}

// reading makes every reading call with every id as one person, and passes each answer to tell.
func (w *canaryWorld) reading(p *apptest.Platform, who *person, tell func(what string, r apptest.Result)) {
	c := &apptest.Caller{P: p, Token: who.Token}
	for _, call := range p.App.Table {
		if slices.ContainsFunc(masters, func(m string) bool { return strings.HasPrefix(call.Path, m) }) || w.isShort &&
			slices.ContainsFunc(apart, func(m string) bool { return strings.HasPrefix(call.Path, m) }) {
			continue
		}
		door := call.Callers.Door()
		if who.key != "" && door != nil || door != nil && !call.Callers.Has(who.role) {
			continue // the matrix tests these
		}
		if call.Method == http.MethodGet {
			for _, q := range w.asked(call.Path) {
				tell("GET "+call.Path+"?"+q.Encode(), c.Get(call.Path+"?"+q.Encode()))
			}
			continue
		}
		post := func(body map[string]any) {
			tell(fmt.Sprint("POST ", call.Path, " ", body), c.Send(call.Method, call.Path, body))
		}
		switch name := call.Path[strings.LastIndex(call.Path, "/")+1:]; name {
		case "SearchLongCompany":
			for _, id := range w.ids["sellerBusinessId"] {
				post(map[string]any{"sellerBusinessId": id, "limit": 1000})
				post(map[string]any{"sellerBusinessId": id, "limit": 1000, "companyName": markPrefix})
				post(map[string]any{"sellerBusinessId": id, "limit": 1000, "needsName": markPrefix})
				post(map[string]any{"sellerBusinessId": id, "limit": 1000, "propertyName": "modified"})
			}
		case "CheckMessage":
			for _, id := range w.ids["buyerNegotiationId"] {
				post(map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "会社です。"})
			}
			for _, id := range w.ids["sellerBusinessId"] {
				post(map[string]any{"sellerBusinessId": id, "messageBody": "会社です。"})
			}
		case "CheckAnonymity":
			for _, id := range w.ids["sellerBusinessId"] {
				post(map[string]any{"sellerBusinessId": id, "texts": map[string]string{"description": "会社です。"}, "industryTypes": []string{"13003"},
					"publicRegion": []int{6}, "salesAmount": 3})
			}
			for _, id := range w.ids["companyId"] {
				post(map[string]any{"companyId": id, "texts": map[string]string{"description": "会社です。"}})
			}
		case "GetApprovalByKey", "GetOwnerConsentByKey":
			post(map[string]any{"key": who.key, "passcode": who.code})
			post(map[string]any{"key": who.key, "passcode": "00000000"})
		case "DownloadOwnerPaperByKey":
			for _, kind := range []int{1, 2, 3, 4} {
				post(map[string]any{"key": who.key, "passcode": who.code, "kind": kind})
			}
		case "GetPasswordKey", "GetSetupKey":
			post(map[string]any{"key": who.key})
		case "MakeCalendarFeed": // its address is new each time; what stands under it is told
			address := c.Send(call.Method, call.Path, nil).Want(200).JSON()["address"].(string)
			tell("the calendar", (&apptest.Caller{P: p}).Get(strings.TrimPrefix(address, p.App.BaseURL)).Want(200))
		}
	}
}

// trying makes every writing call with every id that its body can contain, as one person, and
// passes each answer to tell: refusals could leak, too. It runs in a copy that is discarded.
func (w *canaryWorld) trying(p *apptest.Platform, who *person, tell func(what string, r apptest.Result)) {
	c := &apptest.Caller{P: p, Token: who.Token}
	for _, call := range p.App.Table {
		door := call.Callers.Door()
		if call.Method == http.MethodGet || door == nil || !call.Callers.Has(who.role) || slices.Contains(harmful, call.Path) {
			continue
		}
		for _, name := range []string{"sellerBusinessId", "companyId", "buyerNegotiationId", "needsId", "userId", "clientId", "paperId",
			"longListId", "financialId", "savedSearchId", "buyerNegotiationMessageId"} {
			for _, id := range w.ids[name] {
				tell(fmt.Sprint(call.Method, " ", call.Path, " ", name, "=", id), c.Send(call.Method, call.Path, map[string]any{name: id}))
				if name == "buyerNegotiationId" { // with the version of a caller who has seen it
					tell(fmt.Sprint(call.Method, " ", call.Path, " ", name, "=", id, " again"),
						c.Send(call.Method, call.Path, map[string]any{name: id, "version": rowVersionOf(p, id), "messageType": 2, "messageBody": "会社です。"}))
				}
			}
		}
	}
}

// harmful are the calls that would make the following ones impossible.
var harmful = []string{"/logout", "/office/logout", "/api/Office/EndSessions", "/api/Office/ResetSecondStep", "/api/Office/DisableUser",
	"/api/Office/RemovePasskeys",
	"/api/FinancialUser/ChangeUserPassword", "/api/BuyerCompanyUser/ChangeUserPassword", "/api/Office/ChangeUserPassword"}

func rowVersionOf(p *apptest.Platform, id string) (version int) {
	p.Read(func(q *store.Q) error {
		r, err := q.NegotiationRowOf(id)
		if err == nil {
			version = r.Version
		}
		return err
	})
	return version
}
