-- +goose Up
-- An offer to a buyer whose running negotiation the seller's bank sees only anonymously stands in a row
-- of its own, beside the negotiation's: the seller's bank must not learn by it that the two buyers are
-- one. It is seen by nobody else, and joins the negotiation once that opens the name.
ALTER TABLE negotiation ADD COLUMN is_note INTEGER NOT NULL DEFAULT 0;
-- So a listing and a buyer may have two rows. The constraint of the table becomes an index of its own,
-- which stays where it is; building the table anew would have to name all columns of all other steps.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, ',
  UNIQUE (listing_id, buyer_company_id)', '') WHERE type = 'table' AND name = 'negotiation';
UPDATE sqlite_master SET name = 'negotiation_pair', sql = 'CREATE UNIQUE INDEX negotiation_pair ON negotiation(listing_id, buyer_company_id)'
  WHERE type = 'index' AND name = 'sqlite_autoindex_negotiation_2' AND tbl_name = 'negotiation';
PRAGMA writable_schema = RESET;
DROP INDEX negotiation_pair;
CREATE UNIQUE INDEX negotiation_pair ON negotiation(listing_id, buyer_company_id, is_note);
-- What the banks' lists and counts go by.
DROP INDEX negotiation_bf;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, bf_modified DESC, is_note);
DROP INDEX negotiation_sf;
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, status_at, bf_id, started_at, offered_at, reopen_asked_at, ended_from, is_note);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
