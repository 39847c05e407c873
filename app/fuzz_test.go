package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// The fuzz targets send generated input through the real router. Each answer is checked like that
// of a hostile request: no internal error, every refusal is a Japanese problem document, and a
// refused call has changed nothing. The seeds run with every go test; .ci/test runs each target for
// a limited number of tries.

// fuzzed is one world that all tries of a target share.
type fuzzed struct {
	w     *accessWorld
	p     *apptest.Platform
	watch *apptest.Watcher
}

func newFuzzed(f *testing.F) *fuzzed {
	w := newAccessWorld(f)
	p := w.thaw(f)
	return &fuzzed{w, p, apptest.NewWatcher(f, p)}
}

// try makes one call and checks its answer.
func (f *fuzzed) try(t *testing.T, name, method, path, contentType, body string) apptest.Result {
	t.Helper()
	f.p.T, f.p.App.Throttle = t, web.Throttle{}
	before := dataVersion(f.watch, t)
	r := (&apptest.Caller{P: f.p, Token: f.w.tokens[name]}).Do(method, path, contentType, strings.NewReader(body))
	checkRefusal(t, hostile{name: path, mayPass: true}, r)
	if r.Status == http.StatusOK && !json.Valid([]byte(r.Body)) {
		t.Errorf("an answer that is no JSON: %q", r.Body)
	}
	if r.Status >= 400 && !strings.Contains(path, "ByKey") && !strings.HasPrefix(path, "/token") && dataVersion(f.watch, t) != before {
		t.Errorf("refused with %d, and something was written", r.Status)
	}
	return r
}

// FuzzSearch: search words, filters and orders of the searches of listings and companies.
func FuzzSearch(f *testing.F) {
	z := newFuzzed(f)
	for _, s := range []string{"businessName=%E7%B2%BE%E5%AF%86", "propertyName=modified&isDescending=false", "limit=99999999",
		"numberOfManagers=1,2", "dueDate=x", "salesAmount=1&salesAmount=99", "location=23&location=", "freeWord=%25_%5C'\"", "a=%zz", "%00",
		"isNew=true&pageNumber=0", "companyName=%F0%9F%8F%AF"} {
		f.Add(s)
	}
	paths := []string{apptest.ListingBase + "SearchSellerBusinessAsync", "/api/BuyerCompany/SearchCompanyAsync",
		"/api/SellerCompany/SearchCompanyAsync"}
	f.Fuzz(func(t *testing.T, query string) {
		if strings.ContainsAny(query, "\x00\r\n #") || !printable(query) {
			query = url.QueryEscape(query) // these characters cannot be in a request line
		}
		for _, path := range paths {
			if _, err := url.ParseRequestURI(path + "?" + query); err != nil {
				return
			}
			z.try(t, "finA", "GET", path+"?"+query, "", "")
		}
	})
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < 0x21 || r > 0x7e })
}

// FuzzPropertyName: an order is accepted only if the call lists it.
func FuzzPropertyName(f *testing.F) {
	z := newFuzzed(f)
	known := append(apptest.Orders(), "modified", "created")
	for _, s := range append(slices.Clone(known), "", "companyName;--", "password_hash", "1", "n.id", "MODIFIED", "modified ",
		"modified\x00") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, path := range []string{apptest.ListingBase + "SearchSellerBusinessAsync", "/api/BuyerCompany/SearchCompanyAsync",
			"/api/SellerCompany/SearchCompanyAsync", apptest.NegotiationBase + "PartnerListByBuyerFinancial"} {
			r := z.try(t, "finB", "GET", path+"?"+url.Values{"propertyName": {name}}.Encode(), "", "")
			if r.Status == 200 && name != "" && !slices.Contains(known, name) {
				t.Errorf("%s sorts by %q", path, name)
			}
		}
	})
}

