-- +goose Up
-- An inquiry is a thread: the office answers, the sender replies (domain.md 9). Its own text stays in its row. Status 2:
-- the office is at work on it. is_read: the sender has read all answers.
CREATE TABLE inquiry_message (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, inquiry_id TEXT NOT NULL REFERENCES inquiry(id), is_office INTEGER NOT NULL,
  user_id TEXT NOT NULL DEFAULT '', body TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX inquiry_message_thread ON inquiry_message(inquiry_id, seq);
ALTER TABLE inquiry ADD COLUMN is_read INTEGER NOT NULL DEFAULT 1;
CREATE INDEX inquiry_sender ON inquiry(user_id, seq) WHERE user_id IS NOT NULL;

-- A notice is for everybody (0), banks (1), buyers (2) or the users of one institution (3). One that is important (1)
-- stands on top until its reader closed it. It is mailed once at most, from the day on which it begins.
ALTER TABLE topic ADD COLUMN audience INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN institution_id TEXT NOT NULL DEFAULT '';
ALTER TABLE topic ADD COLUMN importance INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN is_mailed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN mailed_at INTEGER;
CREATE TABLE topic_closed (
  topic_id TEXT NOT NULL REFERENCES topic(id), user_id TEXT NOT NULL REFERENCES user(id), at INTEGER NOT NULL, PRIMARY KEY (topic_id, user_id)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
