-- +goose Up
-- A merger of two institutions: the office proposes it, both sides confirm it, and on its date everything of the absorbed
-- one becomes the surviving one's in one transaction. counts: what moved, by kind, as JSON. An institution takes part in
-- one merger at a time, and is absorbed once.
CREATE TABLE merger (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  absorbed_id TEXT NOT NULL REFERENCES institution(id), surviving_id TEXT NOT NULL REFERENCES institution(id),
  date TEXT NOT NULL, mark TEXT NOT NULL, reason TEXT NOT NULL,
  proposed_by TEXT NOT NULL REFERENCES user(id), proposed INTEGER NOT NULL,
  absorbed_by TEXT NOT NULL DEFAULT '', absorbed_at INTEGER, surviving_by TEXT NOT NULL DEFAULT '', surviving_at INTEGER,
  withdrawn_by TEXT NOT NULL DEFAULT '', withdrawn INTEGER, withdrawn_reason TEXT NOT NULL DEFAULT '',
  done INTEGER, backup TEXT NOT NULL DEFAULT '', counts TEXT NOT NULL DEFAULT '{}', version INTEGER NOT NULL DEFAULT 1,
  CHECK (absorbed_id <> surviving_id)
) STRICT;
CREATE UNIQUE INDEX merger_absorbed ON merger(absorbed_id) WHERE withdrawn IS NULL;
CREATE INDEX merger_surviving ON merger(surviving_id);

-- merged_into: the institution that continues this one, '' for none.
ALTER TABLE institution ADD COLUMN merged_into TEXT NOT NULL DEFAULT '';
CREATE INDEX institution_merged ON institution(merged_into) WHERE merged_into <> '';

-- is_sold_hidden: a merger would show the listing to more institutions' buyers than its owner agreed to. Sold, it is
-- shown to nobody new until the owner approves a publication again.
ALTER TABLE listing ADD COLUMN is_sold_hidden INTEGER NOT NULL DEFAULT 0;

-- A request that was let in before the merger and writes after it must not leave a row with the absorbed institution.
-- +goose StatementBegin
CREATE TRIGGER merged_company BEFORE INSERT ON company WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_listing BEFORE INSERT ON listing WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_negotiation BEFORE INSERT ON negotiation WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id IN (NEW.bf_id, NEW.sf_id) AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_long_list BEFORE INSERT ON long_list WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_held_text BEFORE INSERT ON held_text WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_paper BEFORE INSERT ON paper WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_import BEFORE INSERT ON company_import WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_user BEFORE INSERT ON user WHEN NEW.client_id <> '' AND EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.client_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
