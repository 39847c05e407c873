-- +goose Up
-- Groups of words that the office adds to the dictionary by which searches are widened (app/vocabulary). same, narrower: words separated by 、
-- as they were written; head_folded is the head in the form of searches, each once.
CREATE TABLE word_group (
  id TEXT PRIMARY KEY, version INTEGER NOT NULL CHECK (version > 0), head TEXT NOT NULL, head_folded TEXT NOT NULL UNIQUE CHECK (head_folded <> ''),
  same TEXT NOT NULL, narrower TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
