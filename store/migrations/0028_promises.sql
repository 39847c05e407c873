-- +goose Up
-- A listing and a buyer may have two rows from now on, so the table is made anew. is_note: an offer to a buyer whose
-- running negotiation the seller's bank sees only anonymously stands in a row of its own, beside the negotiation's:
-- the seller's bank must not learn by it that the two buyers are one. It is seen by nobody else, and joins the
-- negotiation once that opens the name (domain.md 0.4). buyer_since: a row is the buyer's from the first thing on it
-- that the buyer may see (0.9). fact_waiting_for: which sides have something to confirm ('bf', 'sf', 'bfsf').
-- closing_due: until when a signed deal is to be closed, '' once it is (0.6).
CREATE TABLE negotiation_before AS SELECT * FROM negotiation;
DROP TABLE negotiation;
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
  version_buyer INTEGER NOT NULL DEFAULT 0, version_bf INTEGER NOT NULL DEFAULT 0, version_sf INTEGER NOT NULL DEFAULT 0, bf_modified INTEGER,
  is_note INTEGER NOT NULL DEFAULT 0, buyer_since INTEGER, fact_waiting_for TEXT NOT NULL DEFAULT '', closing_due TEXT NOT NULL DEFAULT '',
  UNIQUE (listing_id, buyer_company_id, is_note)
) STRICT;
INSERT INTO negotiation (
  seq, id, listing_id, buyer_company_id, bf_id, sf_id, status, interest_status, interest_at, offer_send_status, offer_message, offered_by,
  offered_at, is_consent, consent_version, consent_hash, consent_user, consent_ip, consent_at, consent_file, realname_consent_at,
  realname_consent_user, realname_consent_second, realname_requested_at, answer_due, seller_approval_status, seller_approval_at, approved_at,
  approved_by, approved_second, rejected_at, reject_reason, financial_support_status, financing_consent, desired_amount, own_funds, funds_purpose,
  approval_number, approval_date, approved_amount, end_reason, end_comment, ended_by, ended_at, ended_from, is_disposal_done, reopen_asked_at,
  contract_proposed_by, contract_proposed_at, next_action_bf, person_bf, next_action_sf, person_sf, started_at, status_at, version, creator, created,
  modifier, modified, version_buyer, version_bf, version_sf, bf_modified)
SELECT
  seq, id, listing_id, buyer_company_id, bf_id, sf_id, status, interest_status, interest_at, offer_send_status, offer_message, offered_by,
  offered_at, is_consent, consent_version, consent_hash, consent_user, consent_ip, consent_at, consent_file, realname_consent_at,
  realname_consent_user, realname_consent_second, realname_requested_at, answer_due, seller_approval_status, seller_approval_at, approved_at,
  approved_by, approved_second, rejected_at, reject_reason, financial_support_status, financing_consent, desired_amount, own_funds, funds_purpose,
  approval_number, approval_date, approved_amount, end_reason, end_comment, ended_by, ended_at, ended_from, is_disposal_done, reopen_asked_at,
  contract_proposed_by, contract_proposed_at, next_action_bf, person_bf, next_action_sf, person_sf, started_at, status_at, version, creator, created,
  modifier, modified, version_buyer, version_bf, version_sf, bf_modified
FROM negotiation_before;
DROP TABLE negotiation_before;
CREATE INDEX negotiation_note ON negotiation(id) WHERE is_note = 1;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, bf_modified DESC, is_note);
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, status_at, bf_id, started_at, offered_at, reopen_asked_at, ended_from, is_note);
CREATE INDEX negotiation_buyer ON negotiation(buyer_company_id, status);
-- +goose StatementBegin
CREATE TRIGGER message_unread_charge AFTER UPDATE OF bf_id, sf_id ON negotiation WHEN OLD.bf_id <> NEW.bf_id OR OLD.sf_id <> NEW.sf_id BEGIN
  UPDATE message_unread SET owner_id = NEW.bf_id WHERE owner_id = OLD.bf_id AND side = 'f' AND negotiation_id = NEW.id;
  UPDATE message_unread SET owner_id = NEW.sf_id WHERE owner_id = OLD.sf_id AND side = 's' AND negotiation_id = NEW.id;
END;
-- +goose StatementEnd

-- A row is the buyer's from the first thing on it that the buyer may see (domain.md 0.9): an offer that
-- waits for the buyer's bank, and one that it declined, never was for the buyer.
UPDATE negotiation SET buyer_since = coalesce((
    SELECT min(h.at) FROM negotiation_history h WHERE h.negotiation_id = negotiation.id AND (h.event IN
      ('interest', 'not_interested', 'clear_interest', 'start', 'consent', 'realname_consent', 'request_realname', 'reopen_ask', 'offer_forward', 'offer_open')
      OR h.event = 'offer_send' AND negotiation.bf_id = negotiation.sf_id)), created)
  WHERE status BETWEEN 1 AND 5 OR started_at IS NOT NULL OR interest_status <> 0 OR interest_at IS NOT NULL OR is_consent = 1 OR offer_send_status IN (2, 3)
    OR EXISTS (SELECT 1 FROM negotiation_history h WHERE h.negotiation_id = negotiation.id AND (h.event IN
      ('interest', 'not_interested', 'clear_interest', 'start', 'consent', 'reopen_ask', 'offer_forward', 'offer_open')
      OR h.event = 'offer_send' AND negotiation.bf_id = negotiation.sf_id))
    OR EXISTS (SELECT 1 FROM message m WHERE m.negotiation_id = negotiation.id AND m.message_type = 1);

