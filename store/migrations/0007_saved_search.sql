-- +goose Up
-- A saved search is chosen by its name, so a name is there once; it knows when it was last used,
-- so that what is new since then can be counted.
DROP INDEX saved_search_user;
ALTER TABLE saved_search ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE saved_search ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX saved_search_name ON saved_search(user_id, screen, name);
