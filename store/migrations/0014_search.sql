-- +goose Up
-- Which edition of what can be searched a snapshot holds: every write that changes some of it
-- counts on. By it a reader finds the index in memory that tells exactly what its snapshot does.
CREATE TABLE search_version (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT;
INSERT INTO search_version VALUES (1, 0);

-- +goose Down
DROP TABLE search_version;
