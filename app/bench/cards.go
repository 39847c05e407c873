//go:build unix

package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// cards are the rows of the product's lists in the form in which the other contestants get them, in a
// separate database. Visibility is not their task: the cards contain what the one asking institution
// may see. The SQL that fills them is independent of the product's, so that the comparison of answers
// also checks the product.
type cards struct {
	file    string
	listing string            // the listing whose candidates the cards have
	words   map[string]*words // of the texts, by the product's name of the word search
	pages   map[string]int    // the last page of a list, at most 100
	asked   map[string]bool   // questions that must not be repeated

	listings, buyers []string   // some of the selling and of the buying bank's own
	keys             *auth.Keys // of the world
}

// cardKind is a table of cards. The types of its columns tell the other contestants how to store
// them: FLAG and BITS have few values, WORDS are searched for substrings, TIME is in milliseconds.
// Each table has seq and id before and payload after these columns; each order has an index that
// covers the filters' columns.
type cardKind struct {
	table, columns string
	orders         []string
	covers         string
	words, texts   string // the product's name of the word search, and the source of the words
	letters        int    // characters of each text used, from its start; 0 is all
	rows           string
}

const listingCodes = "(SELECT json_group_array(x.code) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = '%s')"

// largeClasses is the bit mask of the large classes of codes.
const largeClasses = "coalesce(sum(DISTINCT 1 << CAST(substr(x.code, 1, 2) AS INTEGER) - 11), 0)"

// codesOf are the codes of rows, each between commas, so that the word search finds one.
func codesOf(from string) string {
	return "coalesce((SELECT ',' || group_concat(x.code) || ',' FROM " + from + "), '')"
}

// nobody is a number above every number of employees: a company without one is in no range.
const nobody = "1000000000"

// companyPayload is about as large as the product's row of a company.
const companyPayload = `'companyId', c.id, 'companyType', c.kind, 'displayName', '匿名', 'industryType', (SELECT json_group_array(x.code) FROM w.company_industry x WHERE x.company_id = c.id),
	'location', json_object('region', c.region, 'prefecturecode', c.prefecture_code, 'citycode', c.city_code), 'salesAmount', c.sales_amount, 'status', 4, 'tags', json('["Public"]'), 'view', 1, 'mAndAExperience', c.ma_experience`

