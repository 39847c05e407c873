-- +goose Up
-- What SF computes of a listing's price for itself (簡易株価, papers.md 2), in versions: content is the JSON of the inputs as they were typed.
-- What they come to is computed anew from them. A secret of the desk that wrote it: it stays with the institution, not with the listing.
CREATE TABLE valuation (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  version INTEGER NOT NULL CHECK (version > 0), content TEXT NOT NULL CHECK (json_valid(content)), creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (listing_id, institution_id, version)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER valuation_is_append_only BEFORE UPDATE ON valuation
WHEN (OLD.id, OLD.listing_id, OLD.content, OLD.creator, OLD.created) IS NOT (NEW.id, NEW.listing_id, NEW.content, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a valuation is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER valuation_stays BEFORE DELETE ON valuation BEGIN
  SELECT RAISE(ABORT, 'a valuation is not deleted');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
