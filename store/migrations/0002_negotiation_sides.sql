-- +goose Up
-- What one side of a negotiation does unseen must not show to another by a version or a time that
-- moves: each side has a version of its own, and the time that BF's list goes by is BF's. The
-- row's version guards the write itself and leaves the house no more.
ALTER TABLE negotiation ADD COLUMN version_buyer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE negotiation ADD COLUMN version_bf INTEGER NOT NULL DEFAULT 0;
ALTER TABLE negotiation ADD COLUMN version_sf INTEGER NOT NULL DEFAULT 0;
ALTER TABLE negotiation ADD COLUMN bf_modified INTEGER;
UPDATE negotiation SET version_buyer = version, version_bf = version, version_sf = version, bf_modified = modified;
DROP INDEX negotiation_bf;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, bf_modified DESC);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
