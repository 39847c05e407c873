-- +goose Up
-- What a form made, by the random key that the form sent with it: sent again because the answer
-- got lost, it is the same thing and not a second one. A key is the user's own.
CREATE TABLE form_request (
  user_id TEXT NOT NULL REFERENCES user(id), request_key TEXT NOT NULL, subject_id TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (user_id, request_key)
) STRICT, WITHOUT ROWID;
