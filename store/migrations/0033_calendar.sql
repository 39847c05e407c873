-- +goose Up
-- Step 0032 gave a listing columns, which a card holds: the cards of an earlier program are read over, and its listings from the
-- tables, until each is made anew.
INSERT OR IGNORE INTO card_due SELECT 2, k.seq FROM listing_card k;

-- A user's calendar program reads his dates under a secret address, without signing in. One a user; it ends with his sessions.
CREATE TABLE calendar_feed (
  user_id TEXT PRIMARY KEY REFERENCES user(id), key_hash TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, last_read INTEGER
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
