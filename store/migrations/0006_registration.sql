-- +goose Up
-- A buyer's registration by its key (domain.md 6): what it entered, beside what was known before,
-- with the terms and the declaration it accepted. Each return by the bank is answered by a new row.
-- known and entered are JSON; decision '' waits, 'approved', 'returned', or 'replaced' where the
-- bank saved the details itself.
CREATE TABLE registration (
  id TEXT PRIMARY KEY, company_id TEXT NOT NULL REFERENCES company(id), user_id TEXT NOT NULL REFERENCES user(id), submitted INTEGER NOT NULL,
  known TEXT NOT NULL, entered TEXT NOT NULL,
  terms_version INTEGER NOT NULL, terms_hash TEXT NOT NULL, declaration_version INTEGER NOT NULL, declaration_hash TEXT NOT NULL, ip TEXT NOT NULL DEFAULT '',
  decision TEXT NOT NULL DEFAULT '', comment TEXT NOT NULL DEFAULT '', decided INTEGER, decided_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX registration_company ON registration(company_id, submitted);
CREATE UNIQUE INDEX registration_waiting ON registration(company_id) WHERE decision = '';

-- +goose Down
DROP TABLE registration;
