-- +goose Up
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

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
