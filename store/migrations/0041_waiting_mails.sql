-- +goose Up
-- Waiting mails of a user: what disables a company, stops an institution or takes a person out of its deals withdraws them, and a network of
-- a country's size has tens of thousands waiting where no mail server is set.
CREATE INDEX outbox_waiting_user ON outbox(user_id) WHERE state = 0;
-- Mails about a subject, with or without their kind and address: one index serves both.
CREATE INDEX outbox_subject ON outbox(subject_id, kind, address, created);
DROP INDEX outbox_thread;

-- A notice is mailed in pieces, so that nobody's write waits for a mail to each of forty thousand users: the number of the last user whom it
-- has come to so far, and to how many it was mailed. mailed_at is set when all have been looked at.
ALTER TABLE topic ADD COLUMN mailed_upto INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN mailed_count INTEGER NOT NULL DEFAULT 0;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
