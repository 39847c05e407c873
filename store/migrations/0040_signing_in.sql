-- +goose Up
-- How a session was opened (store.Method…), and when its user last proved who he is beyond the token of it: deeds of consequence ask for a
-- fresh proof (signin). A session of before this step has neither, and is asked.
ALTER TABLE session ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN proven INTEGER;

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

-- An institution's own directory (OpenID Connect), by which its people sign in. A row is a version of the setting: one at most is in force
-- (state 4) and one at most on its way (1 draft, 2 tried, 3 sent to the office, 5 sent back). The client's secret is sealed with the key file.
CREATE TABLE directory (
  id TEXT PRIMARY KEY, institution_id TEXT NOT NULL, state INTEGER NOT NULL, version INTEGER NOT NULL, issuer TEXT NOT NULL,
  client_id TEXT NOT NULL, client_secret BLOB NOT NULL, acr TEXT NOT NULL DEFAULT '[]', amr TEXT NOT NULL DEFAULT '[]',
  group_claim TEXT NOT NULL DEFAULT '', group_values TEXT NOT NULL DEFAULT '[]', domains TEXT NOT NULL DEFAULT '[]',
  forbids_passwords INTEGER NOT NULL DEFAULT 0, emergency_user_id TEXT NOT NULL DEFAULT '', tried INTEGER, tried_by TEXT NOT NULL DEFAULT '',
  sent INTEGER, sent_by TEXT NOT NULL DEFAULT '', decided INTEGER, decided_by TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '',
  ended INTEGER, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX directory_in_force ON directory(institution_id) WHERE state = 4;
CREATE UNIQUE INDEX directory_on_its_way ON directory(institution_id) WHERE state IN (1, 2, 3, 5);
-- The mail domains whose login IDs lead to a directory in force: each leads to one.
CREATE TABLE directory_domain (
  domain TEXT PRIMARY KEY, directory_id TEXT NOT NULL REFERENCES directory(id)
) STRICT, WITHOUT ROWID;
-- Who of the directory is which user: never by mail address. One of the directory is one user of the institution.
CREATE TABLE directory_binding (
  user_id TEXT PRIMARY KEY REFERENCES user(id), institution_id TEXT NOT NULL, issuer TEXT NOT NULL, subject TEXT NOT NULL,
  created INTEGER NOT NULL, UNIQUE (institution_id, issuer, subject)
) STRICT, WITHOUT ROWID;
-- Which session of the directory opened a session here, so that its log-out ends it.
CREATE TABLE directory_session (
  session_id TEXT PRIMARY KEY REFERENCES session(id) ON DELETE CASCADE, directory_id TEXT NOT NULL REFERENCES directory(id),
  issuer TEXT NOT NULL, subject TEXT NOT NULL, sid TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX directory_session_subject ON directory_session(issuer, subject);
CREATE INDEX directory_session_directory ON directory_session(directory_id);
-- What is good for once: states of requests, and log-out tokens by their jti. Kept as long as it could come again.
CREATE TABLE directory_used (
  hash TEXT PRIMARY KEY, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How the user of a session proved again who he is (store.Method…), '' where he has not since he signed in; and on each line of the logs how the
-- user of its session had done so last. A line of before this step, of a mailed link or of a job has none, and hashes as it did.
ALTER TABLE session ADD COLUMN proven_by TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN method TEXT NOT NULL DEFAULT '';

-- The searchable text of a listing names its classes, its place and what else was chosen behind what was written of it. What a word is
-- widened by must stand in what was written alone, so a line break parts the two from now on (words.Aside). Published ones are indexed anew:
-- the trigger listing_words_changed says so.
UPDATE listing_content SET free_text_folded = apart(free_text_folded, business_name, description);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
