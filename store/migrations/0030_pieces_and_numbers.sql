-- +goose Up
-- An import is carried out in pieces, so that nobody waits for the one writer until its last row is written: state
-- 'applying' from the first piece, which is the decision, to the last. written_to is the row up to which it is written,
-- by number, written_count how many these are. What of it is left nobody else may write (store/company_import_claim.go).
ALTER TABLE company_import ADD COLUMN written_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_import ADD COLUMN written_count INTEGER NOT NULL DEFAULT 0;

-- A case number in a mail, on a paper or in the ledger is a letter and the last eight characters of an id. Whoever types it
-- into the search box finds the row by these. The parties stand in the index too: whose row it is, is compared before
-- the row itself is read, so a number of somebody else's negotiation costs what a number costs that nobody has.
CREATE INDEX listing_number ON listing(substr(id, -8));
CREATE INDEX negotiation_number ON negotiation(substr(id, -8), bf_id, sf_id, buyer_company_id);
CREATE INDEX account_request_number ON account_request(substr(id, -8));
CREATE INDEX inquiry_number ON inquiry(substr(id, -8));

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
