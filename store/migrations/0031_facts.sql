-- +goose Up
-- What the banks of a negotiation agree on, 意向表明 to クロージング完了, is in force once the other side has
-- confirmed it. What stands in milestone is in force; who recorded it alone until now has agreed.
ALTER TABLE milestone ADD COLUMN is_skipped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE milestone ADD COLUMN confirmer TEXT NOT NULL DEFAULT '';
ALTER TABLE milestone ADD COLUMN confirmed INTEGER;
-- What one side (bf, sf) recorded and the other has yet to confirm, or has sent back. A change has an id of its own:
-- who confirms names what was seen.
CREATE TABLE milestone_proposal (
  negotiation_id TEXT NOT NULL REFERENCES negotiation(id), kind INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, date TEXT NOT NULL DEFAULT '', amount INTEGER, until TEXT NOT NULL DEFAULT '',
  is_skipped INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', side TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  returned INTEGER, returner TEXT NOT NULL DEFAULT '', return_reason TEXT NOT NULL DEFAULT '', PRIMARY KEY (negotiation_id, kind)
) STRICT, WITHOUT ROWID;
ALTER TABLE negotiation_history ADD COLUMN old_value TEXT NOT NULL DEFAULT '';
ALTER TABLE negotiation_history ADD COLUMN new_value TEXT NOT NULL DEFAULT '';

-- Which sides have something to confirm ('bf', 'sf', 'bfsf'), and until when a signed deal is to be closed ('' once it is).
ALTER TABLE negotiation ADD COLUMN fact_waiting_for TEXT NOT NULL DEFAULT '';
ALTER TABLE negotiation ADD COLUMN closing_due TEXT NOT NULL DEFAULT '';

-- A signed deal whose day of closing is over counts as closed on that day: so it was recorded until now.
INSERT INTO milestone (negotiation_id, kind, date, side, creator, created, modified)
  SELECT m.negotiation_id, 8, m.date, m.side, m.creator, m.modified, m.modified FROM milestone m JOIN negotiation n ON n.id = m.negotiation_id
  WHERE n.status = 5 AND m.kind = 7 AND m.date <= date('now', '+9 hours');
UPDATE negotiation SET closing_due = coalesce((SELECT m.date FROM milestone m WHERE m.negotiation_id = negotiation.id AND m.kind = 7), '')
  WHERE status = 5 AND NOT EXISTS (SELECT 1 FROM milestone m WHERE m.negotiation_id = negotiation.id AND m.kind = 8);

DROP INDEX negotiation_waits_bf;
DROP INDEX negotiation_waits_sf;
CREATE INDEX negotiation_waits_bf ON negotiation(bf_id) WHERE (offer_send_status = 1 AND status IN (0, 9) OR interest_status = 2 AND status = 0 OR status = 2 OR status = 4 AND contract_proposed_by <> ''
  OR fact_waiting_for <> '' OR closing_due <> '' OR status = 9 AND (ended_from > 0 AND is_disposal_done = 0 OR reopen_asked_at IS NOT NULL) OR next_action_bf <> '');
CREATE INDEX negotiation_waits_sf ON negotiation(sf_id) WHERE (status = 2 OR status = 4 AND contract_proposed_by <> '' OR fact_waiting_for <> '' OR closing_due <> ''
  OR status = 9 AND reopen_asked_at IS NOT NULL OR next_action_sf <> '');

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
