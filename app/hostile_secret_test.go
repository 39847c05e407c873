package app

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// secret is something that some callers may not know in any way: it is changed in the database
// behind the product's back, and every answer that they can get must stay the same to the byte, in
// contents, order, counts, scores and refusals. Those entitled must see the change, so that the
// test can fail both ways (domain.md, the two hard rules; trust.md Authorization).
type secret struct {
	what   string
	sql    []string // %name is the id of an object of the world
	hidden string   // callers to whom nothing may change
	seen   string   // a caller who must notice
	in     string   // in the answers of calls whose name has this
}

const (
	named = `company_name = company_name || '変', representative_name = representative_name || '変', postal_code = '1000001', address = address || '変', phone = '03-9999-0000', fax = '03-9999-0001',
		home_page_url = 'https://changed.example.jp/', target_url = 'https://changed.example.jp/t', markets = markets || '変', target_customers = target_customers || '変', services = services || '変', supplementary_description = supplementary_description || '変'`
	afterNDA = `advantage = advantage || '変', providing_method = providing_method || '変', assignment_reason_addition = assignment_reason_addition || '変', fiscal_year = 1999, others = others || '変',
		sales_asset_other = sales_asset_other || '変', industry_other_text = industry_other_text || '変', amount_of_sales = amount_of_sales * 50, operating_profit = -operating_profit * 50, ebitda = ebitda * 50, net_asset = -net_asset * 50`
	buyerDetails = `UPDATE company_details SET company_name = '変更' || company_name, name_folded = 'あ' || name_folded, representative_name = '変更 太郎', postal_code = '1000001', town_name = '変', building_name = '変',
		representative_phone_number = '03-9999-0000', home_page_url = 'https://changed.example.jp/', corporate_registration_number = '9999999999999', capital_amount = 1, sales_amount = 1, operating_profit = 1, total_assets = 1, number_of_employees = 1, established_year = 2001 WHERE company_id = `
	buyerRest = `UPDATE company SET remark = '変', financial_memo = '変', registration_id = '変', ma_reason_others = '変', city_code = '23106', is_send_offer_mail = 0 WHERE id = `
	rest      = "finC rival buyA"
	others    = rest + " finB buyB"
)

