-- +goose Up
-- A letter's link is printed by one person; who was shown the code that opens it is another (letter_by, code_by).
-- The link before its code was drawn has no passcode_hash, and opens nothing.
ALTER TABLE link_key ADD COLUMN letter_by TEXT NOT NULL DEFAULT '';
ALTER TABLE link_key ADD COLUMN code_by TEXT NOT NULL DEFAULT '';
ALTER TABLE link_key ADD COLUMN code_at INTEGER;

-- A first step of a new network that the office does without, and why. What is done is seen from the data.
CREATE TABLE first_step (
  step TEXT PRIMARY KEY, reason TEXT NOT NULL, dismissed_by TEXT NOT NULL, dismissed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
