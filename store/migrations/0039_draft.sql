-- +goose Up
-- The Word templates of the network and of institutions (書式, papers.md 2), in versions. institution_id: '' for the network's. kind: issued.Kind of the
-- paper that is made from it. A version with is_withdrawn has no file: from then on the next template is in force, of the institution the network's,
-- of the network the built-in sample. Append-only: papers that were made name the version.
CREATE TABLE draft_template (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 31 AND 49),
  version INTEGER NOT NULL CHECK (version > 0), is_withdrawn INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1)),
  file_id TEXT REFERENCES file(id), hash TEXT NOT NULL, reason TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (institution_id, kind, version), CHECK ((file_id IS NULL) = (is_withdrawn = 1))
) STRICT;
CREATE INDEX draft_template_file ON draft_template(file_id) WHERE file_id IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER draft_template_no_update BEFORE UPDATE ON draft_template BEGIN
  SELECT RAISE(ABORT, 'a version of a template is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER draft_template_no_delete BEFORE DELETE ON draft_template BEGIN
  SELECT RAISE(ABORT, 'a version of a template is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a version that nobody edits any more.
-- +goose StatementBegin
CREATE TRIGGER merged_draft_template BEFORE INSERT ON draft_template WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND
  i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
