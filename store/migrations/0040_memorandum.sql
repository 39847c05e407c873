-- +goose Up
-- 企業概要書 as the seller's bank works on it (papers.md 2): one of a listing and of an institution; in another institution's charge the listing begins
-- without. revision counts what was saved. content: sections, periods and which pictures stand where (app/memorandum). The picture's file is drawn
-- anew from its pixels, without what the camera wrote into it.
CREATE TABLE memorandum (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  revision INTEGER NOT NULL CHECK (revision > 0), content TEXT NOT NULL CHECK (json_valid(content)), creator TEXT NOT NULL, created INTEGER NOT NULL,
  modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX memorandum_listing ON memorandum(listing_id, institution_id);
CREATE TABLE memorandum_picture (
  id TEXT PRIMARY KEY, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  file_id TEXT NOT NULL REFERENCES file(id), source TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX memorandum_picture_listing ON memorandum_picture(listing_id, institution_id);
CREATE INDEX memorandum_picture_file ON memorandum_picture(file_id);
-- What was added to the listing's documents: for each level the document, and a hash of what its newest edition was made from.
CREATE TABLE memorandum_given (
  listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id), level INTEGER NOT NULL CHECK (level BETWEEN 2 AND 4),
  document_id TEXT NOT NULL REFERENCES document(id), revision INTEGER NOT NULL, source TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (listing_id, institution_id, level)
) STRICT, WITHOUT ROWID;
-- A request that was let in before a merger and writes after it must not leave a row that nobody reads any more.
-- +goose StatementBegin
CREATE TRIGGER merged_memorandum BEFORE INSERT ON memorandum WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_memorandum_picture BEFORE INSERT ON memorandum_picture WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND
  i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