-- What is open for a company that is out of use already, and for its users, ends with this version.
UPDATE session SET revoked = unixepoch() * 1000, revoke_reason = 'company disabled' WHERE revoked IS NULL AND user_id IN (
  SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2);
UPDATE link_key SET revoked = unixepoch() * 1000, revoke_reason = 'company disabled' WHERE used IS NULL AND revoked IS NULL AND (
  kind = 'password' AND subject_id IN (SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2)
  OR kind = 'registration' AND subject_id IN (SELECT id FROM company WHERE status = 2));
UPDATE outbox SET state = 2, body = NULL, error = '宛先の企業または金融機関が利用できなくなったため、送信を取りやめました。' WHERE state = 0 AND user_id IN (
  SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2);
UPDATE negotiation SET interest_status = 0 WHERE status = 0 AND interest_status = 2 AND buyer_company_id IN (SELECT id FROM company WHERE status = 2);
UPDATE negotiation SET offer_send_status = 8 WHERE offer_send_status = 1 AND buyer_company_id IN (SELECT id FROM company WHERE status = 2);

-- What the banks of a negotiation agree on, 意向表明 to クロージング完了, is in force once the other side has
-- confirmed it. What stands in milestone is in force; who recorded it alone until now has agreed.
ALTER TABLE milestone ADD COLUMN is_skipped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE milestone ADD COLUMN confirmer TEXT NOT NULL DEFAULT '';
ALTER TABLE milestone ADD COLUMN confirmed INTEGER;
-- What one side (bf, sf) recorded and the other has yet to confirm, or has sent back. A change has an id of its own:
-- who confirms names what was seen.
CREATE TABLE milestone_proposal (
  negotiation_id TEXT NOT NULL REFERENCES negotiation(id), kind INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, date TEXT NOT NULL DEFAULT '', amount INTEGER, until TEXT NOT NULL DEFAULT '',
  is_skipped INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', side TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  returned INTEGER, returner TEXT NOT NULL DEFAULT '', return_reason TEXT NOT NULL DEFAULT '', PRIMARY KEY (negotiation_id, kind)
) STRICT, WITHOUT ROWID;
ALTER TABLE negotiation_history ADD COLUMN old_value TEXT NOT NULL DEFAULT '';
ALTER TABLE negotiation_history ADD COLUMN new_value TEXT NOT NULL DEFAULT '';

-- A signed deal whose day of closing is over counts as closed on that day: so it was recorded until now.
INSERT INTO milestone (negotiation_id, kind, date, side, creator, created, modified)
  SELECT m.negotiation_id, 8, m.date, m.side, m.creator, m.modified, m.modified FROM milestone m JOIN negotiation n ON n.id = m.negotiation_id
  WHERE n.status = 5 AND m.kind = 7 AND m.date <= date('now', '+9 hours');
UPDATE negotiation SET closing_due = coalesce((SELECT m.date FROM milestone m WHERE m.negotiation_id = negotiation.id AND m.kind = 7), '')
  WHERE status = 5 AND NOT EXISTS (SELECT 1 FROM milestone m WHERE m.negotiation_id = negotiation.id AND m.kind = 8);

CREATE INDEX negotiation_waits_bf ON negotiation(bf_id) WHERE (offer_send_status = 1 AND status IN (0, 9) OR interest_status = 2 AND status = 0 OR status = 2 OR status = 4 AND contract_proposed_by <> ''
  OR fact_waiting_for <> '' OR closing_due <> '' OR status = 9 AND (ended_from > 0 AND is_disposal_done = 0 OR reopen_asked_at IS NOT NULL) OR next_action_bf <> '');
CREATE INDEX negotiation_waits_sf ON negotiation(sf_id) WHERE (status = 2 OR status = 4 AND contract_proposed_by <> '' OR fact_waiting_for <> '' OR closing_due <> ''
  OR status = 9 AND reopen_asked_at IS NOT NULL OR next_action_sf <> '');

