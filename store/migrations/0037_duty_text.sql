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

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
