-- +goose Up
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

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
