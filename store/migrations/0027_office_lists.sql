-- +goose Up
-- What the office looks at by itself is found without the wide rows beside it: the few mails that still
-- have a text, among all that were ever sent, and listings by the title that was published.
CREATE INDEX outbox_kept ON outbox(created) WHERE body IS NOT NULL;
CREATE INDEX listing_content_title ON listing_content(listing_id, business_name) WHERE side = 2;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
