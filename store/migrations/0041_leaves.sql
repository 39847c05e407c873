-- +goose Up
-- Single lines of the logs are proven, too (papers.md 4). A proof's lines are those of both chains after *_begin: since all proofs before, so that each
-- line is one proof's, whatever a clock did. lines: SHA-256 over the list of its pages; page_count: how many there are.
ALTER TABLE proof ADD COLUMN audit_begin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE proof ADD COLUMN ledger_begin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE proof ADD COLUMN page_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE proof ADD COLUMN lines TEXT NOT NULL DEFAULT '';
-- The pages of a proof, 256 in a row: leaves are the hashes of the lines in them, sorted, without what fills the pages up; sums the hash of each page.
-- Pages can so be made again when some of their lines were purged. With its last line a proof's leaves go, too: with the salt beside them, who has the
-- database could try what a line said.
CREATE TABLE proof_page (
  proof_id TEXT NOT NULL REFERENCES proof(id), part INTEGER NOT NULL CHECK (part >= 0), leaves BLOB NOT NULL CHECK (length(leaves) % 32 = 0),
  sums BLOB NOT NULL CHECK (length(sums) = 8192), PRIMARY KEY (proof_id, part)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER proof_page_is_append_only BEFORE UPDATE ON proof_page BEGIN SELECT RAISE(ABORT, 'a page of a proof is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_page_stays BEFORE DELETE ON proof_page WHEN EXISTS (SELECT 1 FROM proof p WHERE p.id = OLD.proof_id AND
  (EXISTS (SELECT 1 FROM audit a WHERE a.seq > p.audit_begin AND a.seq <= p.audit_seq) OR
  EXISTS (SELECT 1 FROM ledger l WHERE l.seq > p.ledger_begin AND l.seq <= p.ledger_seq)))
BEGIN SELECT RAISE(ABORT, 'a page of a proof is not deleted while a line of it is there'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
