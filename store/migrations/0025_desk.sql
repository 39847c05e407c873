-- +goose Up
-- What waits for a bank is asked for on its first screen and in every menu: it is found by what waits,
-- not by reading all that the bank has.

-- The unread messages of each side (channels 1 and 2): as message and message_read say it, kept by them.
-- The owner is who reads for the side: f the buyer's bank, s the seller's, b the buyer.
CREATE TABLE message_unread (
  message_seq INTEGER NOT NULL, side TEXT NOT NULL, owner_id TEXT NOT NULL, negotiation_id TEXT NOT NULL, PRIMARY KEY (message_seq, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_unread_owner ON message_unread(owner_id, side, negotiation_id);
-- +goose StatementBegin
CREATE TRIGGER message_unread_new AFTER INSERT ON message WHEN NEW.message_type IN (1, 2) BEGIN
  INSERT INTO message_unread SELECT NEW.seq, 'b', n.buyer_company_id, n.id FROM negotiation n WHERE n.id = NEW.negotiation_id AND NEW.message_type = 1 AND NEW.originator_type <> 1
    UNION ALL SELECT NEW.seq, 'f', n.bf_id, n.id FROM negotiation n WHERE n.id = NEW.negotiation_id AND NEW.originator_type <> 2
    UNION ALL SELECT NEW.seq, 's', n.sf_id, n.id FROM negotiation n WHERE n.id = NEW.negotiation_id AND NEW.message_type = 2 AND NEW.originator_type <> 3;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER message_unread_read AFTER INSERT ON message_read BEGIN
  DELETE FROM message_unread WHERE side = NEW.side AND message_seq = (SELECT seq FROM message WHERE id = NEW.message_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER message_unread_gone AFTER DELETE ON message BEGIN
  DELETE FROM message_unread WHERE message_seq = OLD.seq;
END;
-- +goose StatementEnd
-- The readers change with the charge.
-- +goose StatementBegin
CREATE TRIGGER message_unread_charge AFTER UPDATE OF bf_id, sf_id ON negotiation WHEN OLD.bf_id <> NEW.bf_id OR OLD.sf_id <> NEW.sf_id BEGIN
  UPDATE message_unread SET owner_id = NEW.bf_id WHERE owner_id = OLD.bf_id AND side = 'f' AND negotiation_id = NEW.id;
  UPDATE message_unread SET owner_id = NEW.sf_id WHERE owner_id = OLD.sf_id AND side = 's' AND negotiation_id = NEW.id;
END;
-- +goose StatementEnd
INSERT INTO message_unread
  SELECT m.seq, 'b', n.buyer_company_id, n.id FROM message m JOIN negotiation n ON n.id = m.negotiation_id WHERE m.message_type = 1 AND m.originator_type <> 1
    AND NOT EXISTS (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.side = 'b')
  UNION ALL SELECT m.seq, 'f', n.bf_id, n.id FROM message m JOIN negotiation n ON n.id = m.negotiation_id WHERE m.message_type IN (1, 2) AND m.originator_type <> 2
    AND NOT EXISTS (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.side = 'f')
  UNION ALL SELECT m.seq, 's', n.sf_id, n.id FROM message m JOIN negotiation n ON n.id = m.negotiation_id WHERE m.message_type = 2 AND m.originator_type <> 3
    AND NOT EXISTS (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.side = 's');

-- The negotiations in which something may wait, whatever the day: the store asks with the same words.
CREATE INDEX negotiation_waits_bf ON negotiation(bf_id) WHERE (offer_send_status = 1 AND status IN (0, 9) OR interest_status = 2 AND status = 0 OR status = 2 OR status = 4 AND contract_proposed_by <> ''
  OR status = 9 AND (ended_from > 0 AND is_disposal_done = 0 OR reopen_asked_at IS NOT NULL) OR next_action_bf <> '');
CREATE INDEX negotiation_waits_sf ON negotiation(sf_id) WHERE (status = 2 OR status = 4 AND contract_proposed_by <> '' OR status = 9 AND reopen_asked_at IS NOT NULL OR next_action_sf <> '');
-- What SF's lists and counts go by, and whether SF knows of the row at all.
DROP INDEX negotiation_sf;
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, status_at, bf_id, started_at, offered_at, reopen_asked_at, ended_from);

CREATE INDEX paper_waiting ON paper(institution_id, kind, subject_id) WHERE confirmed IS NULL AND cancelled IS NULL;
CREATE INDEX listing_pending ON listing(institution_id) WHERE is_pending = 1;
CREATE INDEX listing_content_due ON listing_content(listing_id, due_date, start_date, business_name) WHERE side = 1;
CREATE INDEX company_trial ON company(institution_id, trial_until) WHERE is_trial = 1;
CREATE INDEX user_waiting ON user(client_id) WHERE role = 2 AND client_type = 1 AND status = 1 AND regist_type = 1 AND password_hash = '';

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