var secrets = []secret{
	{"what opens at L4, to those at L1 to L3", []string{"UPDATE listing_content SET " + named + " WHERE listing_id NOT IN (%listingNamed, %listingSigned, %foreign)", "UPDATE listing_content SET city_code = '23106'  WHERE listing_id = %public"}, others, "finA", "GetSellerBusinessDetailsAsync"},
	{"what opens at L3, to those at L1 and L2", []string{"UPDATE listing_content SET " + afterNDA + " WHERE listing_id IN (%public, %rivalsListing, %restricted, %overListing)"}, others, "finA", "GetSellerBusinessDetailsAsync"},
	{"all that is withheld at L1 and L2, of every listing", []string{"UPDATE listing_content SET " + named + ", " + afterNDA + ", prefecture_code = '21', city_code = '21201'"}, rest, "buyB", "GetSellerBusinessDetailsAsync"},
	{"what SF edits and nobody approved yet", []string{"UPDATE listing_content SET business_name = '変', description = '変', free_text_folded = 'あ', sales_amount = 1, sales_price = 1, sales_price_to = 1, due_date = '2027-03-03', willingness_to_sell = 2 WHERE side = 1 AND listing_id <> %foreign",
		"UPDATE listing SET modified = modified + seq * 86400000, return_comment = '変', approved_at = 1, justifications = '{\"x\":\"変\"}', stop_reason = '変' WHERE id <> %foreign"}, others, "finA", "GetSellerBusinessOverViewAsync"},
	{"whom 制限 keeps out", []string{"INSERT INTO listing_code SELECT listing_id, side, 'rest', 'ffffffff-0000-7000-8000-000000000000' FROM listing_content WHERE listing_id = %restricted"}, others, "finA", "GetSellerBusinessOverViewAsync"},
	{"the seller's company", []string{"UPDATE company_details SET company_name = '変', name_folded = '変', representative_name = '変' WHERE company_id IN (SELECT company_id FROM listing)", "UPDATE company SET remark = '変', financial_memo = '変', sales_amount = 1 WHERE kind = 2"}, rest + " buyB", "finA", "SellerCompany/GetCompany"},
	{"a rival buyer", []string{buyerDetails + "%rival", buyerRest + "%rival"}, "finA buyA buyB finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"a buyer of another bank's before the names", []string{buyerDetails + "%buyerC", buyerRest + "%buyerC"}, "finA buyA finB buyB rival", "finC", "BuyerCompany/GetCompanyDetailsAsync"},
	{"the buyer that A knows by name, to the others", []string{buyerDetails + "%buyerB", buyerRest + "%buyerB"}, rest, "finA", "BuyerCompany/GetCompanyDetailsAsync"},
	{"what the bank notes of its buyer", []string{"UPDATE company SET financial_memo = '変', registration_id = '変'"}, allBUY, "finB", "BuyerCompany/GetCompanyOverViewAsync"},
	{"the people of B and of its buyers", []string{"UPDATE user SET user_name = '変', user_name_kana = 'ヘン', login_id = 'x' || login_id, phone1 = '03-1', phone2 = '03-2', department = '変', position = '変' WHERE client_id IN (%bankB, %buyerB, %rival)"}, "finA buyA finC buyC", "finB", "GetUsersList"},
	{"the people of A and of its seller", []string{"UPDATE user SET user_name = '変', login_id = 'x' || login_id, phone1 = '03-1', department = '変' WHERE client_id = %bankA OR role = 1"}, others, "finA", "GetUsersList"},
	{"a rival's people", []string{"UPDATE user SET user_name = '変', phone1 = '03-1' WHERE client_id = %rival"}, "buyB buyA finA finC buyC", "finB", "BuyerCompanyUser/GetUser "},
	{"interest that went no further", []string{"UPDATE negotiation SET interest_status = 1, interest_at = 1, modified = modified + 1 WHERE bf_id <> sf_id"}, "finA buyA", "finB", "GetBuyerNegotiationAsync"},
	{"consents on a row that has not begun", []string{"UPDATE negotiation SET is_consent = 1, consent_version = 1, consent_at = 1, realname_consent_at = 1 WHERE status = 0 AND buyer_company_id = %buyerB"}, "finA buyA finC buyC rival", "finB", "GetBuyerNegotiationAsync"},
	{"a row that its bank ended before it began", []string{"UPDATE negotiation SET status = 9, ended_from = 0, ended_by = 'bf', ended_at = status_at + 86400000, status_at = status_at + 86400000, end_reason = 1, end_comment = '変', modified = modified + 1 WHERE id = %offer"}, "finA buyA rival finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"financing that is not certain", []string{"UPDATE negotiation SET financial_support_status = 2 + seq % 2, financing_consent = 1, desired_amount = 7, own_funds = 7, funds_purpose = '変' WHERE bf_id <> sf_id"}, "finA " + allBUY, "finB", "GetBuyerNegotiationAsync"},
	{"financing before the names", []string{"UPDATE negotiation SET financial_support_status = 4, financing_consent = 1, desired_amount = 7, own_funds = 7, funds_purpose = '変', approval_number = '変', approval_date = '2026-12-12', approved_amount = 7 WHERE status IN (0, 1, 9) AND bf_id <> sf_id"}, "finA " + allBUY, "finB", "GetBuyerNegotiationAsync"},
	{"what BF plans", []string{"UPDATE negotiation SET next_action_bf = printf('2026-12-%02d', 10 + seq), person_bf = %userB, modified = modified + seq * 86400000 WHERE bf_id <> sf_id"}, "finA " + allBUY, "finB", "GetBuyerNegotiationAsync"},
	{"what SF plans", []string{"UPDATE negotiation SET next_action_sf = printf('2026-12-%02d', 10 + seq), person_sf = %userA WHERE bf_id <> sf_id"}, others, "finA", "GetBuyerNegotiationAsync"},
	{"where the owner's consent stands", []string{"UPDATE negotiation SET seller_approval_status = 1, seller_approval_at = 1 WHERE status = 2", "UPDATE link_key SET decided_name = '変', decided_comment = '変' WHERE kind = 'owner_consent'"}, others, "finA", "GetBuyerNegotiationAsync"},
	{"an offer that its bank has not passed on", []string{"UPDATE negotiation SET offer_message = '変' WHERE id = %offer"}, "buyB rival finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"an offer that its bank declined", []string{"UPDATE negotiation SET offer_send_status = 8 WHERE id = %offer"}, "buyB rival finC buyC", "finA", "GetBuyerNegotiationAsync"},
	{"words between a buyer and its bank", []string{"UPDATE message SET body = body || '変' WHERE message_type = 1", "UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM message WHERE message_type = 1)"}, "finA " + rest, "buyB", "MessageList"},
	{"words between the banks", []string{"UPDATE message SET body = body || '変' WHERE message_type = 2 AND negotiation_id <> %rivalRow", "UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM message WHERE message_type = 2 AND negotiation_id <> %rivalRow)"}, "buyB " + rest, "finA", "MessageList"},
	{"what a document's file is called, to whom it is not saved", []string{"UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM document)"}, others, "finA", "GetDocumentList"},
	{"a bank's own notes", []string{"UPDATE milestone SET note = '変' WHERE side = 'bf'", "UPDATE negotiation SET end_comment = '変' WHERE ended_by = 'bf' AND bf_id = %bankB", "UPDATE negotiation_history SET comment = '変' WHERE side = 'bf' AND negotiation_id IN (SELECT id FROM negotiation WHERE bf_id = %bankB)"}, "finA buyB " + rest, "finB", "GetBuyerNegotiationAsync"},
	{"the other bank's own notes", []string{"UPDATE milestone SET note = '変' WHERE side = 'sf'", "UPDATE negotiation SET end_comment = '変' WHERE ended_by = 'sf'", "UPDATE negotiation_history SET comment = '変' WHERE side IN ('sf', 'seller') AND event <> 'reject_realname'", "UPDATE listing_history SET comment = '変' WHERE listing_id <> %foreign"}, others, "finA", "GetSellerBusinessHistory"},
	{"how far a rival is", []string{"UPDATE negotiation SET status = 3, is_consent = 1, consent_version = 1, consent_at = 1, approved_at = 1, status_at = status_at + 1, modified = modified + 1 WHERE id = %rivalRow",
		"INSERT INTO milestone (negotiation_id, kind, date, side, creator, created, modified) VALUES (%rivalRow, 1, '2026-11-01', 'bf', '', 1, 1)"}, "buyB buyA finC", "rival", "GetBuyerNegotiationAsync"},
	{"that a rival is there", []string{"DELETE FROM message_read WHERE message_id IN (SELECT id FROM message WHERE negotiation_id = %rivalRow)", "DELETE FROM message WHERE negotiation_id = %rivalRow", "DELETE FROM negotiation_history WHERE negotiation_id = %rivalRow", "DELETE FROM milestone WHERE negotiation_id = %rivalRow", "DELETE FROM negotiation WHERE id = %rivalRow"}, "buyC", "finB", "GetBuyerNegotiationAsync"},
	{"needs of a buyer that is not public", []string{"UPDATE needs SET title = '変', detail = '変', free_text_folded = '変', acquisition_price = 1 WHERE id = %hiddenNeed"}, "finA finC " + allBUY, "finB", "GetNeeds"},
	{"a long list", []string{"UPDATE long_list SET name = '変'", "DELETE FROM long_list_company"}, others, "finA", "GetLongList"},
}

// TestSecretsMoveNothing changes all that is secret to a caller and compares all of his answers.
func TestSecretsMoveNothing(t *testing.T) {
	w := newAccessWorld(t)
	for _, name := range []string{"finA", "finB", "finC", "buyA", "buyB", "buyC", "rival"} {
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
					t.Errorf("what is secret to %s shows in %s: %s\n%s", name, call, w.which(t, name, call), difference(answer, now[call]))
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

// which names the secrets that alone change an answer.
func (w *accessWorld) which(t *testing.T, name, call string) string {
	before, found := w.everything(w.thaw(t), name, call), ""
	for _, s := range secrets {
		if slices.Contains(strings.Fields(s.hidden), name) && !maps.Equal(before, w.everything(w.changed(t, s.sql).thaw(t), name, call)) {
			found += s.what + "; "
		}
	}
	return found
}

// difference shows where two answers part.
func difference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("  …%s\n  …%s", strings.ToValidUTF8(a[from:min(len(a), i+120)], ""), strings.ToValidUTF8(b[from:min(len(b), i+120)], ""))
}

// changed is the world with its database changed behind the product's back.
func (w *accessWorld) changed(t *testing.T, statements []string) *accessWorld {
	t.Helper()
	dir := t.TempDir()
	c := *w
	c.writeFiles(t, dir)
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseFile))
	if err != nil {
		t.Fatal(err)
	}
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
	c.files = readFolder(t, dir)
	return &c
}

var secretName = regexp.MustCompile("%[a-zA-Z]{4,}")

// names are the objects by the words that secrets use.
func (w *accessWorld) names() map[string]string {
	return map[string]string{"rivalRow": w.object("negotiation", "rival buyer's"), "rival": w.rivalBuyer, "buyerB": w.buyerB, "buyerC": w.buyerC, "bankA": w.aID, "bankB": w.bID, "userA": w.user["finA"], "userB": w.user["finB"],
		"offer": w.object("negotiation", "counterparty has an offer, not begun"), "hiddenNeed": w.object("needs", "of a buyer not public"),
		"public": w.listing, "rivalsListing": w.object("listing", "public; rivals negotiate"), "restricted": w.object("listing", "excluded by 制限"), "overListing": w.object("listing", "counterparty, over"),
		"foreign": w.object("listing", "other institution's draft"), "listingNamed": w.object("listing", "counterparty after the names"), "listingSigned": w.object("listing", "counterparty, contract")}
}

func (w *accessWorld) object(noun, relation string) string {
	i := slices.IndexFunc(w.objects[noun], func(o object) bool { return o.relation == relation })
	return w.objects[noun][i].id
}

// orders are all names by which any list may be sorted; those that a list does not know answer alike.
func orders() []string {
	all := append(slices.Clone(store.NegotiationSorts), companySorts...)
	all = append(all, store.SortSalesPrice, store.SortDueDate, store.SortOperatingProfit, store.SortBusinessName, sortScore)
	slices.Sort(all)
	return slices.Compact(all)
}

var sortedLists = []string{"/api/SellerBusiness/SearchSellerBusinessAsync", "/api/BuyerCompany/SearchCompanyAsync", "/api/BuyerNegotiation/PartnerListByBuyerFinancial", "/api/BuyerNegotiation/PartnerListBySellerFinancial", "/api/BuyerCompany/SearchFinancialSupport"}

// oracles are searches and checks whose answers could tell by a hit what they do not show.
func (w *accessWorld) oracles() []string {
	var out []string
	for _, word := range []string{"カナリア", "製作所", "霧晴環境", "黒潮", "白嶺", "変", "0529998877", "名古屋"} {
		q := url.QueryEscape(word)
		out = append(out, "/api/SellerBusiness/SearchSellerBusinessAsync?freeWord="+q, "/api/BuyerCompany/SearchCompanyAsync?companyName="+q, "/api/BuyerCompany/SearchCompanyAsync?needsName="+q, "/api/BuyerCompany/SearchFinancialSupport?companyName="+q,
			"/api/BuyerCompany/SearchFinancialSupport?sellerBusinessName="+q, "/api/BuyerCompany/CheckCompany?prefectureCode=23&companyName="+q, "/api/SellerCompany/CheckCompany?prefectureCode=23&companyName="+q)
	}
	for _, q := range []string{"location=21", "location=23", "salesAmount=1", "salesAmount=3", "salesPrice=1&salesPriceTo=1", "numberOfManagers=1,5", "dueDate=2027-03-01", "isMessage=true", "isNotRead=true", "isOffered=true", "isNegotiation=true", "isRecommended=true", "isSold=true", "isPublic=true", "isNotOnlyPersonInCharge=true", "isOnlyPersonInCharge=true"} {
		out = append(out, "/api/SellerBusiness/SearchSellerBusinessAsync?"+q)
	}
	for _, q := range []string{"noPublic=true", "noApproved=true", "isPublic=true", "isTrial=true", "prefecture=21", "annualSaleF=1", "isNotOnlyPersonInCharge=true"} {
		out = append(out, "/api/BuyerCompany/SearchCompanyAsync?"+q)
	}
	for _, q := range []string{"searchStatus=0", "searchStatus=9", "searchStatus=1", "searchType=1", "searchType=2", "searchType=3", "searchType=4", "dueDateF=2027-03-01", "prefecture=21", "salesPrice=1"} {
		out = append(out, "/api/BuyerCompany/SearchFinancialSupport?"+q)
	}
	return append(out, "/api/BuyerCompany/CheckCompany?corporateRegistrationNumber=9999999999999", "/api/SellerCompany/CheckCompany?corporateRegistrationNumber=9999999999999")
}

// viewingSealed is another one each time.
var viewingSealed = regexp.MustCompile(`"viewing":"[^"]*"`)

// everything are all answers that a caller can get by reading, by what was asked; only those whose
// name has the given text.
func (w *accessWorld) everything(p *platform, name, only string) map[string]string {
	out := map[string]string{}
	who := &caller{p, w.tokens[name]}
	keep := func(what string, do func() result) {
		if !strings.Contains(what, only) {
			return
		}
		r := do()
		if r.status >= 500 {
			r.t.Errorf("%s: %d %s", what, r.status, r.body)
		}
		out[what] = fmt.Sprint(r.status, " ", r.header.Get("Content-Disposition"), " ", unpacked(viewingSealed.ReplaceAllString(r.body, `"viewing":""`)))
	}
	for _, c := range p.a.table {
		isSearch := c.method == "GET" || strings.HasSuffix(c.path, "/SearchLongCompany") || strings.HasSuffix(c.path, "/CheckMessage")
		if !isSearch || c.callers.door() != platformDoor || !c.callers.has(accessRoles[name]) {
			continue
		}
		for _, pr := range accessRows[c.method+" "+c.path] {
			objects := w.objects[pr.of]
			if pr.of == "" {
				objects = []object{{}}
			}
			for _, o := range objects {
				keep(fmt.Sprintf("%s of %s %s", c.path, pr.of, o.relation), func() result { return w.make(p, c, pr, name, o.id) })
			}
		}
	}
	for _, path := range w.oracles() {
		keep(path, func() result { return who.get(path) })
	}
	for _, path := range sortedLists {
		for _, order := range orders() {
			keep(path+" by "+order, func() result {
				return who.get(path + "?limit=99999999&isDescending=false&propertyName=" + order)
			})
		}
	}
	if accessRoles[name] == deal.RoleFIN {
		for _, o := range w.objects["negotiation"] {
			keep("CheckMessage "+o.relation, func() result {
				return who.post("/api/BuyerNegotiation/CheckMessage", map[string]any{"buyerNegotiationId": o.id, "messageType": 2, "messageBody": "カナリア製作所 霧晴環境 黒潮ライバル 白嶺キャピタル 金糸 雀 山本 一郎 変更 太郎"})
			})
		}
		for _, order := range orders() {
			keep("SearchLongCompany "+order, func() result {
				return who.post("/api/BuyerCompany/SearchLongCompany", map[string]any{"sellerBusinessId": w.listing, "limit": 100, "propertyName": order})
			})
			keep("SearchLongCompany restricted "+order, func() result {
				return who.post("/api/BuyerCompany/SearchLongCompany", map[string]any{"sellerBusinessId": w.object("listing", "excluded by 制限"), "limit": 100, "propertyName": order, "companyName": "変"})
			})
		}
	}
	return out
}
