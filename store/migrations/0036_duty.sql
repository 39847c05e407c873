-- +goose Up
-- What a desk has to do before a deal goes on, and that it was done (確認事項, compliance.md 1): a fact that an institution records about
-- a company, or its own side of a negotiation. kind is a duty's (app/deal), record_kind and record_seq name the record as in
-- person_in_charge. Append-only: a correction is a successor, which names what it replaces; the second user of those that want one is
-- written once. Its hash stands in the audit log, whose readers may not guess the contents by it: salt. result: 1 done, 2 to be looked into, 3 stops.
CREATE TABLE duty (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL REFERENCES institution(id),
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 99), record_kind INTEGER NOT NULL CHECK (record_kind BETWEEN 1 AND 4), record_seq INTEGER NOT NULL,
  result INTEGER NOT NULL CHECK (result BETWEEN 1 AND 3), performed_on TEXT NOT NULL, valid_until TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)), salt TEXT NOT NULL, hash TEXT NOT NULL, replaces TEXT UNIQUE REFERENCES duty(id),
  needs_second INTEGER NOT NULL CHECK (needs_second IN (0, 1)), confirmed_by TEXT NOT NULL DEFAULT '', confirmed INTEGER,
  creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX duty_record ON duty(institution_id, record_kind, record_seq, kind, seq);
CREATE INDEX duty_stops ON duty(institution_id, record_kind, record_seq) WHERE result = 3;
-- Evidence of a duty. It is added by who wrote the duty, and stays.
CREATE TABLE duty_file (
  duty_id TEXT NOT NULL REFERENCES duty(id), file_id TEXT NOT NULL UNIQUE REFERENCES file(id), creator TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (duty_id, file_id)
) STRICT, WITHOUT ROWID;
-- That a step goes on without a duty which it must have: asked for with a reason, and let pass by a second user. record as above, or 2 a listing.
CREATE TABLE duty_waiver (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL REFERENCES institution(id),
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 99), gate INTEGER NOT NULL, record_kind INTEGER NOT NULL CHECK (record_kind IN (2, 3, 4)),
  record_seq INTEGER NOT NULL, reason TEXT NOT NULL, salt TEXT NOT NULL, hash TEXT NOT NULL, confirmed_by TEXT NOT NULL DEFAULT '', confirmed INTEGER, refused INTEGER,
  creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX duty_waiver_record ON duty_waiver(institution_id, record_kind, record_seq, kind, gate);
-- What the buyer's bank told the seller's bank of its look into the buyer (買手調査の報告): a fact of the deal, told by a deed of its own. A later one
-- names what it replaces. items is a JSON object: what was looked into, and to which class it came.
CREATE TABLE buyer_report (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, negotiation_id TEXT NOT NULL REFERENCES negotiation(id), performed_on TEXT NOT NULL,
  looked_by TEXT NOT NULL, items TEXT NOT NULL CHECK (json_valid(items)), line TEXT NOT NULL, salt TEXT NOT NULL, hash TEXT NOT NULL,
  replaces TEXT UNIQUE REFERENCES buyer_report(id), creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX buyer_report_negotiation ON buyer_report(negotiation_id, seq);
-- There is one first one.
CREATE UNIQUE INDEX buyer_report_first ON buyer_report(negotiation_id) WHERE replaces IS NULL;

-- From when on a signed deal is looked at again (成約後の確認): one that a network signed before it had this duty gives nobody a task.
INSERT INTO setting(key, value, modified) SELECT 'aftercare_since', CAST(unixepoch() * 1000 AS TEXT), unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM negotiation);

-- What was recorded is not changed: a second user is written once, whoever the institution becomes by a merger, the same facts stay.
-- +goose StatementBegin
CREATE TRIGGER duty_is_append_only BEFORE UPDATE ON duty
WHEN OLD.confirmed IS NOT NULL AND NEW.confirmed IS NOT OLD.confirmed OR (OLD.id, OLD.kind, OLD.record_kind, OLD.record_seq, OLD.result, OLD.performed_on,
  OLD.valid_until, OLD.content, OLD.salt, OLD.hash, OLD.needs_second, OLD.creator, OLD.created) IS NOT (NEW.id, NEW.kind, NEW.record_kind, NEW.record_seq, NEW.result,
  NEW.performed_on, NEW.valid_until, NEW.content, NEW.salt, NEW.hash, NEW.needs_second, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a duty is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER buyer_report_is_append_only BEFORE UPDATE ON buyer_report BEGIN
  SELECT RAISE(ABORT, 'a report is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER buyer_report_gone BEFORE DELETE ON negotiation BEGIN
  DELETE FROM buyer_report WHERE negotiation_id = OLD.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_gone BEFORE DELETE ON negotiation BEGIN
  DELETE FROM duty_file WHERE duty_id IN (SELECT d.id FROM duty d WHERE d.record_kind IN (3, 4) AND d.record_seq = OLD.seq);
  UPDATE duty SET replaces = NULL WHERE record_kind IN (3, 4) AND record_seq = OLD.seq;
  DELETE FROM duty WHERE record_kind IN (3, 4) AND record_seq = OLD.seq;
  DELETE FROM duty_waiver WHERE record_kind IN (3, 4) AND record_seq = OLD.seq;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
