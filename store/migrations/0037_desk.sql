-- +goose Up
-- The texts and lists that an institution works with (compliance.md 1, 3), in versions: what it explains, its points of a contract, its
-- sources. kind is a duty's (app/deal). content is the canonical text, a JSON object of the title and the items, and hash its SHA-256.
-- Where an institution has none of a kind, the built-in sample is in force (app/dutytext). Append-only: what used a version keeps naming it.
CREATE TABLE duty_text (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL REFERENCES institution(id),
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 99), version INTEGER NOT NULL CHECK (version > 0),
  content TEXT NOT NULL CHECK (json_valid(content)), hash TEXT NOT NULL, reason TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (institution_id, kind, version)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER duty_text_no_update BEFORE UPDATE ON duty_text BEGIN
  SELECT RAISE(ABORT, 'a version of a text is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_text_no_delete BEFORE DELETE ON duty_text BEGIN
  SELECT RAISE(ABORT, 'a version of a text is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a version that nobody edits any more.
-- +goose StatementBegin
CREATE TRIGGER merged_duty_text BEFORE INSERT ON duty_text WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- What an institution's administrator says of who explains to its customers, and its fee tables (compliance.md 3): its own, and append-only.
-- A newer version is a new row, so that what was recorded with an older one keeps naming it.
-- since: the month (YYYY-MM) since when somebody does this work, so that his years of it need no yearly edit; '' where nobody said it.
CREATE TABLE adviser_profile (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL REFERENCES institution(id), user_id TEXT NOT NULL REFERENCES user(id),
  version INTEGER NOT NULL CHECK (version > 0), qualification TEXT NOT NULL, registration_number TEXT NOT NULL, since TEXT NOT NULL,
  deal_count INTEGER CHECK (deal_count >= 0), training TEXT NOT NULL, trained_on TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (user_id, version)
) STRICT;
CREATE INDEX adviser_profile_institution ON adviser_profile(institution_id, user_id, version);
-- A version of a fee table. table_id is the same for all versions of one; origin_id is the institution that wrote the version, also after a
-- merger. steps: JSON array of {upTo, rate}: up to so many 千円, at so many 0.01 %; upTo 0 is the last step, without an end. Amounts are 千円.
CREATE TABLE fee_table (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, table_id TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
  institution_id TEXT NOT NULL REFERENCES institution(id), origin_id TEXT NOT NULL REFERENCES institution(id), name TEXT NOT NULL,
  base INTEGER NOT NULL CHECK (base BETWEEN 1 AND 3), steps TEXT NOT NULL CHECK (json_valid(steps)), minimum INTEGER NOT NULL CHECK (minimum >= 0),
  retainer INTEGER NOT NULL CHECK (retainer >= 0), monthly INTEGER NOT NULL CHECK (monthly >= 0), interim INTEGER NOT NULL CHECK (interim >= 0),
  interim_share INTEGER NOT NULL CHECK (interim_share BETWEEN 0 AND 100), deducts_retainer INTEGER NOT NULL CHECK (deducts_retainer IN (0, 1)),
  deducts_interim INTEGER NOT NULL CHECK (deducts_interim IN (0, 1)), deducted_note TEXT NOT NULL, is_retired INTEGER NOT NULL CHECK (is_retired IN (0, 1)),
  hash TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (table_id, version)
) STRICT;
CREATE INDEX fee_table_institution ON fee_table(institution_id, table_id, version);

-- What was written is not changed; a merger alone says whose it is now.
-- +goose StatementBegin
CREATE TRIGGER adviser_profile_is_append_only BEFORE UPDATE ON adviser_profile
WHEN (OLD.id, OLD.user_id, OLD.version, OLD.qualification, OLD.registration_number, OLD.since, OLD.deal_count, OLD.training, OLD.trained_on, OLD.creator,
  OLD.created) IS NOT (NEW.id, NEW.user_id, NEW.version, NEW.qualification, NEW.registration_number, NEW.since, NEW.deal_count, NEW.training,
  NEW.trained_on, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a profile is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER fee_table_is_append_only BEFORE UPDATE ON fee_table
WHEN (OLD.id, OLD.table_id, OLD.version, OLD.origin_id, OLD.name, OLD.base, OLD.steps, OLD.minimum, OLD.retainer, OLD.monthly, OLD.interim,
  OLD.interim_share, OLD.deducts_retainer, OLD.deducts_interim, OLD.deducted_note, OLD.is_retired, OLD.hash, OLD.creator, OLD.created) IS NOT
  (NEW.id, NEW.table_id, NEW.version, NEW.origin_id, NEW.name, NEW.base, NEW.steps, NEW.minimum, NEW.retainer, NEW.monthly, NEW.interim,
  NEW.interim_share, NEW.deducts_retainer, NEW.deducts_interim, NEW.deducted_note, NEW.is_retired, NEW.hash, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a fee table is not changed');
END;
-- +goose StatementEnd

-- What was found of a company (反社照会, 買手調査, 特定事業者リスト照会) is kept for a time of its own after it ceased to count (compliance.md 2). Then what it
-- says, what it came to and its papers go; that somebody recorded it on that day stays, with its hash in the audit log. So does the random
-- part go with which the contents could be guessed by the hash.
ALTER TABLE duty ADD COLUMN erased INTEGER;
CREATE INDEX duty_kept ON duty(created) WHERE erased IS NULL;

-- +goose StatementBegin
DROP TRIGGER duty_is_append_only;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_is_append_only BEFORE UPDATE ON duty
WHEN OLD.confirmed IS NOT NULL AND NEW.confirmed IS NOT OLD.confirmed
  OR (OLD.id, OLD.kind, OLD.record_kind, OLD.record_seq, OLD.performed_on, OLD.valid_until, OLD.hash, OLD.needs_second, OLD.creator, OLD.created)
    IS NOT (NEW.id, NEW.kind, NEW.record_kind, NEW.record_seq, NEW.performed_on, NEW.valid_until, NEW.hash, NEW.needs_second, NEW.creator,
    NEW.created)
  OR NEW.erased IS OLD.erased AND (OLD.result, OLD.content, OLD.salt) IS NOT (NEW.result, NEW.content, NEW.salt)
  OR NEW.erased IS NOT OLD.erased AND (OLD.erased IS NOT NULL OR NEW.erased IS NULL OR (NEW.result, NEW.content, NEW.salt) IS NOT (1, '{}', ''))
BEGIN
  SELECT RAISE(ABORT, 'a duty is not changed');
END;
-- +goose StatementEnd

-- Where the duties of a record stand (点検表, compliance.md 3): the newest of each kind, side by side, in one row. An institution's list of all its
-- deals reads a row for each of them, and not the five or six duties of each with their contents. Triggers alone write it, whichever statement
-- changes a duty. One word for each kind: two digits of the kind, the result, 1 where a second user is waited for, and the last day on which it counts.
-- What a seller's bank says to the owner of a report (14) is open again once a later report has come.
CREATE TABLE duty_now (
  institution_id TEXT NOT NULL REFERENCES institution(id), record_kind INTEGER NOT NULL, record_seq INTEGER NOT NULL, states TEXT NOT NULL,
  PRIMARY KEY (institution_id, record_kind, record_seq)
) STRICT, WITHOUT ROWID;

CREATE VIEW duty_states AS
  SELECT d.institution_id, d.record_kind, d.record_seq, group_concat(printf('%02d%d%d%s', d.kind,
    CASE WHEN d.kind = 14 AND d.record_kind = 4 AND coalesce(d.content ->> 'report', '') <> coalesce((SELECT r.id FROM negotiation n JOIN buyer_report r ON r.negotiation_id = n.id
      WHERE n.seq = d.record_seq ORDER BY r.seq DESC LIMIT 1), '') THEN 2 ELSE d.result END,
    d.needs_second = 1 AND d.confirmed_by = '', d.valid_until), ' ' ORDER BY d.kind) AS states
  FROM duty d WHERE d.seq = (SELECT max(s.seq) FROM duty s WHERE s.institution_id = d.institution_id AND s.record_kind = d.record_kind AND
    s.record_seq = d.record_seq AND s.kind = d.kind)
  GROUP BY d.institution_id, d.record_kind, d.record_seq;

INSERT INTO duty_now SELECT institution_id, record_kind, record_seq, states FROM duty_states;

-- +goose StatementBegin
CREATE TRIGGER duty_now_insert AFTER INSERT ON duty BEGIN
  DELETE FROM duty_now WHERE institution_id = NEW.institution_id AND record_kind = NEW.record_kind AND record_seq = NEW.record_seq;
  INSERT INTO duty_now SELECT s.institution_id, s.record_kind, s.record_seq, s.states FROM duty_states s
    WHERE s.institution_id = NEW.institution_id AND s.record_kind = NEW.record_kind AND s.record_seq = NEW.record_seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_now_update AFTER UPDATE ON duty
WHEN OLD.institution_id <> NEW.institution_id OR OLD.confirmed_by <> NEW.confirmed_by OR OLD.result <> NEW.result BEGIN
  DELETE FROM duty_now WHERE institution_id IN (OLD.institution_id, NEW.institution_id) AND record_kind = NEW.record_kind AND
    record_seq = NEW.record_seq;
  INSERT INTO duty_now SELECT s.institution_id, s.record_kind, s.record_seq, s.states FROM duty_states s
    WHERE s.institution_id = NEW.institution_id AND s.record_kind = NEW.record_kind AND s.record_seq = NEW.record_seq;
  INSERT INTO duty_now SELECT s.institution_id, s.record_kind, s.record_seq, s.states FROM duty_states s
    WHERE s.institution_id = OLD.institution_id AND s.institution_id <> NEW.institution_id AND s.record_kind = OLD.record_kind AND
      s.record_seq = OLD.record_seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_now_delete AFTER DELETE ON duty BEGIN
  DELETE FROM duty_now WHERE institution_id = OLD.institution_id AND record_kind = OLD.record_kind AND record_seq = OLD.record_seq;
  INSERT INTO duty_now SELECT s.institution_id, s.record_kind, s.record_seq, s.states FROM duty_states s
    WHERE s.institution_id = OLD.institution_id AND s.record_kind = OLD.record_kind AND s.record_seq = OLD.record_seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_now_report AFTER INSERT ON buyer_report BEGIN
  UPDATE duty_now SET states = (SELECT s.states FROM duty_states s WHERE s.institution_id = duty_now.institution_id AND
    s.record_kind = duty_now.record_kind AND s.record_seq = duty_now.record_seq)
  WHERE institution_id IN (SELECT id FROM institution) AND record_kind = 4 AND
    record_seq = (SELECT seq FROM negotiation WHERE id = NEW.negotiation_id);
END;
-- +goose StatementEnd

-- What the network says of itself in public (ネットワークの宣言, compliance.md 3), in versions: the newest one shows. items is a JSON list of
-- headings with a text each; sharing: 1 takes part in the sharing of the list of particular buyers, 2 does not, 3 prepares to.
CREATE TABLE declaration (
  version INTEGER PRIMARY KEY, title TEXT NOT NULL, items TEXT NOT NULL CHECK (json_valid(items)), sharing INTEGER NOT NULL CHECK (sharing BETWEEN 1 AND 3),
  sharing_since TEXT NOT NULL, sharing_note TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
-- An institution's registration as an M&A支援機関, as its administrator records it, in versions. qualified: 資格者数, NULL where it was not typed.
CREATE TABLE support_registration (
  institution_id TEXT NOT NULL REFERENCES institution(id), version INTEGER NOT NULL, number TEXT NOT NULL, expires_on TEXT NOT NULL, qualified INTEGER,
  creator TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (institution_id, version)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER declaration_is_append_only BEFORE UPDATE ON declaration BEGIN
  SELECT RAISE(ABORT, 'a declaration is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER declaration_stays BEFORE DELETE ON declaration BEGIN
  SELECT RAISE(ABORT, 'a declaration is not deleted');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER support_registration_is_append_only BEFORE UPDATE ON support_registration BEGIN
  SELECT RAISE(ABORT, 'a registration is not changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