-- A text with a name that its reader may not know yet does not leave: it waits for a second pair of eyes (domain.md 0.7).
-- state 0 waiting, 1 sent back, 2 sent. message_type 0 is an offer to company_ids (JSON), as its writer named them.
-- What was sent stands in message or negotiation; body and file are here only until then.
CREATE TABLE held_text (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL DEFAULT 0, institution_id TEXT NOT NULL REFERENCES institution(id),
  listing_id TEXT NOT NULL REFERENCES listing(id), negotiation_id TEXT NOT NULL DEFAULT '', message_type INTEGER NOT NULL, originator_type INTEGER NOT NULL, company_ids TEXT NOT NULL DEFAULT '[]',
  body TEXT NOT NULL, file_id TEXT REFERENCES file(id), user_id TEXT NOT NULL, held INTEGER NOT NULL,
  decided_by TEXT NOT NULL DEFAULT '', decided INTEGER, reason TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX held_text_open ON held_text(institution_id, listing_id) WHERE state IN (0, 1);
CREATE INDEX held_text_negotiation ON held_text(negotiation_id);

-- What the seller's bank tells the owner of a refusal that the owner was not asked about (domain.md 0.12).
ALTER TABLE negotiation_history ADD COLUMN owner_reason TEXT NOT NULL DEFAULT '';

-- Four eyes are two people: who may be the second pair of eyes is said by somebody else than who made
-- him. approver: 0 waits, 1 confirmed, 2 was one before anybody had to say so, 3 withdrawn.
-- login_by is who gave the account its mail address: whoever reads the mailbox can sign in.
ALTER TABLE user ADD COLUMN approver INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN admitted_by TEXT NOT NULL DEFAULT '';
ALTER TABLE user ADD COLUMN admitted INTEGER;
ALTER TABLE user ADD COLUMN login_by TEXT NOT NULL DEFAULT '';
UPDATE user SET login_by = coalesce(creator, '');
-- Who was let in by an administrator, with the application or on the machine itself is one. Whom a
-- colleague made, and whom the office made of an institution, goes on and is shown to its administrator.
UPDATE user SET approver = 1, admitted_by = coalesce(creator, ''), admitted = created WHERE role IN (3, 9);
UPDATE user SET approver = 2, admitted_by = '', admitted = NULL
  WHERE role = 3 AND EXISTS (SELECT 1 FROM user m WHERE m.id = user.creator AND m.role IN (3, 9))
  AND NOT EXISTS (SELECT 1 FROM institution i WHERE i.id = user.client_id AND i.regist_application_id <> ''
    AND user.seq = (SELECT min(f.seq) FROM user f WHERE f.client_id = i.id AND f.role = 3));
-- The office's own people of until now are the machine's: nobody could confirm them otherwise.
UPDATE user SET admitted_by = '' WHERE role = 9;

-- A login ID that the office wants changed: the one in use stays until somebody else has confirmed it.
CREATE TABLE login_change (
  user_id TEXT PRIMARY KEY REFERENCES user(id), login_id TEXT NOT NULL, reason TEXT NOT NULL, requested_by TEXT NOT NULL REFERENCES user(id), requested INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The words by which everybody finds a listing held the region where its company really is, also where
-- its bank had chosen others to be published. They name the chosen ones alone from now on; what stands
-- there is mended. The real one stood right before the first of them.
WITH place (key, label) AS (VALUES (1, '北海道'), (2, '東北'), (3, '関東'), (4, '甲信越'), (5, '北陸'), (6, '東海'), (7, '近畿'), (8, '中国'), (9, '四国'), (10, '九州・沖縄'),
  (90, '海外'), (99, '全国・地域を問わない'))
UPDATE listing_content AS c SET free_text_folded = replace(c.free_text_folded, ' ' || hidden.label || ' ' || chosen.label, ' ' || chosen.label)
FROM place AS hidden, listing_code AS r, place AS chosen
WHERE c.is_prefecture_public = 0 AND hidden.key = c.region
  AND r.listing_id = c.listing_id AND r.side = c.side AND r.field = 'region' AND chosen.key = CAST(r.code AS INTEGER)
  AND instr(c.free_text_folded, ' ' || hidden.label || ' ' || chosen.label) > 0
  AND NOT EXISTS (SELECT 1 FROM listing_code x WHERE x.listing_id = c.listing_id AND x.side = c.side AND x.field = 'region' AND CAST(x.code AS INTEGER) = c.region);

-- A name that a company or one of its people (1 seller's, 2 buyer's) had stays one that may not be told before
-- its time: else who may change it changes it, writes it, and changes it back.
CREATE TABLE former_name (
  company_id TEXT NOT NULL REFERENCES company(id), company_name TEXT NOT NULL, person_name TEXT NOT NULL, person_name_kana TEXT NOT NULL, changed INTEGER NOT NULL,
  PRIMARY KEY (company_id, company_name, person_name, person_name_kana)
) STRICT, WITHOUT ROWID;
-- +goose StatementBegin
CREATE TRIGGER company_former_name AFTER UPDATE OF company_name, representative_name ON company_details
WHEN OLD.company_name <> NEW.company_name OR OLD.representative_name <> NEW.representative_name BEGIN
  INSERT OR IGNORE INTO former_name VALUES (OLD.company_id, OLD.company_name, OLD.representative_name, '', NEW.modified);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER user_former_name AFTER UPDATE OF user_name, user_name_kana ON user
WHEN OLD.role IN (1, 2) AND (OLD.user_name <> NEW.user_name OR OLD.user_name_kana <> NEW.user_name_kana) BEGIN
  INSERT OR IGNORE INTO former_name SELECT OLD.client_id, '', OLD.user_name, OLD.user_name_kana, NEW.modified WHERE EXISTS (SELECT 1 FROM company c WHERE c.id = OLD.client_id);
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
