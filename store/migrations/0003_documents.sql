-- +goose Up
-- Documents of a listing (domain.md 3.5): what kind they are, which edition is shown, and until
-- when a buyer may open one. A grant is for the document, not for one edition of it.
ALTER TABLE document ADD COLUMN kind INTEGER NOT NULL DEFAULT 99;
ALTER TABLE document ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
ALTER TABLE document ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE document ADD COLUMN modifier TEXT;
ALTER TABLE document ADD COLUMN modified INTEGER NOT NULL DEFAULT 0;
CREATE INDEX document_listing ON document(listing_id);

-- Every file that a document ever showed: a line of the ledger names the file that was opened.
CREATE TABLE document_edition (
  document_id TEXT NOT NULL REFERENCES document(id), edition INTEGER NOT NULL, file_id TEXT NOT NULL UNIQUE REFERENCES file(id),
  creator TEXT, created INTEGER NOT NULL, PRIMARY KEY (document_id, edition)
) STRICT, WITHOUT ROWID;

ALTER TABLE document_grant ADD COLUMN until TEXT NOT NULL DEFAULT '';
CREATE INDEX document_grant_buyer ON document_grant(buyer_company_id, document_id);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
