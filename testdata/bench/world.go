//go:build unix

package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	_ "modernc.org/sqlite"

	"tsunagu/store"
)

// askingBank is whose user asks: its name is that of the demo's second institution.
const (
	askingLogin  = "fin-b@demo.example.jp"
	sellingLogin = "fin-a@demo.example.jp"
	officeLogin  = "office@demo.example.jp"
	password     = "Tsunagu-demo1"
)

// world is a network of a size in a folder.
type world struct {
	dir       string
	companies int
}

// makeWorld makes a network of a size, or copies one that is there already.
func (b *bench) makeWorld(companies int) (*world, error) {
	w := &world{filepath.Join(b.dir, fmt.Sprintf("world-%d", companies)), companies}
	if _, err := os.Stat(filepath.Join(w.dir, store.DatabaseFile)); err == nil {
		return w, nil
	}
	if b.copyOf != "" && companies == b.companies {
		if err := exec.Command("cp", "-r", "--reflink=auto", b.copyOf, w.dir).Run(); err != nil {
			return nil, fmt.Errorf("copy of %s: %w", b.copyOf, err)
		}
	} else {
		b.say("世界を作っています（企業 %d）", companies)
		begin := time.Now()
		p, err := b.ours(w, "-companies", fmt.Sprint(companies), "-listings", fmt.Sprint(companies/5), "-negotiations", fmt.Sprint(companies/2))
		if err != nil {
			return nil, err
		}
		b.say("作りました（%.0f秒）", time.Since(begin).Seconds())
		p.stop()
	}
	return w, nil
}

// A card is a published listing as the others get it. They are spared the question who may see it: it
// is answered beforehand, for the one institution that asks. What it says is SQL of its own, so that
// the product's answer is held against a second opinion.
const cardTable = `CREATE TABLE card (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, visible INTEGER NOT NULL, published INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, industry INTEGER NOT NULL, pref INTEGER NOT NULL,
	regions INTEGER NOT NULL, price INTEGER NOT NULL, price_to INTEGER NOT NULL, due INTEGER NOT NULL, profit INTEGER NOT NULL, sales INTEGER NOT NULL, staff_from INTEGER NOT NULL, staff_to INTEGER NOT NULL, payload TEXT NOT NULL)`

const cardRows = `INSERT INTO card SELECT l.seq, l.id,
	(l.status = 1 AND p.start_date <= :today AND p.due_date >= :today OR l.status = 2 AND l.concluded_at >= :sold)
		AND (l.institution_id = :bank OR p.is_limited = 0 AND (p.is_rest = 0 OR NOT EXISTS (SELECT 1 FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'rest' AND x.code = :bank)))
	OR l.institution_id <> :bank AND EXISTS (SELECT 1 FROM w.negotiation n WHERE n.listing_id = l.id AND +n.bf_id = :bank AND n.status BETWEEN 1 AND 5),
	coalesce(l.published_at, 0), p.business_name, p.free_text_folded,
	(SELECT coalesce(sum(DISTINCT 1 << CAST(substr(x.code, 1, 2) AS INTEGER) - 11), 0) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'industry'),
	CASE WHEN p.is_prefecture_public THEN CAST(p.prefecture_code AS INTEGER) ELSE 0 END,
	CASE WHEN p.is_prefecture_public THEN 0 ELSE (SELECT coalesce(sum(DISTINCT 1 << CASE r WHEN 99 THEN 12 ELSE r END), 0) FROM (SELECT p.region r UNION SELECT CAST(x.code AS INTEGER)
		FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'region')) END,
	p.sales_price, p.sales_price_to, CAST(replace(p.due_date, '-', '') AS INTEGER), p.operating_profit_band, p.sales_amount, coalesce(p.managers_from, 0), coalesce(p.managers_to, 0),
	json_object('sellerBusinessId', l.id, 'status', l.status, 'level', 1, 'businessName', p.business_name, 'description', p.description,
		'industryTypes', (SELECT json_group_array(x.code) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'industry'),
		'publicRegion', (SELECT json_group_array(CAST(x.code AS INTEGER)) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'region'),
		'negotiationTarget', (SELECT json_group_array(CAST(x.code AS INTEGER)) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'target'),
		'salesAsset', (SELECT json_group_array(CAST(x.code AS INTEGER)) FROM w.listing_code x WHERE x.listing_id = l.id AND x.side = 2 AND x.field = 'asset'),
		'salesAmount', p.sales_amount, 'operatingProfit', p.operating_profit_band, 'salesPrice', p.sales_price, 'salesPriceTo', p.sales_price_to, 'numberOfManagersFrom', p.managers_from,
		'numberOfManagersTo', p.managers_to, 'willingnessToSell', p.willingness_to_sell, 'dueDate', p.due_date, 'modified', '2026-01-01T00:00:00', 'location', json_object('region', p.region),
		'formattedLocation', '神奈川県', 'isBasicAgreement', json('false'), 'isTopInterview', json('false'), 'isOffered', json('false'), 'isNew', json('false'), 'isRecommended', json('false'),
		'isAnonymousNego', json('false'), 'isRealNameNego', json('false'), 'isSuspended', json('false'), 'isSold', json('false'), 'isReaded', json('false'), 'isStopped', json('false'), 'interestStatus', 0,
		'isConsent', json('false'), 'tags', json('["New","Public","Will1"]'), 'inChargeFinancialInstitutionId', l.institution_id, 'inChargeFinancialInstitutionName', '和泉岡信用組合')
	FROM w.listing l JOIN w.listing_content p ON p.listing_id = l.id AND p.side = 2`

