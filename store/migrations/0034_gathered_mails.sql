-- +goose Up
-- Mails about one negotiation to one receiver wait for each other and arrive as one (domain.md 7): what such a mail
-- lists, as long as it waits, so that the next one can be added to it.
ALTER TABLE outbox ADD COLUMN gathered TEXT NOT NULL DEFAULT '';
CREATE INDEX outbox_gathering ON outbox(address, subject_id) WHERE state = 0 AND gathered <> '';
-- A saved search can mail what is new: how often (0 never, 1 daily, 2 weekly), and up to when its user was told.
ALTER TABLE saved_search ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;
ALTER TABLE saved_search ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX saved_search_notice ON saved_search(notice, user_id) WHERE notice <> 0;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
