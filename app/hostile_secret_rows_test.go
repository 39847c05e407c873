package app_test

import (
	"fmt"
	"strings"
)

// secret is data that some callers must not be able to infer in any way: it is changed directly in
// the database, and every answer to them must stay the same to the byte, in contents, order,
// counts, scores and refusals. An entitled caller must see the change, so that the test can fail
// both ways (domain.md, the two hard rules; trust.md Authorization).
type secret struct {
	what   string
	sql    []string // %name is the id of an object of the world
	hidden string   // callers for whom nothing may change
	seen   string   // a caller who must notice the change
	in     string   // part of the name of the calls whose answers change
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

// secretValuation are the inputs of a 簡易株価.
const secretValuation = `{"netAsset":77000,"lineList":[],"taxRate":0,"operatingProfit":1,"remuneration":0,` +
	`"otherAdjustment":0,"depreciation":1,"yearsFrom":1,"yearsTo":2,"multipleFrom":30,"multipleTo":50,` +
	`"interestBearingDebt":0,"cashDeposit":0,"note":"変"}`

// secretMemorandum is a 企業概要書.
const secretMemorandum = `{"sectionList":[{"key":"history","heading":"","text":"変","level":2,"pictureList":[]}],"periodList":[],` +
	`"figuresLevel":3}`

// Statements that add rows to one of two otherwise equal worlds.
const (
	newSeller  = "eeeeeeee-0000-7000-8000-000000000001"
	newBuyer   = "eeeeeeee-0000-7000-8000-000000000002"
	newDraft   = "eeeeeeee-0000-7000-8000-000000000003"
	newLimited = "eeeeeeee-0000-7000-8000-000000000004"
)

// copied are the tables that are copied with a noun, and the columns that refer to it.
var copied = map[string][]string{"company": {"company_industry company_id", "company_details company_id"},
	"listing": {"listing_content listing_id", "listing_code listing_id"}}

// copyOf inserts a copy of a row, with what belongs to it, under another id and with changes.
func copyOf(table, from, id, changes string) (statements []string) {
	again := func(table, column, set string) {
		statements = append(statements, fmt.Sprintf("CREATE TEMP TABLE again AS SELECT * FROM %s WHERE %s = %s", table, column, from),
			fmt.Sprintf("UPDATE again SET %s = '%s'%s", column, id, set),
			fmt.Sprintf("INSERT INTO %s SELECT * FROM again", table), "DROP TABLE again")
	}
	again(table, "id", fmt.Sprintf(", seq = 1 + (SELECT max(seq) FROM main.%s), %s", table, changes))
	for _, c := range copied[table] {
		of, column, _ := strings.Cut(c, " ")
		again(of, column, "")
	}
	return statements
}

// inBoth are statements for both worlds. They add a listing with several regions, which the test
// needs to distinguish secret from published data.
var inBoth = []string{"INSERT INTO listing_code SELECT listing_id, side, 'region', code FROM listing_content, (SELECT '3' AS code UNION SELECT '7') WHERE listing_id = %public"}

var secrets = []secret{
	{"what opens at L4, to those at L1 to L3", []string{"UPDATE listing_content SET " + named +
		" WHERE listing_id NOT IN (%listingNamed, %listingSigned, %foreign)",
		"UPDATE listing_content SET city_code = '23106'  WHERE listing_id = %public"}, others, "finA", "GetSellerBusinessDetailsAsync"},
	{"what opens at L3, to those at L1 and L2", []string{"UPDATE listing_content SET " + afterNDA +
		" WHERE listing_id IN (%public, %rivalsListing, %restricted, %overListing)"}, others, "finA", "GetSellerBusinessDetailsAsync"},
	{"all that is withheld at L1 and L2, of every listing", []string{"UPDATE listing_content SET " + named + ", " + afterNDA +
		", prefecture_code = '21', city_code = '21201'"}, rest, "buyB", "GetSellerBusinessDetailsAsync"},
	{"what SF edits and nobody approved yet",
		[]string{"UPDATE listing_content SET business_name = '変', description = '変', free_text_folded = 'あ', sales_amount = 1, sales_price = 1, sales_price_to = 1, due_date = '2027-03-03', willingness_to_sell = 2 WHERE side = 1 AND listing_id <> %foreign",
			"UPDATE listing SET modified = modified + seq * 86400000, return_comment = '変', approved_at = 1, justifications = '{\"x\":\"変\"}', stop_reason = '変' WHERE id <> %foreign"}, others, "finA", "GetSellerBusinessOverViewAsync"},
	{"whom 制限 keeps out",
		[]string{"INSERT INTO listing_code SELECT listing_id, side, 'rest', 'ffffffff-0000-7000-8000-000000000000' FROM listing_content WHERE listing_id = %restricted"}, others, "finA", "GetSellerBusinessOverViewAsync"},
	{"the seller's company",
		[]string{"UPDATE company_details SET company_name = '変', name_folded = '変', representative_name = '変' WHERE company_id IN (SELECT company_id FROM listing)", "UPDATE company SET remark = '変', financial_memo = '変', sales_amount = 1 WHERE kind = 2"}, rest + " buyB", "finA", "SellerCompany/GetCompany"},
	{"a rival buyer", []string{buyerDetails + "%rival", buyerRest + "%rival"}, "finA buyA buyB finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"a buyer of another bank's before the names", []string{buyerDetails + "%buyerC", buyerRest + "%buyerC"}, "finA buyA finB buyB rival",
		"finC", "BuyerCompany/GetCompanyDetailsAsync"},
	{"the buyer that A knows by name, to the others", []string{buyerDetails + "%buyerB", buyerRest + "%buyerB"}, rest, "finA",
		"BuyerCompany/GetCompanyDetailsAsync"},
	{"what the bank notes of its buyer", []string{"UPDATE company SET financial_memo = '変', registration_id = '変'"}, allBUY, "finB",
		"BuyerCompany/GetCompanyOverViewAsync"},
	{"the people of B and of its buyers",
		[]string{"UPDATE user SET user_name = '変', user_name_kana = 'ヘン', login_id = 'x' || login_id, phone1 = '03-1', phone2 = '03-2', department = '変', position = '変' WHERE client_id IN (%bankB, %buyerB, %rival)"}, "finA buyA finC buyC", "finB", "GetUsersList"},
	{"the people of A and of its seller",
		[]string{"UPDATE user SET user_name = '変', login_id = 'x' || login_id, phone1 = '03-1', department = '変' WHERE client_id = %bankA OR role = 1"}, others, "finA", "GetUsersList"},
	{"a rival's people", []string{"UPDATE user SET user_name = '変', phone1 = '03-1' WHERE client_id = %rival"}, "buyB buyA finA finC buyC",
		"finB", "BuyerCompanyUser/GetUser "},
	{"interest that went no further",
		[]string{"UPDATE negotiation SET interest_status = 1, interest_at = 1, modified = modified + 1 WHERE bf_id <> sf_id"}, "finA buyA",
		"finB", "GetBuyerNegotiationAsync"},
	{"consents on a row that has not begun",
		[]string{"UPDATE negotiation SET is_consent = 1, consent_version = 1, consent_at = 1, realname_consent_at = 1 WHERE status = 0 AND buyer_company_id = %buyerB"}, "finA buyA finC buyC rival", "finB", "GetBuyerNegotiationAsync"},
	{"a row that its bank ended before it began",
		[]string{"UPDATE negotiation SET status = 9, ended_from = 0, ended_by = 'bf', ended_at = status_at + 86400000, status_at = status_at + 86400000, end_reason = 1, end_comment = '変', modified = modified + 1 WHERE id = %offer"}, "finA buyA rival finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"financing that is not certain",
		[]string{"UPDATE negotiation SET financial_support_status = 2 + seq % 2, financing_consent = 1, desired_amount = 7, own_funds = 7, funds_purpose = '変' WHERE bf_id <> sf_id"}, "finA " + allBUY + " ADM", "finB", "GetBuyerNegotiationAsync"},
	{"financing before the names",
		[]string{"UPDATE negotiation SET financial_support_status = 4, financing_consent = 1, desired_amount = 7, own_funds = 7, funds_purpose = '変', approval_number = '変', approval_date = '2026-12-12', approved_amount = 7 WHERE status IN (0, 1, 9) AND bf_id <> sf_id"}, "finA " + allBUY + " ADM", "finB", "GetBuyerNegotiationAsync"},
	{"what BF plans", []string{"UPDATE negotiation SET next_action_bf = printf('2026-12-%02d', 10 + seq), person_bf = %userB, modified = modified + seq * 86400000 WHERE bf_id <> sf_id"}, "finA " + allBUY + " ADM", "finB", "GetBuyerNegotiationAsync"},
	{"what SF plans", []string{"UPDATE negotiation SET next_action_sf = printf('2026-12-%02d', 10 + seq), person_sf = %userA WHERE bf_id <> sf_id"}, others + " ADM", "finA", "GetBuyerNegotiationAsync"},
	{"where the owner's consent stands", []string{"UPDATE negotiation SET seller_approval_status = 1, seller_approval_at = 1 WHERE status = 2",
		"UPDATE link_key SET decided_name = '変', decided_comment = '変' WHERE kind = 'owner_consent'"}, others, "finA",
		"GetBuyerNegotiationAsync"},
	{"an offer that its bank has not passed on", []string{"UPDATE negotiation SET offer_message = '変' WHERE id = %offer"},
		"buyB rival finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"an offer that its bank declined", []string{"UPDATE negotiation SET offer_send_status = 8 WHERE id = %offer"}, "buyB rival finC buyC",
		"finA", "GetBuyerNegotiationAsync"},
	{"that an offer waits for its bank", []string{"DELETE FROM negotiation_history WHERE negotiation_id = %offer",
		"DELETE FROM message_read WHERE message_id IN (SELECT id FROM message WHERE negotiation_id = %offer)",
		"DELETE FROM message WHERE negotiation_id = %offer",
		"DELETE FROM document_grant WHERE buyer_company_id = %buyerB AND document_id IN (SELECT d.id FROM document d JOIN negotiation n ON n.listing_id = d.listing_id WHERE n.id = %offer)", "DELETE FROM negotiation WHERE id = %offer"}, "buyB rival finC buyC", "finB", "GetBuyerNegotiationAsync"},
	{"words between a buyer and its bank", []string{"UPDATE message SET body = body || '変' WHERE message_type = 1",
		"UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM message WHERE message_type = 1)"}, "finA " + rest + " ADM", "buyB",
		"MessageList"},
	{"words between the banks", []string{"UPDATE message SET body = body || '変' WHERE message_type = 2 AND negotiation_id <> %rivalRow",
		"UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM message WHERE message_type = 2 AND negotiation_id <> %rivalRow)"},
		"buyB " + rest + " ADM", "finA", "MessageList"},
	{"what a document's file is called, to whom it is not saved",
		[]string{"UPDATE file SET name = '変.pdf' WHERE id IN (SELECT file_id FROM document)"}, others, "finA", "GetDocumentList"},
	{"a bank's own notes", []string{"UPDATE milestone SET note = '変' WHERE side = 'bf'",
		"UPDATE negotiation SET end_comment = '変' WHERE ended_by = 'bf' AND bf_id = %bankB",
		"UPDATE negotiation_history SET comment = '変' WHERE side = 'bf' AND negotiation_id IN (SELECT id FROM negotiation WHERE bf_id = %bankB)"},
		"finA buyB " + rest + " ADM", "finB", "GetBuyerNegotiationAsync"},
	{"the other bank's own notes", []string{"UPDATE milestone SET note = '変' WHERE side = 'sf'",
		"UPDATE negotiation SET end_comment = '変' WHERE ended_by = 'sf'",
		"UPDATE negotiation_history SET comment = '変' WHERE side IN ('sf', 'seller') AND event <> 'reject_realname'",
		"UPDATE listing_history SET comment = '変' WHERE listing_id <> %foreign"}, others, "finA", "GetSellerBusinessHistory"},
	{"how far a rival is",
		[]string{"UPDATE negotiation SET status = 3, is_consent = 1, consent_version = 1, consent_at = 1, approved_at = 1, status_at = status_at + 1, modified = modified + 1 WHERE id = %rivalRow",
			"INSERT INTO milestone (negotiation_id, kind, date, side, creator, created, modified) VALUES (%rivalRow, 1, '2026-11-01', 'bf', '', 1, 1)"}, "buyB buyA finC", "rival", "GetBuyerNegotiationAsync"},
	{"that a rival is there",
		[]string{"DELETE FROM message_read WHERE message_id IN (SELECT id FROM message WHERE negotiation_id = %rivalRow)",
			"DELETE FROM message WHERE negotiation_id = %rivalRow", "DELETE FROM negotiation_history WHERE negotiation_id = %rivalRow",
			"DELETE FROM milestone WHERE negotiation_id = %rivalRow", "DELETE FROM negotiation WHERE id = %rivalRow"}, "buyC", "finB",
		"GetBuyerNegotiationAsync"},
	{"needs of a buyer that is not public",
		[]string{"UPDATE needs SET title = '変', detail = '変', free_text_folded = '変', acquisition_price = 1 WHERE id = %hiddenNeed"},
		"finA finC " + allBUY + " ADM", "finB", "GetNeeds"},
	{"another bank's seller is registered", copyOf("company", "%foreignSeller", newSeller, "registration_id = '', modified = modified + 1"),
		"finA buyA FAD " + rest, "finB", "SellerCompany/SearchCompanyAsync"},
	{"another bank's seller changes",
		[]string{"UPDATE company SET prefecture_code = '01', city_code = '', region = 1, sales_amount = 5, status = 1, modified = modified + 1 WHERE id = %foreignSeller", "DELETE FROM company_industry WHERE company_id = %foreignSeller"}, "finA buyA FAD " + rest, "finB", "SellerCompany/SearchCompanyAsync"},
	{"another bank drafts a listing", copyOf("listing", "%foreign", newDraft, "modified = modified + 1"), "finA buyA buyB FAD " + rest, "finB",
		"SearchSellerBusinessAsync"},
	{"another bank publishes a limited listing", copyOf("listing", "%limited", newLimited, "published_at = published_at + 1"),
		"finB finC buyB buyC rival", "finA", "SearchSellerBusinessAsync"},
	{"where a listing is among the regions that it publishes",
		[]string{"UPDATE listing_content SET region = 3, prefecture_code = '13', city_code = '13101' WHERE listing_id = %public"}, others, "finA",
		"GetSellerBusinessOverViewAsync"},
	{"a rival's buyer is registered and not public", copyOf("company", "%hiddenBuyer", newBuyer,
		"registration_id = '', modified = modified + 1"), "finA FAD finC " + allBUY, "finB", "BuyerCompany/SearchCompanyAsync"},
	{"a rival's buyer that is not public changes",
		[]string{"UPDATE company SET prefecture_code = '01', region = 1, sales_amount = 5, modified = modified + 1 WHERE id = %hiddenBuyer"},
		"finA FAD finC " + allBUY, "finB", "BuyerCompany/SearchCompanyAsync"},
	{"a rival's buyer is hidden, from buyers", []string{"UPDATE company SET status = 2 WHERE id = %buyerC"}, "buyA buyB rival FAD", "finB",
		"BuyerCompany/SearchCompanyAsync"},
	{"in which order rivals' rows came",
		[]string{"UPDATE negotiation SET seq = -seq, created = created - 1000 * seq, started_at = started_at + 1000 * seq, modified = modified + 1 WHERE id IN (%rivalRow, %rowC)", "UPDATE negotiation SET seq = 1000 - seq WHERE seq < 0"}, "buyA buyB", "finA", "PartnerListBySellerFinancial"},
	{"in which order another bank's companies came",
		[]string{"UPDATE company SET seq = -seq, created = created - 1000 * seq, modified = modified + 1 WHERE id IN (%foreignSeller, %hiddenBuyer)", "UPDATE company SET seq = 1000 - seq WHERE seq < 0"}, "finA buyA FAD " + rest, "finB", "GetCompanyOverViewAsync"},
	{"a text that waits at A",
		[]string{"UPDATE held_text SET body = body || '変', reason = '変', version = version + 1, held = held + 1 WHERE institution_id = %bankA"},
		others, "finA", "GetHeldTexts"},
	{"what the owner is told of a refusal", []string{"UPDATE negotiation_history SET owner_reason = '変' WHERE event = 'reject_realname'"},
		others, "finA", "GetApproaches"},
	{"whom an owner wants to be avoided",
		[]string{"UPDATE avoided_company SET name = '変', name_folded = '変', note = '変', removed_reason = '変'",
			"UPDATE avoided_company SET corporate_registration_number = '9999999999999'"}, others + " ADM", "finA", "GetAvoidedCompanies"},
	{"what A computes of a price", []string{"INSERT INTO valuation (id, listing_id, institution_id, version, content, creator, created) " +
		"VALUES ('x', %public, %bankA, 9, '" + secretValuation + "', '', 1)"}, others + " ADM FAD", "finA", "GetValuation"},
	{"that A computes a price", []string{"DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'valuation_exported' WHERE subject_kind = 'valuation'"},
		others + " finA ADM", "FAD", "GetAuditList"},
	{"what A writes of a seller for buyers", []string{"INSERT INTO memorandum (id, listing_id, institution_id, revision, content, creator, " +
		"created, modifier, modified) VALUES ('x', %public, %bankA, 9, '" + secretMemorandum + "', '', 1900000000000, '', 1900000000000)"},
		others + " ADM FAD", "finA", "GetMemorandum"},
	{"that A writes it", []string{"DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'memorandum_issued' WHERE subject_kind = 'memorandum'"},
		others + " finA ADM", "FAD", "GetAuditList"},
	{"what A notes and plans", []string{"UPDATE activity SET body = body || '変', day = '2026-11-01', counterpart = '変', means = 6",
		"INSERT INTO activity SELECT NULL, id || 'x', kind, record_seq, institution_id, day, means, counterpart, body, version, creator, " +
			"created, modifier, modified FROM activity",
		"INSERT INTO company_next_action SELECT seq, institution_id, '2026-11-22', '変', '', 1, '', 1, '', 1 FROM company " +
			"WHERE institution_id = %bankA"},
		others + " ADM FAD", "finA", "GetActivities"},
	{"what A recorded of its duties", []string{"DROP TRIGGER IF EXISTS duty_is_append_only",
		"UPDATE duty SET performed_on = '2026-11-01', valid_until = '', content = '{\"note\":\"変\"}', hash = hash || '変', result = 2, kind = 2 " +
			"WHERE institution_id = %bankA",
		"INSERT INTO duty SELECT NULL, id || 'x', institution_id, 6, record_kind, record_seq, 1, performed_on, '', content, salt, hash, NULL, " +
			"0, '', NULL, creator, created, NULL FROM duty WHERE institution_id = %bankA",
		"UPDATE duty_waiver SET reason = '変', refused = 1", "DELETE FROM duty_file",
		"DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'duty_confirmed' WHERE subject_kind IN ('duty', 'duty_waiver')"},
		others + " ADM", "finA", "GetDuties"},
	{"what A explains", []string{"DROP TRIGGER IF EXISTS duty_text_no_update", "UPDATE duty_text SET hash = '変', reason = '変', version = 7",
		"INSERT INTO duty_text SELECT NULL, 'x' || id, id, 5, 1, '{\"title\":\"変\",\"items\":[{\"key\":\"x\",\"heading\":\"変\"}]}', '', '変', " +
			"(SELECT u.id FROM user u WHERE u.client_id = institution.id LIMIT 1), 1 FROM institution WHERE id = %bankA"},
		others + " ADM", "finA", "GetDuties"},
	{"which templates A has", []string{"DROP TRIGGER IF EXISTS draft_template_no_update",
		"UPDATE draft_template SET hash = '変', reason = '変', version = version + 7 WHERE institution_id = %bankA",
		"INSERT INTO draft_template SELECT NULL, 'x' || id, id, 34, 1, 1, NULL, '', '変', '', 1 FROM institution WHERE id = %bankA",
		"DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'draft_template_withdrawn' WHERE subject_kind = 'own_template'"},
		others + " ADM", "FAD", "GetDraftTemplates"},
	{"what A's administrator records of its registration", []string{"INSERT INTO support_registration (institution_id, version, number, " +
		"expires_on, qualified, creator, created) VALUES (%bankA, 1, '変', '2026-11-30', 9, '', 1)"},
		others + " finA ADM", "FAD", "GetSupportRegistration"},
	{"who explains at A, and what it takes", []string{"DROP TRIGGER IF EXISTS fee_table_is_append_only",
		"DROP TRIGGER IF EXISTS adviser_profile_is_append_only",
		"UPDATE adviser_profile SET qualification = '変', deal_count = 77, since = '2001-01'",
		"UPDATE fee_table SET name = '変', minimum = 77, steps = '[{\"upTo\":0,\"rate\":1}]', hash = '変'",
		"DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'fee_table_saved' WHERE subject_kind IN ('adviser', 'fee_table')"},
		others + " ADM", "finA", "GetDuties"},
	{"what B told A of its buyer", []string{"DROP TRIGGER IF EXISTS buyer_report_is_append_only",
		"INSERT INTO buyer_report SELECT NULL, 'x' || id, id, '2026-11-20', '変', '{\"law\":\"concern\"}', '変', '', '', NULL, '', 1 " +
			"FROM negotiation WHERE status IN (2, 3)"}, rest + " buyB ADM", "finA", "GetBuyerReport"},
	{"which papers A made", []string{"DROP TRIGGER IF EXISTS issued_paper_is_append_only", "DROP TRIGGER IF EXISTS issued_paper_stays",
		"UPDATE issued_paper SET number = number || '変', recipient = '変', form = 7 WHERE client_id = %bankA",
		"INSERT INTO issued_paper SELECT NULL, id || 'x', number || 'x', kind, form, level, buyer_view, record_kind, negotiation_id, " +
			"listing_id, company_id, buyer_company_id, institution_id, client_id, recipient, source, file_id, sha256, creator, created " +
			"FROM issued_paper WHERE client_id = %bankA", "DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'issued_paper.download' WHERE subject_kind = 'issued_paper'"},
		others + " ADM", "finA", "SearchIssuedPaper"},
	{"which signed copies A has", []string{"DROP TRIGGER IF EXISTS signed_copy_is_append_only", "DROP TRIGGER IF EXISTS signed_copy_stays",
		"UPDATE signed_copy SET signers = '[{\"name\":\"変\"}]', note = '変', signed_on = '2020-01-01', signature = '{\"State\":3}'",
		"UPDATE signed_copy SET ended = 1, ended_by = 'x', reason = '変' WHERE ended IS NULL", "DROP TRIGGER IF EXISTS audit_no_update",
		"UPDATE audit SET detail = '変', event = 'signed_copy.withdrawn' WHERE subject_kind = 'signed_copy'"},
		others + " ADM", "finA", "SearchSignedCopy"},
	{"who of A worked on its own customers", []string{"INSERT INTO audit (seq, at, event, user_id, role, client_id, institution_id, " +
		"subject_kind, subject_id, result, prev, hash) SELECT max(seq) + 1, max(at), 'company_update', %userA, 3, %bankA, %bankA, 'listing', " +
		"%public, 'ok', 'x', 'x' FROM audit"}, others, "finA", "SearchNameAccess"},
	{"that B's buyer learned the name of A's customer", []string{"INSERT INTO ledger (seq, at, kind, listing_id, company_id, " +
		"buyer_company_id, negotiation_id, level, user_id, client_id, institution_id, basis, subject, prev, hash) SELECT (SELECT max(seq) + 1 " +
		"FROM ledger), n.status_at, 'view', n.listing_id, l.company_id, n.buyer_company_id, n.id, 4, '', n.buyer_company_id, n.bf_id, " +
		"'オーナーの承諾', 'overview', 'x', 'x' FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE n.listing_id = %listingNamed " +
		"AND n.status = 3 LIMIT 1"}, "finC rival buyA buyC", "finA", "SearchNameAccess"},
	{"a long list", []string{"UPDATE long_list SET name = '変'", "DELETE FROM long_list_company"}, others + " ADM", "finA", "GetLongList"},
}
