-- +goose Up
-- What the platform does by itself. 0001's table knew one line per job and nothing ever wrote it.
DROP TABLE job;
-- next: when it is due; asked: the office wants it now.
CREATE TABLE job (
  name TEXT PRIMARY KEY, next INTEGER NOT NULL, asked INTEGER, asked_by TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
-- state 'running', 'done', 'failed', 'stopped' (the platform was shut down), 'broken' (it died).
CREATE TABLE job_run (
  seq INTEGER PRIMARY KEY, name TEXT NOT NULL, asked_by TEXT NOT NULL DEFAULT '', started INTEGER NOT NULL, ended INTEGER,
  state TEXT NOT NULL, counts TEXT NOT NULL DEFAULT '[]', error TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX job_run_name ON job_run(name, seq);

-- What somebody was reminded of, and up to which stage. occasion is what it was about (a day, a
-- moment): a new one begins anew. A stage that was reached is not said again, however often a job runs.
CREATE TABLE reminder (
  kind TEXT NOT NULL, subject_id TEXT NOT NULL, occasion TEXT NOT NULL DEFAULT '', stage INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
-- Listings that a buyer was told of by mail; kind 'new' on publication, 'weekly'.
CREATE TABLE recommended (
  kind TEXT NOT NULL, buyer_company_id TEXT NOT NULL REFERENCES company(id), listing_id TEXT NOT NULL REFERENCES listing(id), at INTEGER NOT NULL,
  PRIMARY KEY (kind, buyer_company_id, listing_id)
) STRICT, WITHOUT ROWID;

-- The clock as it was seen: highest is the latest moment that was believed, last the latest that
-- was looked at. suspected: since when the clock is not believed, jump by how much it moved (ms).
CREATE TABLE clock_guard (
  id INTEGER PRIMARY KEY CHECK (id = 1), highest INTEGER NOT NULL, last INTEGER NOT NULL, suspected INTEGER, jump INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What was purged of a chain: its lines up to seq, of which the last had this hash. Signed with the
-- key file, so that nobody can shorten a chain by writing a row here.
CREATE TABLE chain_checkpoint (
  chain TEXT NOT NULL CHECK (chain IN ('audit', 'ledger')), seq INTEGER NOT NULL, hash TEXT NOT NULL, lines INTEGER NOT NULL, at INTEGER NOT NULL, signature TEXT NOT NULL,
  PRIMARY KEY (chain, seq)
) STRICT, WITHOUT ROWID;
-- +goose StatementBegin
CREATE TRIGGER chain_checkpoint_no_update BEFORE UPDATE ON chain_checkpoint BEGIN SELECT RAISE(ABORT, 'chain_checkpoint is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER chain_checkpoint_no_delete BEFORE DELETE ON chain_checkpoint BEGIN SELECT RAISE(ABORT, 'chain_checkpoint is append-only'); END;
-- +goose StatementEnd
-- A line goes only once a checkpoint stands for it.
DROP TRIGGER audit_no_delete;
DROP TRIGGER ledger_no_delete;
-- +goose StatementBegin
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit WHEN NOT EXISTS (SELECT 1 FROM chain_checkpoint c WHERE c.chain = 'audit' AND c.seq >= OLD.seq)
BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger WHEN NOT EXISTS (SELECT 1 FROM chain_checkpoint c WHERE c.chain = 'ledger' AND c.seq >= OLD.seq)
BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