var cardKinds = []cardKind{
	{"listings", "visible FLAG, published TIME, name TEXT, text WORDS, industry BITS, pref INTEGER, regions BITS, price INTEGER, price_to INTEGER, floor INTEGER, due INTEGER, profit INTEGER, " +
		"own INTEGER, state INTEGER, sales INTEGER, people_from INTEGER, people_to INTEGER, classes WORDS",
		[]string{"visible, published DESC", "visible, price DESC, price_to DESC", "visible, due DESC", "visible, name DESC",
			"visible, profit DESC", "visible, sales DESC"},
		"industry, pref, regions, floor, due, price_to, own, state, sales, people_from, people_to, classes",
		"freeWord", "text", 0, `SELECT l.seq, l.id,
	(l.status = 1 AND p.start_date <= :today AND p.due_date >= :today OR l.status = 2 AND l.concluded_at >= :sold)
		AND (l.institution_id = :buying OR p.is_limited = 0 AND (p.is_rest = 0 OR NOT EXISTS (SELECT 1 FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'rest' AND x.code = :buying)))
	OR l.institution_id <> :buying AND EXISTS (SELECT 1 FROM w.negotiation n WHERE n.listing_id = l.id AND +n.bf_id = :buying AND n.status BETWEEN 1 AND 5),
	coalesce(l.published_at, 0), p.business_name, p.free_text_folded,
	(SELECT ` + largeClasses + ` FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'industry'),
	CASE WHEN p.is_prefecture_public THEN CAST(p.prefecture_code AS INTEGER) ELSE 0 END,
	CASE WHEN p.is_prefecture_public THEN 0 ELSE (SELECT coalesce(sum(DISTINCT 1 << CASE r WHEN 99 THEN 12 ELSE r END), 0) FROM (SELECT p.region r UNION SELECT CAST(x.code AS INTEGER)
		FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'region')) END,
	p.sales_price, p.sales_price_to, CASE WHEN p.sales_price_to = 9 OR p.sales_price = 0 AND p.sales_price_to = 0 THEN 0 ELSE p.sales_price END, CAST(replace(p.due_date, '-', '') AS INTEGER), p.operating_profit_band,
	l.institution_id = :buying, CASE WHEN l.status = 1 AND p.start_date <= :today AND p.due_date >= :today THEN 1
		WHEN l.status = 2 AND l.concluded_at >= :sold THEN 2 ELSE 0 END,
	p.sales_amount, CASE WHEN p.managers_from IS NULL AND p.managers_to IS NULL THEN ` + nobody + ` ELSE coalesce(p.managers_from, 0) END,
	CASE WHEN p.managers_from IS NULL AND p.managers_to IS NULL THEN -1 ELSE coalesce(p.managers_to, ` + nobody + `) END,
	` + codesOf("w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'industry'") + `,
	json_object('sellerBusinessId', l.id, 'status', l.status, 'level', 1, 'businessName', p.business_name, 'description', p.description,
		'industryTypes', ` + fmt.Sprintf(listingCodes, "industry") + `, 'publicRegion', ` + fmt.Sprintf(listingCodes, "region") + `, 'negotiationTarget', ` + fmt.Sprintf(listingCodes, "target") + `, 'salesAsset', ` + fmt.Sprintf(listingCodes, "asset") + `,
		'salesAmount', p.sales_amount, 'operatingProfit', p.operating_profit_band, 'salesPrice', p.sales_price, 'salesPriceTo', p.sales_price_to, 'numberOfManagersFrom', p.managers_from,
		'numberOfManagersTo', p.managers_to, 'willingnessToSell', p.willingness_to_sell, 'dueDate', p.due_date, 'modified', '2026-01-01T00:00:00', 'location', json_object('region', p.region),
		'formattedLocation', '神奈川県', 'isBasicAgreement', json('false'), 'isTopInterview', json('false'), 'isOffered', json('false'), 'isNew', json('false'), 'isRecommended', json('false'),
		'isAnonymousNego', json('false'), 'isRealNameNego', json('false'), 'isSuspended', json('false'), 'isSold', json('false'), 'isReaded', json('false'), 'isStopped', json('false'), 'interestStatus', 0,
		'isConsent', json('false'), 'tags', json('["New","Public","Will1"]'), 'inChargeFinancialInstitutionId', l.institution_id, 'inChargeFinancialInstitutionName', '和泉岡信用組合')
	FROM w.listing l JOIN w.listing_content p ON p.listing_id = l.id AND p.side = 2`},

	{"buyers", "visible FLAG, candidate FLAG, moved TIME, created TIME, sales INTEGER, pref INTEGER, industry BITS, wanted BITS, price BITS, text WORDS, " +
		"own INTEGER, status INTEGER, low BITS, classes WORDS, wanted_classes WORDS",
		[]string{"visible, moved DESC", "visible, created DESC", "visible, sales DESC", "visible, pref DESC", "candidate, moved DESC",
			"candidate, created DESC", "candidate, sales DESC"},
		"industry, wanted, price, pref, sales, own, status, low, classes, wanted_classes",
		"needsName", "text", 0, `SELECT c.seq, c.id, c.institution_id = :selling OR c.status = 1 AND i.status = 1,
	c.status = 1 AND c.is_trial = 0 AND i.status = 1 AND NOT EXISTS (SELECT 1 FROM w.listing_code x WHERE x.listing_id = :listing AND x.side = 2 AND x.field = 'rest' AND x.code = c.institution_id)
		AND NOT EXISTS (SELECT 1 FROM w.negotiation n WHERE n.listing_id = :listing AND n.buyer_company_id = c.id
			AND n.bf_id = :selling AND (n.status = 9 OR n.interest_status = 1)),
	CASE WHEN c.institution_id = :selling THEN c.modified ELSE c.shown_modified END, c.created, c.sales_amount, CAST(c.prefecture_code AS INTEGER),
	(SELECT ` + largeClasses + ` FROM w.company_industry x WHERE x.company_id = c.id),
	(SELECT ` + largeClasses + ` FROM w.needs d CROSS JOIN w.needs_code x ON x.needs_id = d.id AND x.field = 'industry' WHERE d.client_id = c.id AND d.status = 1),
	(SELECT coalesce(sum(DISTINCT 1 << d.acquisition_price_to), 0) FROM w.needs d WHERE d.client_id = c.id AND d.status = 1),
	coalesce((SELECT group_concat(d.free_text_folded, char(10)) FROM w.needs d WHERE d.client_id = c.id AND d.status = 1), ''),
	c.institution_id = :selling, CASE WHEN c.institution_id = :selling THEN c.status ELSE 1 END,
	(SELECT coalesce(sum(DISTINCT 1 << d.acquisition_price), 0) FROM w.needs d WHERE d.client_id = c.id AND d.status = 1),
	` + codesOf("w.company_industry x WHERE x.company_id = c.id") + `,
	` + codesOf("w.needs d CROSS JOIN w.needs_code x ON x.needs_id = d.id AND x.field = 'industry' "+
			"WHERE d.client_id = c.id AND d.status = 1") + `,
	json_object(` + companyPayload + `, 'needsList', (SELECT json_group_array(json_object('needsId', d.id, 'clientId', c.id, 'clientType', 1, 'title', d.title, 'detail', d.detail,
		'codes', (SELECT json_group_array(x.code) FROM w.needs_code x WHERE x.needs_id = d.id), 'numberOfManagers', d.managers_from, 'acquisitionDeadline', d.acquisition_deadline, 'acquisitionPrice', d.acquisition_price,
		'acquisitionPriceTo', d.acquisition_price_to, 'acquisitionAnnualSales', d.acquisition_annual_sales)) FROM w.needs d WHERE d.client_id = c.id AND d.status = 1))
	FROM w.company c JOIN w.institution i ON i.id = c.institution_id WHERE c.kind = 1`},

	{"sellers", "visible FLAG, moved TIME, created TIME, name TEXT, sales INTEGER, pref INTEGER, industry BITS, text WORDS, " +
		"status INTEGER, classes WORDS",
		[]string{"visible, moved DESC", "visible, created DESC", "visible, sales DESC", "visible, name DESC, moved DESC", "visible, pref DESC"},
		"industry, pref, sales, status, classes",
		"companyName", "text", 2, `SELECT c.seq, c.id, 1, c.modified, c.created, coalesce(d.name_folded, ''), c.sales_amount, CAST(c.prefecture_code AS INTEGER),
	(SELECT ` + largeClasses + ` FROM w.company_industry x WHERE x.company_id = c.id), coalesce(d.name_folded, ''),
	c.status, ` + codesOf("w.company_industry x WHERE x.company_id = c.id") + `,
	json_object(` + companyPayload + `, 'companyName', d.company_name, 'inChargeFinancialInstitutionId', c.institution_id, 'inChargeFinancialInstitutionName', '和泉岡信用組合', 'modified', '2026-01-01T00:00:00', 'created', '2026-01-01T00:00:00',
		'mAndAReason', json('[1,2]'), 'memberType', c.member_type, 'isSendRecommendMail', 1, 'isSendOfferMail', 1, 'hasDetails', json('true'), 'version', c.version)
	FROM w.company c LEFT JOIN w.company_details d ON d.company_id = c.id WHERE c.kind = 2 AND c.institution_id = :selling`},

	{"negotiations", "visible FLAG, moved TIME, status INTEGER, title TEXT, due INTEGER, name TEXT, industry BITS, text WORDS, " +
		"classes WORDS, buyer_industry BITS, buyer_classes WORDS, buyer_sales INTEGER, buyer_pref INTEGER",
		[]string{"visible, moved DESC", "visible, status DESC", "visible, due DESC", "visible, title DESC", "visible, name DESC"},
		"status, industry, due, classes, buyer_industry, buyer_classes, buyer_sales, buyer_pref",
		"sellerBusinessName", "text", 0, `SELECT seq, id, 1, moved, status, iif(sees, business_name, ' '), iif(sees, iif(due_date = '', -1, CAST(replace(due_date, '-', '') AS INTEGER)), 0), name,
	iif(sees, (SELECT ` + largeClasses + ` FROM w.listing_code x WHERE x.listing_id = y.listing_id AND x.side = 2 AND x.field = 'industry'), 0), iif(sees, business_name, ''),
	iif(sees, ` + codesOf("w.listing_code x WHERE x.listing_id = y.listing_id AND x.side = 2 AND x.field = 'industry'") + `, ''),
	(SELECT ` + largeClasses + ` FROM w.company_industry x WHERE x.company_id = y.buyer_company_id),
	` + codesOf("w.company_industry x WHERE x.company_id = y.buyer_company_id") + `, buyer_sales, buyer_pref, payload
	FROM (SELECT n.seq, n.id, n.listing_id, n.buyer_company_id, c.sales_amount buyer_sales, CAST(c.prefecture_code AS INTEGER) buyer_pref, coalesce(n.bf_modified, 0) moved, n.status, coalesce(p.business_name, '') business_name, coalesce(p.due_date, '') due_date, coalesce(d.name_folded, '') name,
		coalesce(n.status BETWEEN 1 AND 5 OR (l.status = 1 AND p.start_date <= :today AND p.due_date >= :today OR l.status = 2 AND l.concluded_at >= :sold) AND i.status = 1
			AND (l.institution_id = n.bf_id OR p.is_limited = 0 AND (p.is_rest = 0 OR NOT EXISTS (SELECT 1 FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'rest' AND x.code = n.bf_id))), 0) sees,
		json_object('buyerNegotiationId', n.id, 'version', n.version, 'caseNumber', 'N-00000000', 'side', 'bf', 'sellerBusinessId', n.listing_id, 'businessName', p.business_name, 'level', 2, 'listingStatus', l.status, 'dueDate', p.due_date,
			'isStopped', json('false'), 'buyerCompanyId', c.id, 'displayName', d.company_name, 'buyerFinancialInstitutionId', n.bf_id, 'buyerFinancialName', '和泉岡信用組合', 'sellerDisplayName', '匿名', 'sellerFinancialInstitutionId', n.sf_id,
			'sellerFinancialName', '和泉岡信用組合', 'status', n.status, 'statusLabel', '匿名交渉中', 'statusAt', '2026-01-01T00:00:00', 'modified', '2026-01-01T00:00:00', 'interestStatus', n.interest_status, 'offerSendStatus', n.offer_send_status,
			'offerSendStatusLabel', '未送信', 'isApprovalMe', json('false'), 'isConsent', json('true'), 'isRealNameConsent', json('false'), 'financialSupportStatus', n.financial_support_status, 'isUnreadMessage', json('false'), 'unreadCount', 0,
			'step', json_object('current', 2, 'label', '匿名交渉'), 'isTopInterview', json('false'), 'isBasicAgreement', json('false'), 'buyer', json_object('companyId', c.id, 'salesAmount', c.sales_amount, 'region', c.region)) payload
		FROM w.negotiation n JOIN w.listing l ON l.id = n.listing_id JOIN w.institution i ON i.id = l.institution_id LEFT JOIN w.listing_content p ON p.listing_id = l.id AND p.side = 2
		JOIN w.company c ON c.id = n.buyer_company_id LEFT JOIN w.company_details d ON d.company_id = c.id WHERE n.bf_id = :selling) y`},
}

