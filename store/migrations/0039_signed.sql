-- +goose Up
-- Signed copies of papers that the product made (署名済み, papers.md 2): the PDF that came back, who signed it and when, and the second user who
-- looked at it. Whose it is and who may read it says the paper. Append-only: a wrong one is returned by the second user (returned) or withdrawn with
-- a reason, and followed by another. signers: JSON, names and roles as they were typed. signature: JSON, what the verifier found of digital signatures
-- in the file when it was recorded (app/signed); verifier: which version of it.
CREATE TABLE signed_copy (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, paper_id TEXT NOT NULL REFERENCES issued_paper(id), file_id TEXT NOT NULL REFERENCES file(id),
  sha256 TEXT NOT NULL, signed_on TEXT NOT NULL, signers TEXT NOT NULL CHECK (json_valid(signers)), note TEXT NOT NULL,
  signature TEXT NOT NULL CHECK (json_valid(signature)), verifier INTEGER NOT NULL CHECK (verifier > 0), creator TEXT NOT NULL, created INTEGER NOT NULL,
  confirmed_by TEXT NOT NULL, confirmed INTEGER, ended_by TEXT NOT NULL, ended INTEGER, is_returned INTEGER NOT NULL CHECK (is_returned IN (0, 1)),
  reason TEXT NOT NULL, CHECK ((confirmed IS NULL) = (confirmed_by = '')), CHECK ((ended IS NULL) = (ended_by = '')),
  CHECK (is_returned = 0 OR confirmed IS NULL AND ended IS NOT NULL), CHECK (confirmed_by <> creator), CHECK ((ended IS NULL) = (reason = ''))
) STRICT;
CREATE UNIQUE INDEX signed_copy_paper ON signed_copy(paper_id) WHERE ended IS NULL;
CREATE INDEX signed_copy_papers ON signed_copy(paper_id);
CREATE INDEX signed_copy_file ON signed_copy(file_id);
CREATE INDEX signed_copy_waiting ON signed_copy(created) WHERE confirmed IS NULL AND ended IS NULL;
-- +goose StatementBegin
CREATE TRIGGER signed_copy_is_append_only BEFORE UPDATE ON signed_copy
WHEN (OLD.id, OLD.paper_id, OLD.file_id, OLD.sha256, OLD.signed_on, OLD.signers, OLD.note, OLD.signature, OLD.verifier, OLD.creator, OLD.created)
  IS NOT (NEW.id, NEW.paper_id, NEW.file_id, NEW.sha256, NEW.signed_on, NEW.signers, NEW.note, NEW.signature, NEW.verifier, NEW.creator, NEW.created)
  OR OLD.ended IS NOT NULL OR OLD.confirmed IS NOT NULL AND (OLD.confirmed, OLD.confirmed_by) IS NOT (NEW.confirmed, NEW.confirmed_by) BEGIN
  SELECT RAISE(ABORT, 'a signed copy is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER signed_copy_stays BEFORE DELETE ON signed_copy
WHEN NOT EXISTS (SELECT 1 FROM issued_paper i WHERE i.id = OLD.paper_id AND i.negotiation_id <> '' AND
  NOT EXISTS (SELECT 1 FROM negotiation n WHERE n.id = i.negotiation_id)) BEGIN
  SELECT RAISE(ABORT, 'a signed copy is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a copy of a paper that is not its writer's any more.
-- +goose StatementBegin
CREATE TRIGGER merged_signed_copy BEFORE INSERT ON signed_copy WHEN EXISTS (SELECT 1 FROM issued_paper p JOIN institution i ON
  i.id = p.institution_id AND i.merged_into <> '' WHERE p.id = NEW.paper_id)
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
