-- +goose Up
-- Step 0032 gave a listing columns, which a card holds: the cards of an earlier program are read over, and its listings from the
-- tables, until each is made anew.
INSERT OR IGNORE INTO card_due SELECT 2, k.seq FROM listing_card k;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