// aListing selects a listing of the selling bank's that is offered to others, preferably not to
// all.
const aListing = `SELECT l.id FROM w.listing l JOIN w.listing_content p ON p.listing_id = l.id AND p.side = 2 WHERE l.institution_id = ? AND l.status = 1 AND p.is_limited = 0 AND p.start_date <= ? AND p.due_date > ?
	ORDER BY p.is_rest DESC, (SELECT count(*) FROM w.negotiation n WHERE n.listing_id = l.id) DESC, l.seq LIMIT 1`

// knownWord is a word that is in many texts and is asked for repeatedly.
const knownWord = "製造"

// cards creates those cards of a world that the lists need, and finds words in their texts. Cards
// kept in a folder are valid for a day, as visibility changes at midnight.
func (w *world) cards(of []*list) (*cards, error) {
	now := time.Now()
	today := now.In(store.JST).Format(time.DateOnly)
	c := &cards{file: filepath.Join(w.dir, "cards-"+today+".db"), words: map[string]*words{}, pages: map[string]int{}}
	if err := w.forgetCards(c.file); err != nil {
		return nil, err
	}
	var err error
	if c.keys, err = auth.OpenKeys(w.dir); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+c.file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("ATTACH ? AS w", "file:"+w.database()); err != nil {
		return nil, err
	}
	// A listing sold exactly half a year ago would disappear between two questions.
	if _, err := db.Exec("UPDATE w.listing SET concluded_at = concluded_at + 172800000 WHERE abs(concluded_at - ?) < 86400000",
		now.AddDate(0, -6, 0).UnixMilli()); err != nil {
		return nil, err
	}
	var buying, selling string
	for login, bank := range map[string]*string{askingLogin: &buying, sellingLogin: &selling} {
		if err := db.QueryRow("SELECT client_id FROM w.user WHERE login_folded = ?", login).Scan(bank); err != nil {
			return nil, err
		}
	}
	if err := db.QueryRow(aListing, selling, today, today).Scan(&c.listing); err != nil {
		return nil, fmt.Errorf("a listing of %s: %w", sellingLogin, err)
	}
	for query, into := range map[string]*[]string{
		"SELECT id FROM w.listing WHERE status = 1 AND institution_id = '" + selling + "' ORDER BY seq LIMIT 40":             &c.listings,
		"SELECT id FROM w.company WHERE kind = 1 AND status = 1 AND institution_id = '" + buying + "' ORDER BY seq LIMIT 40": &c.buyers,
	} {
		var ids string
		if err := db.QueryRow("SELECT coalesce(group_concat(id), '') FROM (" + query + ")").Scan(&ids); err != nil {
			return nil, err
		}
		*into = strings.Split(ids, ",")
	}
	args := map[string]any{"today": today, "sold": now.AddDate(0, -6, 0).UnixMilli(), "buying": buying, "selling": selling,
		"listing": c.listing}
	for _, k := range cardKinds {
		if !slices.ContainsFunc(of, func(l *list) bool { return l.table == k.table }) {
			continue
		}
		if err := k.make(db, args); err != nil {
			return nil, err
		}
		texts := k.texts
		if k.letters > 0 {
			texts = fmt.Sprintf("substr(%s, 1, %d)", texts, k.letters)
		}
		if c.words[k.words], err = wordsIn(db, "SELECT "+texts+" FROM "+k.table+" ORDER BY seq LIMIT 4000"); err != nil {
			return nil, err
		}
	}
	for _, l := range of {
		n := 0
		if err := db.QueryRow("SELECT count(*) FROM " + l.table + " WHERE " + l.flag + " = 1").Scan(&n); err != nil {
			return nil, err
		}
		c.pages[l.name] = max(min(n/20, 100), 1)
	}
	_, err = db.Exec("DETACH w")
	return c, err
}

