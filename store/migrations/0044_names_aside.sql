-- +goose Up
-- The searchable text of a listing names its classes, its place and what else was chosen behind what was written of it. What a word is
-- widened by must stand in what was written alone, so a line break parts the two from now on (words.Aside). Published ones are indexed anew:
-- the trigger listing_words_changed says so.
UPDATE listing_content SET free_text_folded = apart(free_text_folded, business_name, description);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
