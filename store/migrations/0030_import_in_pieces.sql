-- +goose Up
-- An import is carried out in pieces, so that nobody waits for the one writer until its last row is written: state
-- 'applying' from the first piece, which is the decision, to the last. written_to is the row up to which it is written,
-- by number, written_count how many these are. What of it is left nobody else may write (store/company_import_claim.go).
ALTER TABLE company_import ADD COLUMN written_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_import ADD COLUMN written_count INTEGER NOT NULL DEFAULT 0;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
