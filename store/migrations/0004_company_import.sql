-- +goose Up
-- An import of companies from a file (SPEC 7 CSV): what was read waits here, checked and in its final
-- values, until its user switches it in with one short transaction or throws it away. It is the user's
-- own and is gone after a day.
-- state: 'reading', 'ready', 'wrong' (some rows have errors), 'failed' (no table), 'done'.
CREATE TABLE company_import (
  id TEXT PRIMARY KEY, kind INTEGER NOT NULL CHECK (kind IN (1,2)), institution_id TEXT NOT NULL REFERENCES institution(id), user_id TEXT NOT NULL REFERENCES user(id),
  file_name TEXT NOT NULL DEFAULT '', encoding TEXT NOT NULL DEFAULT '', state TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '',
  header TEXT NOT NULL DEFAULT '[]', notices TEXT NOT NULL DEFAULT '[]',
  rows_read INTEGER NOT NULL DEFAULT 0, new_count INTEGER NOT NULL DEFAULT 0, changed_count INTEGER NOT NULL DEFAULT 0, unchanged_count INTEGER NOT NULL DEFAULT 0,
  wrong_count INTEGER NOT NULL DEFAULT 0, error_count INTEGER NOT NULL DEFAULT 0, warning_count INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL, expires INTEGER NOT NULL, finished INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX company_import_expires ON company_import(expires);

-- action 1 new, 2 changed, 9 wrong; details_action and person_action 0 nothing, 1 new, 2 changed.
-- Columns c_, d_ and u_ are those of company, company_details and user that a file can set.
CREATE TABLE company_import_row (
  import_id TEXT NOT NULL REFERENCES company_import(id), number INTEGER NOT NULL, action INTEGER NOT NULL,
  details_action INTEGER NOT NULL DEFAULT 0, person_action INTEGER NOT NULL DEFAULT 0,
  label TEXT NOT NULL DEFAULT '', changes TEXT NOT NULL DEFAULT '[]', cells TEXT NOT NULL DEFAULT '[]',
  industries TEXT NOT NULL DEFAULT '[]', reasons TEXT NOT NULL DEFAULT '[]',
  c_id TEXT, c_status INTEGER, c_member_type INTEGER, c_region INTEGER, c_prefecture_code TEXT, c_city_code TEXT, c_sales_amount INTEGER, c_ma_experience INTEGER,
  c_ma_reason_others TEXT, c_industry_other_text TEXT, c_industry_other_texts TEXT, c_remark TEXT, c_version INTEGER,
  d_company_id TEXT, d_company_name TEXT, d_name_folded TEXT, d_business_type INTEGER, d_representative_name TEXT, d_postal_code TEXT,
  d_prefecture_code TEXT, d_prefecture_name TEXT, d_city_code TEXT, d_city_name TEXT, d_town_code TEXT, d_town_name TEXT, d_building_name TEXT,
  d_representative_phone_number TEXT, d_representative_fax_number TEXT, d_home_page_url TEXT, d_corporate_registration_number TEXT,
  d_list_type INTEGER, d_security_code TEXT, d_capital_amount INTEGER, d_sales_amount INTEGER, d_operating_profit INTEGER, d_total_assets INTEGER,
  d_number_of_employees INTEGER, d_established_year INTEGER, d_status INTEGER, d_version INTEGER,
  u_id TEXT, u_role INTEGER, u_client_type INTEGER, u_client_id TEXT, u_login_id TEXT, u_login_folded TEXT, u_user_name TEXT, u_user_name_kana TEXT,
  u_status INTEGER, u_system_type INTEGER, u_user_type INTEGER, u_member_type INTEGER, u_regist_type INTEGER, u_regist_send_mail INTEGER, u_version INTEGER,
  PRIMARY KEY (import_id, number)
) STRICT, WITHOUT ROWID;

-- What is wrong with the rows, or worth a look (is_warning).
CREATE TABLE company_import_issue (
  import_id TEXT NOT NULL REFERENCES company_import(id), seq INTEGER NOT NULL, number INTEGER NOT NULL, column_name TEXT NOT NULL, value TEXT NOT NULL, reason TEXT NOT NULL,
  is_warning INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (import_id, seq)
) STRICT, WITHOUT ROWID;

-- Which companies an import wrote: its one audit line stands in each one's history.
CREATE TABLE company_imported (
  company_id TEXT NOT NULL REFERENCES company(id), import_id TEXT NOT NULL, PRIMARY KEY (company_id, import_id)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