const wordsOfCards = "SELECT text FROM card ORDER BY seq LIMIT 4000"

var cardIndexes = []string{
	"CREATE INDEX card_published ON card (visible, published DESC, seq DESC, industry, pref, regions, price, price_to, due)",
	"CREATE INDEX card_price ON card (visible, price DESC, price_to DESC, seq DESC, industry, pref, regions, due)",
	"CREATE INDEX card_due ON card (visible, due DESC, seq DESC, industry, pref, regions, price, price_to)",
	"CREATE INDEX card_name ON card (visible, name DESC, seq DESC)",
	"CREATE INDEX card_profit ON card (visible, profit DESC, seq DESC)",
	"ANALYZE",
}

// cards writes the cards of a world into a database of their own, and finds words in their texts.
func (w *world) cards() (file string, found *words, err error) {
	file = filepath.Join(w.dir, "cards.db")
	_, there := os.Stat(file)
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		return "", nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if there == nil { // of a folder that was kept, with what the peers made of it
		found, err = wordsIn(db, wordsOfCards)
		return file, found, err
	}
	if _, err := db.Exec("ATTACH ? AS w", "file:"+filepath.Join(w.dir, store.DatabaseFile)); err != nil {
		return "", nil, err
	}
	now := time.Now()
	// What has been sold for half a year to the second would go out of sight between two questions.
	if _, err := db.Exec("UPDATE w.listing SET concluded_at = concluded_at + 172800000 WHERE abs(concluded_at - ?) < 86400000", now.AddDate(0, -6, 0).UnixMilli()); err != nil {
		return "", nil, err
	}
	bank := ""
	if err := db.QueryRow("SELECT client_id FROM w.user WHERE login_folded = ?", askingLogin).Scan(&bank); err != nil {
		return "", nil, err
	}
	if _, err := db.Exec(cardTable); err != nil {
		return "", nil, err
	}
	if _, err := db.Exec(cardRows, sql.Named("today", now.In(store.JST).Format(time.DateOnly)), sql.Named("sold", now.AddDate(0, -6, 0).UnixMilli()), sql.Named("bank", bank)); err != nil {
		return "", nil, err
	}
	for _, q := range append([]string{"DETACH w"}, cardIndexes...) {
		if _, err := db.Exec(q); err != nil {
			return "", nil, fmt.Errorf("%w in %s", err, q)
		}
	}
	found, err = wordsIn(db, wordsOfCards)
	return file, found, err
}

// wordsIn are pieces of two to five characters of the texts, in no order but always the same one.
func wordsIn(db *sql.DB, texts string) (*words, error) {
	rows, err := db.Query(texts)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	seen := map[string]bool{"製造": true}
	w := &words{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		letters := []rune(text)
		for i := range max(len(letters)-5, 0) {
			word := string(letters[i : i+2+i%4])
			if !seen[word] && !slices.ContainsFunc([]rune(word), func(r rune) bool { return r < 0x3000 || r > 0x9fff || r == '、' || r == '。' || r == '　' }) {
				seen[word] = true
				w.list = append(w.list, word)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	r.Shuffle(len(w.list), func(i, j int) { w.list[i], w.list[j] = w.list[j], w.list[i] })
	return w, rows.Err()
}
