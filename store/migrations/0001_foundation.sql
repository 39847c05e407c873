-- +goose Up
-- Times are integer milliseconds UTC, dates TEXT YYYY-MM-DD, amounts integers in 千円, booleans 0/1.
-- `id` is the UUIDv7 that leaves the house; `seq` is the row's own small number, used by indexes only.

CREATE TABLE setting (
  key TEXT PRIMARY KEY, value TEXT NOT NULL, modified INTEGER NOT NULL, modifier TEXT
) STRICT, WITHOUT ROWID;

-- Member institutions (SPEC 3 Financial institution).
CREATE TABLE institution (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL, name TEXT NOT NULL, name_kana TEXT NOT NULL DEFAULT '', short_name TEXT NOT NULL DEFAULT '',
  type INTEGER NOT NULL DEFAULT 0, representative_name TEXT NOT NULL DEFAULT '',
  postcode TEXT NOT NULL DEFAULT '', prefecture TEXT NOT NULL DEFAULT '', city TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '', building_name TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '', fax TEXT NOT NULL DEFAULT '', website_url TEXT NOT NULL DEFAULT '',
  responsible_name TEXT NOT NULL DEFAULT '', responsible_department TEXT NOT NULL DEFAULT '', responsible_position TEXT NOT NULL DEFAULT '',
  responsible_tel TEXT NOT NULL DEFAULT '', responsible_mail TEXT NOT NULL DEFAULT '',
  handling_business TEXT NOT NULL DEFAULT '[]', sales_region TEXT NOT NULL DEFAULT '[]',
  status INTEGER NOT NULL DEFAULT 1, regist_application_id TEXT NOT NULL DEFAULT '', trial_edit_type INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX institution_code ON institution(code) WHERE status = 1 AND code <> ''; -- securities firms, funds and advisers have none

-- An institution's wish to join (domain.md 6). Status 0 waiting, 1 approved, 2 rejected.
CREATE TABLE account_request (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, status INTEGER NOT NULL DEFAULT 0,
  fields TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', institution_id TEXT REFERENCES institution(id),
  decided_by TEXT, decided INTEGER, created INTEGER NOT NULL
) STRICT;

-- Companies, buyers (kind 1) and sellers (kind 2): one shape (SPEC 3). Overview here, details beside it.
CREATE TABLE company (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL CHECK (kind IN (1,2)),
  institution_id TEXT NOT NULL REFERENCES institution(id), status INTEGER NOT NULL,
  member_type INTEGER NOT NULL DEFAULT 2, region INTEGER NOT NULL DEFAULT 0, prefecture_code TEXT NOT NULL DEFAULT '', city_code TEXT NOT NULL DEFAULT '',
  registration_id TEXT NOT NULL DEFAULT '', sales_amount INTEGER NOT NULL DEFAULT 0,
  ma_experience INTEGER NOT NULL DEFAULT 0, ma_reason_others TEXT NOT NULL DEFAULT '',
  industry_other_text TEXT NOT NULL DEFAULT '', industry_other_texts TEXT NOT NULL DEFAULT '{}',
  remark TEXT NOT NULL DEFAULT '', financial_memo TEXT NOT NULL DEFAULT '',
  is_send_recommend_mail INTEGER NOT NULL DEFAULT 1, is_send_offer_mail INTEGER NOT NULL DEFAULT 1,
  is_trial INTEGER NOT NULL DEFAULT 0, trial_until INTEGER, return_comment TEXT NOT NULL DEFAULT '',
  antisocial_declared INTEGER,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX company_institution ON company(institution_id, kind, modified DESC);
CREATE INDEX company_kind ON company(kind, status, modified DESC);
CREATE INDEX company_band ON company(kind, prefecture_code, sales_amount);
CREATE TABLE company_industry (
  company_id TEXT NOT NULL REFERENCES company(id), code TEXT NOT NULL, PRIMARY KEY (company_id, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_industry_code ON company_industry(code, company_id);
CREATE TABLE company_reason (
  company_id TEXT NOT NULL REFERENCES company(id), reason INTEGER NOT NULL, PRIMARY KEY (company_id, reason)
) STRICT, WITHOUT ROWID;
CREATE TABLE company_details (
  company_id TEXT PRIMARY KEY REFERENCES company(id),
  company_name TEXT NOT NULL DEFAULT '', name_folded TEXT NOT NULL DEFAULT '', business_type INTEGER NOT NULL DEFAULT 0,
  representative_name TEXT NOT NULL DEFAULT '', postal_code TEXT NOT NULL DEFAULT '',
  prefecture_code TEXT NOT NULL DEFAULT '', prefecture_name TEXT NOT NULL DEFAULT '', city_code TEXT NOT NULL DEFAULT '', city_name TEXT NOT NULL DEFAULT '',
  town_code TEXT NOT NULL DEFAULT '', town_name TEXT NOT NULL DEFAULT '', building_name TEXT NOT NULL DEFAULT '',
  representative_phone_number TEXT NOT NULL DEFAULT '', representative_fax_number TEXT NOT NULL DEFAULT '', home_page_url TEXT NOT NULL DEFAULT '',
  corporate_registration_number TEXT NOT NULL DEFAULT '', list_type INTEGER NOT NULL DEFAULT 0, security_code TEXT NOT NULL DEFAULT '', establishment_number TEXT NOT NULL DEFAULT '',
  capital_amount INTEGER, sales_amount INTEGER, operating_profit INTEGER, total_assets INTEGER,
  number_of_employees INTEGER, established_year INTEGER, status INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX company_details_number ON company_details(corporate_registration_number) WHERE corporate_registration_number <> '';

-- Everybody with a name here: buyers' users, sellers' persons in charge, banks' users, office (SPEC 3 User, domain.md 1).
-- client_type 1 buyer company, 2 seller company, 3 institution, 9 the office itself.
CREATE TABLE user (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, role INTEGER NOT NULL, client_type INTEGER NOT NULL, client_id TEXT NOT NULL,
  login_id TEXT NOT NULL, login_folded TEXT NOT NULL, user_name TEXT NOT NULL DEFAULT '', user_name_kana TEXT NOT NULL DEFAULT '',
  department TEXT NOT NULL DEFAULT '', position TEXT NOT NULL DEFAULT '', phone1 TEXT NOT NULL DEFAULT '', phone2 TEXT NOT NULL DEFAULT '', fax TEXT NOT NULL DEFAULT '',
  status INTEGER NOT NULL, system_type INTEGER NOT NULL DEFAULT 1, user_type INTEGER NOT NULL DEFAULT 0, member_type INTEGER NOT NULL DEFAULT 0, regist_type INTEGER NOT NULL DEFAULT 0,
  regist_send_mail INTEGER NOT NULL DEFAULT 1, trial_send_mail INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT NOT NULL DEFAULT '', is_need_password_change INTEGER NOT NULL DEFAULT 0, password_changed INTEGER,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
-- Sellers' contacts never sign in and may repeat (domain.md 6).
CREATE UNIQUE INDEX user_login ON user(login_folded) WHERE role <> 1;
CREATE INDEX user_client ON user(client_id, role);

CREATE TABLE needs (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL REFERENCES company(id), client_type INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', managers_from INTEGER, managers_to INTEGER,
  acquisition_deadline INTEGER NOT NULL DEFAULT 0, acquisition_asset_other TEXT NOT NULL DEFAULT '',
  acquisition_price INTEGER NOT NULL DEFAULT 0, acquisition_price_to INTEGER NOT NULL DEFAULT 0, acquisition_annual_sales INTEGER NOT NULL DEFAULT 0,
  industry_other_text TEXT NOT NULL DEFAULT '', industry_other_texts TEXT NOT NULL DEFAULT '{}', free_text_folded TEXT NOT NULL DEFAULT '', status INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX needs_client ON needs(client_id);
-- Lists of a need: field 'industry', 'target', 'asset', 'area' (region key), 'prefecture'.
CREATE TABLE needs_code (
  needs_id TEXT NOT NULL REFERENCES needs(id), field TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (needs_id, field, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX needs_code_code ON needs_code(field, code, needs_id);

-- Sale listings (SPEC 3 Seller business; domain.md 3). What is one per listing stands here;
-- what SF edits (side 1) and what everybody else sees (side 2) stands in listing_content.
CREATE TABLE listing (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, company_id TEXT NOT NULL REFERENCES company(id),
  institution_id TEXT NOT NULL REFERENCES institution(id), status INTEGER NOT NULL DEFAULT 0,
  is_suspended INTEGER NOT NULL DEFAULT 0, exclusive_until TEXT NOT NULL DEFAULT '',
  is_pending INTEGER NOT NULL DEFAULT 0, approved_hash TEXT NOT NULL DEFAULT '', approved_at INTEGER,
  published_at INTEGER, concluded_at INTEGER, is_concluded_outside INTEGER NOT NULL DEFAULT 0,
  stop_reason TEXT NOT NULL DEFAULT '', return_comment TEXT NOT NULL DEFAULT '', justifications TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX listing_company ON listing(company_id);
CREATE INDEX listing_institution ON listing(institution_id, status, modified DESC);
CREATE INDEX listing_published ON listing(status, published_at DESC);
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
) STRICT, WITHOUT ROWID;
-- Lists of a listing's content: field 'industry', 'region', 'target', 'asset', 'reason', 'rest' (ids of the institutions kept out).
CREATE TABLE listing_code (
  listing_id TEXT NOT NULL REFERENCES listing(id), side INTEGER NOT NULL, field TEXT NOT NULL, code TEXT NOT NULL,
  PRIMARY KEY (listing_id, side, field, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_code_code ON listing_code(side, field, code, listing_id);
CREATE TABLE listing_history (
  seq INTEGER PRIMARY KEY, listing_id TEXT NOT NULL REFERENCES listing(id), at INTEGER NOT NULL, actor TEXT NOT NULL DEFAULT '', side TEXT NOT NULL,
  event TEXT NOT NULL, from_status INTEGER NOT NULL, to_status INTEGER NOT NULL, comment TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX listing_history_listing ON listing_history(listing_id, seq);

-- Mailed links. kind: 'listing_approval', 'owner_consent', 'registration', 'password', 'setup'. One decision each; five wrong passcodes kill it.
CREATE TABLE link_key (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, subject_id TEXT NOT NULL, user_id TEXT,
  key_hash TEXT NOT NULL UNIQUE, passcode_hash TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL DEFAULT '', snapshot TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL, expires INTEGER NOT NULL, used INTEGER, revoked INTEGER, revoke_reason TEXT NOT NULL DEFAULT '',
  decision TEXT NOT NULL DEFAULT '', decided_name TEXT NOT NULL DEFAULT '', decided_comment TEXT NOT NULL DEFAULT '', decided_ip TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX link_key_subject ON link_key(kind, subject_id, seq);

-- Files on disk under random names: attachments, signed papers, documents.
CREATE TABLE file (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, media_type TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, path TEXT NOT NULL UNIQUE,
  creator TEXT, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Signed papers that wait for a second FIN user (domain.md 3.1, 4). kind: 'listing_approval', 'owner_consent', 'realname_consent', 'approve'.
CREATE TABLE paper (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject_id TEXT NOT NULL, file_id TEXT REFERENCES file(id), content_hash TEXT NOT NULL DEFAULT '',
  requested_by TEXT NOT NULL, institution_id TEXT NOT NULL, requested INTEGER NOT NULL, confirmed_by TEXT, confirmed INTEGER, cancelled INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX paper_subject ON paper(kind, subject_id);

-- One row per (listing, buyer company) (domain.md 4).
CREATE TABLE negotiation (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, listing_id TEXT NOT NULL REFERENCES listing(id), buyer_company_id TEXT NOT NULL REFERENCES company(id),
  bf_id TEXT NOT NULL REFERENCES institution(id), sf_id TEXT NOT NULL REFERENCES institution(id),
  status INTEGER NOT NULL DEFAULT 0, interest_status INTEGER NOT NULL DEFAULT 0, interest_at INTEGER,
  offer_send_status INTEGER NOT NULL DEFAULT 0, offer_message TEXT NOT NULL DEFAULT '', offered_by TEXT, offered_at INTEGER,
  is_consent INTEGER NOT NULL DEFAULT 0, consent_version INTEGER, consent_hash TEXT NOT NULL DEFAULT '', consent_user TEXT, consent_ip TEXT NOT NULL DEFAULT '', consent_at INTEGER, consent_file TEXT REFERENCES file(id),
  realname_consent_at INTEGER, realname_consent_user TEXT, realname_consent_second TEXT,
  realname_requested_at INTEGER, answer_due TEXT NOT NULL DEFAULT '',
  seller_approval_status INTEGER NOT NULL DEFAULT 0, seller_approval_at INTEGER,
  approved_at INTEGER, approved_by TEXT, approved_second TEXT, rejected_at INTEGER, reject_reason TEXT NOT NULL DEFAULT '',
  financial_support_status INTEGER NOT NULL DEFAULT 0, financing_consent INTEGER NOT NULL DEFAULT 0, desired_amount INTEGER, own_funds INTEGER, funds_purpose TEXT NOT NULL DEFAULT '',
  approval_number TEXT NOT NULL DEFAULT '', approval_date TEXT NOT NULL DEFAULT '', approved_amount INTEGER,
  end_reason INTEGER NOT NULL DEFAULT 0, end_comment TEXT NOT NULL DEFAULT '', ended_by TEXT NOT NULL DEFAULT '', ended_at INTEGER, ended_from INTEGER NOT NULL DEFAULT 0,
  is_disposal_done INTEGER NOT NULL DEFAULT 0, reopen_asked_at INTEGER,
  contract_proposed_by TEXT NOT NULL DEFAULT '', contract_proposed_at INTEGER,
  next_action_bf TEXT NOT NULL DEFAULT '', person_bf TEXT NOT NULL DEFAULT '', next_action_sf TEXT NOT NULL DEFAULT '', person_sf TEXT NOT NULL DEFAULT '',
  started_at INTEGER, status_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL,
  UNIQUE (listing_id, buyer_company_id)
) STRICT;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, modified DESC);
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, modified DESC);
CREATE INDEX negotiation_buyer ON negotiation(buyer_company_id, status);
CREATE TABLE negotiation_history (
  seq INTEGER PRIMARY KEY, negotiation_id TEXT NOT NULL REFERENCES negotiation(id), at INTEGER NOT NULL, actor TEXT NOT NULL DEFAULT '', side TEXT NOT NULL,
  event TEXT NOT NULL, from_status INTEGER NOT NULL, to_status INTEGER NOT NULL, reason INTEGER NOT NULL DEFAULT 0, comment TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX negotiation_history_negotiation ON negotiation_history(negotiation_id, seq);
-- Milestones are dates, not statuses. amount: the price of the 意向表明 in 千円; until: 独占交渉期限 of the 基本合意.
CREATE TABLE milestone (
  negotiation_id TEXT NOT NULL REFERENCES negotiation(id), kind INTEGER NOT NULL, date TEXT NOT NULL, amount INTEGER, until TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
  side TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL, PRIMARY KEY (negotiation_id, kind)
) STRICT, WITHOUT ROWID;

-- message_type 1 BUY–BF, 2 BF–SF, 3 system line; readers: sides that may see a system line ('b', 'f', 's' in any mix).
CREATE TABLE message (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, negotiation_id TEXT NOT NULL REFERENCES negotiation(id), message_type INTEGER NOT NULL, originator_type INTEGER NOT NULL,
  user_id TEXT, client_id TEXT NOT NULL DEFAULT '', body TEXT NOT NULL, file_id TEXT REFERENCES file(id), readers TEXT NOT NULL DEFAULT '', at_status INTEGER NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX message_negotiation ON message(negotiation_id, seq);
-- The other end's read mark; side 'b' BUY, 'f' BF, 's' SF.
CREATE TABLE message_read (
  message_id TEXT NOT NULL REFERENCES message(id), side TEXT NOT NULL, user_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (message_id, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_action (
  seq INTEGER PRIMARY KEY, user_id TEXT NOT NULL, listing_id TEXT, action_type INTEGER NOT NULL, route_type INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_action_user ON user_action(user_id, action_type, listing_id);

CREATE TABLE document (
  id TEXT PRIMARY KEY, listing_id TEXT NOT NULL REFERENCES listing(id), title TEXT NOT NULL, file_id TEXT NOT NULL REFERENCES file(id), creator TEXT, created INTEGER NOT NULL, removed INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE document_grant (
  document_id TEXT NOT NULL REFERENCES document(id), buyer_company_id TEXT NOT NULL REFERENCES company(id), may_download INTEGER NOT NULL DEFAULT 0,
  creator TEXT, created INTEGER NOT NULL, revoked INTEGER, PRIMARY KEY (document_id, buyer_company_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE long_list (
  id TEXT PRIMARY KEY, institution_id TEXT NOT NULL REFERENCES institution(id), listing_id TEXT REFERENCES listing(id), name TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 1, creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX long_list_institution ON long_list(institution_id, listing_id);
CREATE TABLE long_list_company (
  long_list_id TEXT NOT NULL REFERENCES long_list(id), company_id TEXT NOT NULL REFERENCES company(id), PRIMARY KEY (long_list_id, company_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE saved_search (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES user(id), screen TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX saved_search_user ON saved_search(user_id, screen);

CREATE TABLE topic (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL DEFAULT '', start_date TEXT NOT NULL DEFAULT '', end_date TEXT NOT NULL DEFAULT '', is_public INTEGER NOT NULL DEFAULT 0,
  creator TEXT, created INTEGER NOT NULL, modifier TEXT, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE faq (
  id TEXT PRIMARY KEY, category TEXT NOT NULL DEFAULT '', question TEXT NOT NULL, answer TEXT NOT NULL, sort INTEGER NOT NULL DEFAULT 0, is_public INTEGER NOT NULL DEFAULT 1, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The network's own texts by version: kind 'terms', 'privacy', 'nda', 'company'.
CREATE TABLE network_text (
  kind TEXT NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL, creator TEXT, created INTEGER NOT NULL, PRIMARY KEY (kind, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE inquiry (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, name TEXT NOT NULL, name_kana TEXT NOT NULL DEFAULT '', organisation TEXT NOT NULL DEFAULT '', mail TEXT NOT NULL, phone TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL, user_id TEXT, status INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL
) STRICT;

-- Sessions (trust.md Tokens and cookies). aud 'platform' or 'office': the two sign-ins never mix.
CREATE TABLE session (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES user(id), aud TEXT NOT NULL, fingerprint_hash TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL, last_seen INTEGER NOT NULL,
  expires INTEGER NOT NULL, revoked INTEGER, revoke_reason TEXT NOT NULL DEFAULT '', ip TEXT NOT NULL DEFAULT '', user_agent TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX session_user ON session(user_id);
-- successor: the next token, sealed with the key file, kept for the grace of 30 s.
CREATE TABLE refresh_token (
  hash TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES session(id), created INTEGER NOT NULL, used INTEGER, successor BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_token_session ON refresh_token(session_id);
CREATE TABLE login_failure (
  seq INTEGER PRIMARY KEY, id_hash TEXT NOT NULL, address TEXT NOT NULL, device TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL
) STRICT;
CREATE INDEX login_failure_id ON login_failure(id_hash, at);
CREATE INDEX login_failure_address ON login_failure(address, at);
CREATE TABLE device (
  hash TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES user(id), created INTEGER NOT NULL, last_seen INTEGER NOT NULL, PRIMARY KEY (hash, user_id)
) STRICT, WITHOUT ROWID;

-- Mail waits here, written with what caused it. body is sealed with the key file and erased after sending.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, address TEXT NOT NULL, user_id TEXT, subject TEXT NOT NULL, body BLOB, message_id TEXT NOT NULL UNIQUE,
  state INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, next_attempt INTEGER NOT NULL, error TEXT NOT NULL DEFAULT '', subject_id TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL, sent INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox(state, next_attempt);
CREATE INDEX outbox_thread ON outbox(kind, address, subject_id, created);
CREATE TABLE job (
  name TEXT PRIMARY KEY, last_run INTEGER, last_ok INTEGER, result TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Disclosure ledger (domain.md 3.5) and audit log (trust.md): append-only, each line carries the hash of the one before.
CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, listing_id TEXT NOT NULL DEFAULT '', company_id TEXT NOT NULL DEFAULT '', buyer_company_id TEXT NOT NULL DEFAULT '', negotiation_id TEXT NOT NULL DEFAULT '',
  level INTEGER NOT NULL, user_id TEXT NOT NULL DEFAULT '', client_id TEXT NOT NULL DEFAULT '', institution_id TEXT NOT NULL DEFAULT '', basis TEXT NOT NULL DEFAULT '', subject TEXT NOT NULL DEFAULT '', ip TEXT NOT NULL DEFAULT '',
  prev TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_listing ON ledger(listing_id, seq);
CREATE INDEX ledger_company ON ledger(company_id, seq);
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, user_id TEXT NOT NULL DEFAULT '', role INTEGER NOT NULL DEFAULT 0, client_id TEXT NOT NULL DEFAULT '', institution_id TEXT NOT NULL DEFAULT '', session_id TEXT NOT NULL DEFAULT '',
  subject_kind TEXT NOT NULL DEFAULT '', subject_id TEXT NOT NULL DEFAULT '', result TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', ip TEXT NOT NULL DEFAULT '', prev TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_session ON audit(session_id, seq);
CREATE INDEX audit_user ON audit(user_id, seq);
CREATE INDEX audit_institution ON audit(institution_id, seq);
CREATE INDEX audit_subject ON audit(subject_id, seq);

-- +goose StatementBegin
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
