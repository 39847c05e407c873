-- +goose Up
-- How a session was opened (store.Method…), and when its user last proved who he is beyond the token of it: deeds of consequence ask for a
-- fresh proof (signin). A session of before this step has neither, and is asked.
ALTER TABLE session ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN proven INTEGER;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