// FuzzJSONText: lists and objects that may be sent as JSON or as its text.
func FuzzJSONText(f *testing.F) {
	for _, s := range []string{`[1,2]`, `"[1,2]"`, `""`, `null`, `[null]`, `"[1"`, `"\"[1]\""`, `[1e309]`, `{"region":6}`, `"{\"region\":6}"`,
		`"{\"region\":6,\"region\":7}"`, `["a\u0000"]`, `[[]]`, `" "`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var numbers web.List[int]
		var words web.List[string]
		var place web.JSONText[struct {
			Region int `json:"region"`
		}]
		for _, v := range []any{&numbers, &words, &place} {
			if err := web.StrictUnmarshal([]byte(text), v); err != nil {
				continue
			}
			// A value accepted in one form has the same result in the other.
			again, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(strings.TrimSpace(text), "[") {
				if err := web.StrictUnmarshal(again, v); err != nil && v != any(&place) {
					t.Errorf("%s is taken as a list, and not as its text: %v", text, err)
				}
			}
		}
		if slices.ContainsFunc(words, web.Unusable) {
			t.Errorf("%q holds characters that nobody types", words)
		}
	})
}

// FuzzMessage: a message is returned to the other side as text, without control characters.
func FuzzMessage(f *testing.F) {
	z := newFuzzed(f)
	id := z.w.object("negotiation", "counterparty before the names")
	for _, s := range []string{"よろしくお願いします。", "<script>alert(1)</script>", "https://example.jp/\"onclick=x", "a\r\nb", "\x00", "\u202e",
		strings.Repeat("長", 4001), "", " ", "\ufffd", "javascript:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, _ := json.Marshal(map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": text})
		r := z.try(t, "finB", "POST", apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync", "application/json", string(body))
		if r.Status == 200 && (strings.TrimSpace(text) == "" || web.Unusable(text)) {
			t.Errorf("%q is sent: %s", text, r.Body)
		}
	})
}

// FuzzKeys: invented keys, passcodes, tokens and refresh tokens are always refused.
func FuzzKeys(f *testing.F) {
	z := newFuzzed(f)
	for _, s := range []string{"", "x", strings.Repeat("A", 43), "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "\x00", "ー", strings.Repeat("x", 5000),
		"' OR 1=1 --"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, key, passcode string) {
		if key == z.w.key[0] {
			return
		}
		body, _ := json.Marshal(map[string]any{"key": key, "passcode": passcode})
		one, _ := json.Marshal(map[string]any{"key": key})
		for path, b := range map[string][]byte{apptest.ListingBase + "GetApprovalByKey": body,
			apptest.NegotiationBase + "GetOwnerConsentByKey": body, "/api/Public/GetPasswordKey": one, "/api/Public/GetSetupKey": one} {
			if r := z.try(t, "none", "POST", path, "application/json", string(b)); r.Status < 400 {
				t.Errorf("%s opens with %q", path, key)
			}
		}
		form := url.Values{"grant_type": {"refresh_token"}, "refreshToken": {key}}.Encode()
		if r := z.try(t, "none", "POST", "/token", "application/x-www-form-urlencoded", form); r.Status < 400 {
			t.Errorf("a session with %q", key)
		}
		z.w.tokens["forged"] = strings.Map(func(r rune) rune { // other characters cannot be in a header
			if r < 0x20 || r > 0x7e {
				return -1
			}
			return r
		}, key)
		if r := z.try(t, "forged", "GET", "/api/Topics/GetTopics", "", ""); r.Status != 401 {
			t.Errorf("the token %q answers %d", key, r.Status)
		}
	})
}

// FuzzBody: whole bodies of calls that write.
func FuzzBody(f *testing.F) {
	z := newFuzzed(f)
	for _, s := range []string{`{}`, `{"a":1,"a":2}`, `{"companyId":""}`, `[]`, `{"x":"\u0000"}`, `{"version":1e309}`, "\xff",
		`{"sellerBusinessId":null}`, `{"title":"x"}`, strings.Repeat("[", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{apptest.ListingBase + "CreateUpdateSellerBusinessOverviewAsync",
			"/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", "/api/Needs/RegistNeeds", apptest.NegotiationBase + "NegotiationStatusChange"} {
			z.try(t, "finA", "POST", path, "application/json", body)
		}
	})
}
