-- +goose Up
-- What the office opened of one listing or one negotiation, why and for how long (domain.md 9, last
-- paragraph). A row without `opened` waits for a second user of the office. What was read stands in
-- the audit log and, where it is a seller's, in the disclosure ledger.
CREATE TABLE break_glass (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, listing_id TEXT NOT NULL REFERENCES listing(id), negotiation_id TEXT REFERENCES negotiation(id),
  ground INTEGER NOT NULL, reason TEXT NOT NULL, minutes INTEGER NOT NULL,
  requested_by TEXT NOT NULL REFERENCES user(id), requested INTEGER NOT NULL, confirmed_by TEXT REFERENCES user(id), opened INTEGER, expires INTEGER,
  closed_by TEXT REFERENCES user(id), closed INTEGER
) STRICT;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
