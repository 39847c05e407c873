-- +goose Up
-- How the user of a session proved again who he is (store.Method…), '' where he has not since he signed in; and on each line of the logs how the
-- user of its session had done so last. A line of before this step, of a mailed link or of a job has none, and hashes as it did.
ALTER TABLE session ADD COLUMN proven_by TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN method TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
