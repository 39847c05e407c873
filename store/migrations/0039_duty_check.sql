-- +goose Up
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

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
