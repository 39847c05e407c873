-- +goose Up
-- The network's logo, drawn anew from what was uploaded; no row is none.
CREATE TABLE network_logo (
  id INTEGER PRIMARY KEY CHECK (id = 1), picture BLOB NOT NULL, hash TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
-- The match score's weights by version (domain 8). Version 1 is the table that the platform brings along and has no row.
CREATE TABLE score_weight (
  version INTEGER NOT NULL CHECK (version > 1), item TEXT NOT NULL, weight INTEGER NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (version, item)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