// owners replaces the aliases in the product's answer (app/company/buyer_ids.go) by the buyers' own ids, with
// the key file, so that answers can be compared. An alias contains the buyer's number and a mark of the own id.
func (c *cards) owners(ids []string) error {
	var db *sql.DB
	for i, id := range ids {
		x, ok := c.keys.ReadAlias(id)
		if !ok {
			continue
		}
		if db == nil {
			var err error
			if db, err = sql.Open("sqlite", "file:"+c.file+"?mode=ro"); err != nil {
				return err
			}
			defer db.Close()
		}
		if err := db.QueryRow("SELECT id FROM buyers WHERE seq = ?", x.Subject).Scan(&ids[i]); err != nil {
			return fmt.Errorf("the buyer of %s: %w", id, err)
		}
		if auth.AliasMark(ids[i]) != x.Mark {
			return fmt.Errorf("%s is not the buyer that its mark says", id)
		}
	}
	return nil
}

// forgetCards deletes kept cards, with what the other contestants made of them, except those in the
// file named by but.
func (w *world) forgetCards(but string) error {
	if _, err := os.Stat(but); err == nil {
		return nil
	}
	old, _ := filepath.Glob(filepath.Join(w.dir, "cards*.db"))
	for _, gone := range append(old, filepath.Join(w.dir, "pocketbase"), filepath.Join(w.dir, "postgres")) {
		if err := os.RemoveAll(gone); err != nil {
			return err
		}
	}
	return nil
}

