-- +goose Up
-- A text with a name that its reader may not know yet does not leave: it waits for a second pair of eyes (domain.md 0.7).
-- state 0 waiting, 1 sent back, 2 sent. message_type 0 is an offer to company_ids (JSON), as its writer named them.
-- What was sent stands in message or negotiation; body and file are here only until then.
CREATE TABLE held_text (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL DEFAULT 0, institution_id TEXT NOT NULL REFERENCES institution(id),
  listing_id TEXT NOT NULL REFERENCES listing(id), negotiation_id TEXT NOT NULL DEFAULT '', message_type INTEGER NOT NULL, originator_type INTEGER NOT NULL, company_ids TEXT NOT NULL DEFAULT '[]',
  body TEXT NOT NULL, file_id TEXT REFERENCES file(id), user_id TEXT NOT NULL, held INTEGER NOT NULL,
  decided_by TEXT NOT NULL DEFAULT '', decided INTEGER, reason TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX held_text_open ON held_text(institution_id, listing_id) WHERE state IN (0, 1);
CREATE INDEX held_text_negotiation ON held_text(negotiation_id);

-- What the seller's bank tells the owner of a refusal that the owner was not asked about (domain.md 0.12).
ALTER TABLE negotiation_history ADD COLUMN owner_reason TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
