-- +goose Up
-- The second step of signing in: a code of an app on one's telephone. secret and pending are
-- sealed with the key file; pending waits for its first code. last_step is the newest time step
-- whose code was taken: no code opens twice.
CREATE TABLE second_step (
  user_id TEXT PRIMARY KEY REFERENCES user(id), secret BLOB, pending BLOB, enabled INTEGER, last_step INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
-- For the day on which the telephone is lost: each is good for once.
CREATE TABLE recovery_code (
  user_id TEXT NOT NULL REFERENCES user(id), hash TEXT NOT NULL, used INTEGER, PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;
-- The password was right and the code is still to come.
CREATE TABLE sign_in_ticket (
  hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES user(id), aud TEXT NOT NULL, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_ticket_user ON sign_in_ticket(user_id);
-- A browser that gave a code and asked to be remembered.
CREATE TABLE trusted_device (
  id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES user(id), user_agent TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL, last_seen INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX trusted_device_user ON trusted_device(user_id);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
