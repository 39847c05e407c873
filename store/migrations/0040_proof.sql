-- +goose Up
-- Evidence by a third party (papers.md 4). A proof says what both chains ended with: at the end of a day, or (day '') when the office asked.
-- digest is the SHA-256 over its text, in which a random salt stands, so that who reads digests learns nothing of lines that are kept from
-- it, not even that there are any; and the digest of the proof before, so that a stamp on one proves all before it. daily_*: the file of
-- the day's lines that the office may see, its hash and its detached signature; left_out: what was not in it, so that it can be made again.
-- issued_hash: over the day's issued papers; '' where there are none. nonce: of the request for the stamp.
CREATE TABLE proof (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, day TEXT NOT NULL, at INTEGER NOT NULL,
  audit_from INTEGER NOT NULL, audit_seq INTEGER NOT NULL, audit_hash TEXT NOT NULL,
  ledger_from INTEGER NOT NULL, ledger_seq INTEGER NOT NULL, ledger_hash TEXT NOT NULL,
  daily_before TEXT NOT NULL, daily_hash TEXT NOT NULL, daily_signature TEXT NOT NULL, daily_key TEXT NOT NULL,
  left_out TEXT NOT NULL CHECK (json_valid(left_out)), issued_hash TEXT NOT NULL, salt TEXT NOT NULL, before TEXT NOT NULL, digest TEXT NOT NULL UNIQUE,
  nonce TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX proof_day ON proof (day) WHERE day <> '';
-- The reply of the time-stamping authority as it came (RFC 3161), with the certificates that it was verified with. by_file: it came as a file.
CREATE TABLE proof_stamp (
  proof_id TEXT PRIMARY KEY REFERENCES proof(id), reply BLOB NOT NULL, at INTEGER NOT NULL, serial TEXT NOT NULL, policy TEXT NOT NULL,
  authority TEXT NOT NULL, trusted TEXT NOT NULL, by_file INTEGER NOT NULL CHECK (by_file IN (0, 1)), creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
-- How far events went to the network's SIEM: seq is the last line of the chain that it took or that is not for it, sent the number of the last event.
CREATE TABLE siem_cursor (
  chain TEXT PRIMARY KEY CHECK (chain IN ('audit', 'ledger')), stream TEXT NOT NULL, seq INTEGER NOT NULL, sent INTEGER NOT NULL, at INTEGER
) STRICT, WITHOUT ROWID;
-- What went wrong last when another machine or a folder was needed; error '' is nothing. next: not tried again before.
CREATE TABLE proof_state (
  name TEXT PRIMARY KEY CHECK (name IN ('stamp', 'folder', 'siem')), error TEXT NOT NULL, tries INTEGER NOT NULL, at INTEGER NOT NULL, next INTEGER
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER proof_is_append_only BEFORE UPDATE ON proof BEGIN SELECT RAISE(ABORT, 'a proof is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stays BEFORE DELETE ON proof BEGIN SELECT RAISE(ABORT, 'a proof is not deleted'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stamp_is_append_only BEFORE UPDATE ON proof_stamp BEGIN SELECT RAISE(ABORT, 'a stamp is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stamp_stays BEFORE DELETE ON proof_stamp BEGIN SELECT RAISE(ABORT, 'a stamp is not deleted'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
