-- +goose Up
-- What an institution's administrator says of who explains to its customers, and its fee tables (compliance.md 3): its own, and append-only.
-- A newer version is a new row, so that what was recorded with an older one keeps naming it.
-- since: the month (YYYY-MM) since when somebody does this work, so that his years of it need no yearly edit; '' where nobody said it.
CREATE TABLE adviser_profile (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL REFERENCES institution(id), user_id TEXT NOT NULL REFERENCES user(id),
  version INTEGER NOT NULL CHECK (version > 0), qualification TEXT NOT NULL, registration_number TEXT NOT NULL, since TEXT NOT NULL,
  deal_count INTEGER CHECK (deal_count >= 0), training TEXT NOT NULL, trained_on TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (user_id, version)
) STRICT;
CREATE INDEX adviser_profile_institution ON adviser_profile(institution_id, user_id, version);
-- A version of a fee table. table_id is the same for all versions of one; origin_id is the institution that wrote the version, also after a
-- merger. steps: JSON array of {upTo, rate}: up to so many 千円, at so many 0.01 %; upTo 0 is the last step, without an end. Amounts are 千円.
CREATE TABLE fee_table (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, table_id TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
  institution_id TEXT NOT NULL REFERENCES institution(id), origin_id TEXT NOT NULL REFERENCES institution(id), name TEXT NOT NULL,
  base INTEGER NOT NULL CHECK (base BETWEEN 1 AND 3), steps TEXT NOT NULL CHECK (json_valid(steps)), minimum INTEGER NOT NULL CHECK (minimum >= 0),
  retainer INTEGER NOT NULL CHECK (retainer >= 0), monthly INTEGER NOT NULL CHECK (monthly >= 0), interim INTEGER NOT NULL CHECK (interim >= 0),
  interim_share INTEGER NOT NULL CHECK (interim_share BETWEEN 0 AND 100), deducts_retainer INTEGER NOT NULL CHECK (deducts_retainer IN (0, 1)),
  deducts_interim INTEGER NOT NULL CHECK (deducts_interim IN (0, 1)), deducted_note TEXT NOT NULL, is_retired INTEGER NOT NULL CHECK (is_retired IN (0, 1)),
  hash TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (table_id, version)
) STRICT;
CREATE INDEX fee_table_institution ON fee_table(institution_id, table_id, version);

-- What was written is not changed; a merger alone says whose it is now.
-- +goose StatementBegin
CREATE TRIGGER adviser_profile_is_append_only BEFORE UPDATE ON adviser_profile
WHEN (OLD.id, OLD.user_id, OLD.version, OLD.qualification, OLD.registration_number, OLD.since, OLD.deal_count, OLD.training, OLD.trained_on, OLD.creator,
  OLD.created) IS NOT (NEW.id, NEW.user_id, NEW.version, NEW.qualification, NEW.registration_number, NEW.since, NEW.deal_count, NEW.training,
  NEW.trained_on, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a profile is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER fee_table_is_append_only BEFORE UPDATE ON fee_table
WHEN (OLD.id, OLD.table_id, OLD.version, OLD.origin_id, OLD.name, OLD.base, OLD.steps, OLD.minimum, OLD.retainer, OLD.monthly, OLD.interim,
  OLD.interim_share, OLD.deducts_retainer, OLD.deducts_interim, OLD.deducted_note, OLD.is_retired, OLD.hash, OLD.creator, OLD.created) IS NOT
  (NEW.id, NEW.table_id, NEW.version, NEW.origin_id, NEW.name, NEW.base, NEW.steps, NEW.minimum, NEW.retainer, NEW.monthly, NEW.interim,
  NEW.interim_share, NEW.deducts_retainer, NEW.deducts_interim, NEW.deducted_note, NEW.is_retired, NEW.hash, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a fee table is not changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
