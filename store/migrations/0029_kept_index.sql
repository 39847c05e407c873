-- +goose Up
-- The index in memory is kept in a file beside the database, so that a start need not build it. search_kept
-- says which file is the last one, by its random key, and of which search_version; without a file the key is
-- empty. While its row is there, search_log has what every commit after n has changed of what the index holds:
-- by that the file is caught up. Who writes without logging takes the row away, and the file is worth nothing.
CREATE TABLE search_kept (one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL, n INTEGER NOT NULL, saved INTEGER NOT NULL) STRICT;
CREATE TABLE search_log (seq INTEGER PRIMARY KEY, n INTEGER NOT NULL, kind INTEGER NOT NULL, id TEXT NOT NULL) STRICT;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
