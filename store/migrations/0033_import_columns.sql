-- +goose Up
-- A bank's own files have headings of their own. What one of them means, its user says once on the import's screen; from
-- then on each file of the institution is read so. A heading may fill several columns (a representative who is the person
-- in charge, too). unit: in what the amounts of the column are, '' where they are in 千円 or no amounts.
CREATE TABLE company_import_column (
  institution_id TEXT NOT NULL REFERENCES institution(id), kind INTEGER NOT NULL CHECK (kind IN (1,2)), header TEXT NOT NULL, column_name TEXT NOT NULL,
  unit TEXT NOT NULL DEFAULT '', user_id TEXT NOT NULL REFERENCES user(id), modified INTEGER NOT NULL,
  PRIMARY KEY (institution_id, kind, header, column_name)
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