// make fills a table of cards if it does not exist.
func (k *cardKind) make(db *sql.DB, args map[string]any) error {
	n := 0
	if err := db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = ?", k.table+"_made").Scan(&n); err != nil || n > 0 {
		return err
	}
	var named []any
	for name, value := range args {
		if strings.Contains(k.rows, ":"+name) {
			named = append(named, sql.Named(name, value))
		}
	}
	run := func(statement string, args ...any) error {
		if _, err := db.Exec(statement, args...); err != nil {
			return fmt.Errorf("%w in %s", err, statement)
		}
		return nil
	}
	if err := run("DROP TABLE IF EXISTS " + k.table); err != nil {
		return err
	}
	if err := run("CREATE TABLE " + k.table + " (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, " +
		strings.ReplaceAll(k.columns, ",", " NOT NULL,") + " NOT NULL, payload TEXT NOT NULL)"); err != nil {
		return err
	}
	if err := run("INSERT INTO "+k.table+" "+k.rows, named...); err != nil {
		return err
	}
	for i, order := range k.orders {
		var covers []string
		for column := range strings.SplitSeq(k.covers, ", ") {
			if !strings.Contains(", "+order+" ", ", "+column+" ") {
				covers = append(covers, column)
			}
		}
		if err := run(fmt.Sprintf("CREATE INDEX %[1]s_%[2]d ON %[1]s (%[3]s, seq DESC, %[4]s)", k.table, i, order,
			strings.Join(covers, ", "))); err != nil {
			return err
		}
	}
	if err := run("ANALYZE main"); err != nil {
		return err
	}
	return run("CREATE VIEW " + k.table + "_made AS SELECT 1") // created last: a table without it is incomplete
}

// words are words from the texts; each is returned once.
type words struct {
	list []string
	used int
}

func (w *words) next() string {
	if w.used == len(w.list) {
		return ""
	}
	w.used++
	return w.list[w.used-1]
}

// wordsIn are substrings of two to five characters of the texts, in a random but reproducible
// order.
func wordsIn(db *sql.DB, texts string) (*words, error) {
	rows, err := db.Query(texts)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	seen := map[string]bool{knownWord: true}
	w := &words{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		letters := []rune(text)
		for i := range max(len(letters)-1, 0) {
			word := string(letters[i:min(i+2+i%4, len(letters))])
			if !seen[word] && !slices.ContainsFunc([]rune(word), func(r rune) bool {
				return r < 0x3000 || r > 0x9fff || r == '、' || r == '。' ||
					r == '　'
			}) {
				seen[word] = true
				w.list = append(w.list, word)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	r.Shuffle(len(w.list), func(i, j int) { w.list[i], w.list[j] = w.list[j], w.list[i] })
	return w, rows.Err()
}
