-- +goose Up
-- Passkeys (WebAuthn Level 3): keys of a device with which a user signs in without a password. host is the relying party for which one was
-- made: at another host it opens nothing and counts for nothing. sign_count is the device's own counter, 0 where it keeps none; is_syncable
-- stays as it was at registration (backup eligible), is_synced is as the device last said.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES user(id), host TEXT NOT NULL CHECK (host <> ''),
  credential_id BLOB NOT NULL UNIQUE, public_key BLOB NOT NULL, sign_count INTEGER NOT NULL CHECK (sign_count >= 0),
  is_syncable INTEGER NOT NULL, is_synced INTEGER NOT NULL, transports TEXT NOT NULL, name TEXT NOT NULL CHECK (name <> ''),
  created INTEGER NOT NULL, last_used INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_user ON passkey(user_id);

-- What a device is asked to sign, by its hash: once, for one door and purpose (store.Passkey…), and except for signing in for one session.
CREATE TABLE passkey_challenge (
  hash TEXT PRIMARY KEY, aud TEXT NOT NULL, purpose TEXT NOT NULL, session_id TEXT NOT NULL, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenge_expires ON passkey_challenge(expires);

-- Which passkey opened a session: it ends with it.
ALTER TABLE session ADD COLUMN passkey_id TEXT NOT NULL DEFAULT '';

-- The institution's users of the platform must have a passkey, and sign in with it.
ALTER TABLE institution ADD COLUMN is_passkey_demanded INTEGER NOT NULL DEFAULT 0;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
