-- +goose Up
-- The index in memory is kept in a file beside the database, so that a start need not build it. search_kept
-- says which file is the last one, by its random key, and of which search_version; without a file the key is
-- empty. While its row is there, search_log has what every commit after n has changed of what the index holds:
-- by that the file is caught up. Who writes without logging takes the row away, and the file is worth nothing.
CREATE TABLE search_kept (one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL, n INTEGER NOT NULL, saved INTEGER NOT NULL) STRICT;
CREATE TABLE search_log (seq INTEGER PRIMARY KEY, n INTEGER NOT NULL, kind INTEGER NOT NULL, id TEXT NOT NULL) STRICT;

-- Long rows without a rowid stand in the inner pages of their tree too, so that a tree of four hundred thousand contents is
-- ten pages deep and half empty: to find one takes as many reads, and compares whole rows. With a rowid the inner pages
-- hold numbers. The rows are written in the order of their ids, which is that of time.
ALTER TABLE listing_content RENAME TO listing_content_before;
CREATE TABLE listing_content (
  listing_id TEXT NOT NULL REFERENCES listing(id), side INTEGER NOT NULL CHECK (side IN (1,2)),
  business_name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '', sales_amount INTEGER NOT NULL DEFAULT 0, operating_profit_band INTEGER NOT NULL DEFAULT 0,
  sales_price INTEGER NOT NULL DEFAULT 0, sales_price_to INTEGER NOT NULL DEFAULT 0, managers_from INTEGER, managers_to INTEGER,
  willingness_to_sell INTEGER NOT NULL DEFAULT 0, sales_asset_other TEXT NOT NULL DEFAULT '', others TEXT NOT NULL DEFAULT '',
  industry_other_text TEXT NOT NULL DEFAULT '', industry_other_texts TEXT NOT NULL DEFAULT '{}',
  is_limited INTEGER NOT NULL DEFAULT 0, is_rest INTEGER NOT NULL DEFAULT 0, start_date TEXT NOT NULL DEFAULT '', due_date TEXT NOT NULL DEFAULT '',
  region INTEGER NOT NULL DEFAULT 0, prefecture_code TEXT NOT NULL DEFAULT '', city_code TEXT NOT NULL DEFAULT '', is_prefecture_public INTEGER NOT NULL DEFAULT 0,
  overview_saved INTEGER NOT NULL DEFAULT 0, details_status INTEGER NOT NULL DEFAULT 0, free_text_folded TEXT NOT NULL DEFAULT '',
  company_name TEXT NOT NULL DEFAULT '', representative_name TEXT NOT NULL DEFAULT '', postal_code TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '', fax TEXT NOT NULL DEFAULT '', home_page_url TEXT NOT NULL DEFAULT '', target_url TEXT NOT NULL DEFAULT '',
  fiscal_year INTEGER, debit_amount INTEGER, asset_amount INTEGER, cash_deposit INTEGER, interest_bearing_debt INTEGER, net_asset INTEGER,
  amount_of_sales INTEGER, operating_profit INTEGER, ordinary_income INTEGER, ebitda INTEGER, net_income INTEGER, executive_remuneration INTEGER,
  pre_amount_of_sales INTEGER, pre_operating_profit INTEGER, pre_ordinary_income INTEGER, pre_ebitda INTEGER, pre_net_income INTEGER, pre_executive_remuneration INTEGER,
  markets TEXT NOT NULL DEFAULT '', target_customers TEXT NOT NULL DEFAULT '', services TEXT NOT NULL DEFAULT '', advantage TEXT NOT NULL DEFAULT '', providing_method TEXT NOT NULL DEFAULT '',
  assignment_reason_addition TEXT NOT NULL DEFAULT '', supplementary_description TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (listing_id, side)
) STRICT;
INSERT INTO listing_content SELECT * FROM listing_content_before ORDER BY listing_id, side;
DROP TABLE listing_content_before;
CREATE INDEX listing_content_due ON listing_content(listing_id, due_date, start_date, business_name) WHERE side = 1;
CREATE INDEX listing_content_title ON listing_content(listing_id, business_name) WHERE side = 2;
-- +goose StatementBegin
CREATE TRIGGER listing_words_new AFTER INSERT ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = NEW.listing_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_words_changed AFTER UPDATE ON listing_content WHEN NEW.side = 2 AND OLD.free_text_folded <> NEW.free_text_folded BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = NEW.listing_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_words_gone AFTER DELETE ON listing_content WHEN OLD.side = 2 BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = OLD.listing_id;
END;
-- +goose StatementEnd
ALTER TABLE company_details RENAME TO company_details_before;
CREATE TABLE company_details (
  company_id TEXT NOT NULL PRIMARY KEY REFERENCES company(id),
  company_name TEXT NOT NULL DEFAULT '', name_folded TEXT NOT NULL DEFAULT '', business_type INTEGER NOT NULL DEFAULT 0,
  representative_name TEXT NOT NULL DEFAULT '', postal_code TEXT NOT NULL DEFAULT '',
  prefecture_code TEXT NOT NULL DEFAULT '', prefecture_name TEXT NOT NULL DEFAULT '', city_code TEXT NOT NULL DEFAULT '', city_name TEXT NOT NULL DEFAULT '',
  town_code TEXT NOT NULL DEFAULT '', town_name TEXT NOT NULL DEFAULT '', building_name TEXT NOT NULL DEFAULT '',
  representative_phone_number TEXT NOT NULL DEFAULT '', representative_fax_number TEXT NOT NULL DEFAULT '', home_page_url TEXT NOT NULL DEFAULT '',
  corporate_registration_number TEXT NOT NULL DEFAULT '', list_type INTEGER NOT NULL DEFAULT 0, security_code TEXT NOT NULL DEFAULT '', establishment_number TEXT NOT NULL DEFAULT '',
  capital_amount INTEGER, sales_amount INTEGER, operating_profit INTEGER, total_assets INTEGER,
  number_of_employees INTEGER, established_year INTEGER, status INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
INSERT INTO company_details SELECT * FROM company_details_before ORDER BY company_id;
DROP TABLE company_details_before;
CREATE INDEX company_details_number ON company_details(corporate_registration_number) WHERE corporate_registration_number <> '';
-- +goose StatementBegin
CREATE TRIGGER company_former_name AFTER UPDATE OF company_name, representative_name ON company_details
WHEN OLD.company_name <> NEW.company_name OR OLD.representative_name <> NEW.representative_name BEGIN
  INSERT OR IGNORE INTO former_name VALUES (OLD.company_id, OLD.company_name, OLD.representative_name, '', NEW.modified);
END;
-- +goose StatementEnd

-- What a list shows of a published listing, and of a company with its living needs, as one short row each: a page of a
-- search is then ten reads, and not five hundred. The columns stand in other tables, and a row of card_due says of whose
-- card they have changed: the write that changed them writes the card anew before it commits, and while one is due, or
-- not there, a search reads the tables themselves (store/card.go). kind 1 companies, 2 listings, as in words_due.
CREATE TABLE company_card (seq INTEGER PRIMARY KEY, card BLOB NOT NULL) STRICT;
CREATE TABLE listing_card (seq INTEGER PRIMARY KEY, card BLOB NOT NULL) STRICT;
CREATE TABLE card_due (kind INTEGER NOT NULL CHECK (kind IN (1,2)), seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) STRICT, WITHOUT ROWID;
INSERT INTO card_due SELECT 1, seq FROM company;
INSERT INTO card_due SELECT 2, l.seq FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2;

-- +goose StatementBegin
CREATE TRIGGER company_card_new AFTER INSERT ON company BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_card_changed AFTER UPDATE ON company BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_new AFTER INSERT ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_changed AFTER UPDATE ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_gone AFTER DELETE ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_new AFTER INSERT ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_changed AFTER UPDATE ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_gone AFTER DELETE ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_new AFTER INSERT ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_changed AFTER UPDATE ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_gone AFTER DELETE ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_new AFTER INSERT ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.client_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_gone AFTER DELETE ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.client_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_changed AFTER UPDATE ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id IN (OLD.client_id, NEW.client_id) AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_new AFTER INSERT ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = NEW.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_changed AFTER UPDATE ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = NEW.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_gone AFTER DELETE ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = OLD.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_card_changed AFTER UPDATE ON listing BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_new AFTER INSERT ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_changed AFTER UPDATE ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_gone AFTER DELETE ON listing_content WHEN OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = OLD.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_new AFTER INSERT ON listing_code WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_changed AFTER UPDATE ON listing_code WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_gone AFTER DELETE ON listing_code WHEN OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = OLD.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_card_gone AFTER DELETE ON company BEGIN
  DELETE FROM company_card WHERE seq = OLD.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_card_gone AFTER DELETE ON listing BEGIN
  DELETE FROM listing_card WHERE seq = OLD.seq;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
