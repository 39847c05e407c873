-- +goose Up
-- A row is the buyer's from the first thing on it that the buyer may see (domain.md 0.9): an offer that
-- waits for the buyer's bank, and one that it declined, never was for the buyer.
ALTER TABLE negotiation ADD COLUMN buyer_since INTEGER;
UPDATE negotiation SET buyer_since = coalesce((
    SELECT min(h.at) FROM negotiation_history h WHERE h.negotiation_id = negotiation.id AND (h.event IN
      ('interest', 'not_interested', 'clear_interest', 'start', 'consent', 'realname_consent', 'request_realname', 'reopen_ask', 'offer_forward', 'offer_open')
      OR h.event = 'offer_send' AND negotiation.bf_id = negotiation.sf_id)), created)
  WHERE status BETWEEN 1 AND 5 OR started_at IS NOT NULL OR interest_status <> 0 OR interest_at IS NOT NULL OR is_consent = 1 OR offer_send_status IN (2, 3)
    OR EXISTS (SELECT 1 FROM negotiation_history h WHERE h.negotiation_id = negotiation.id AND (h.event IN
      ('interest', 'not_interested', 'clear_interest', 'start', 'consent', 'reopen_ask', 'offer_forward', 'offer_open')
      OR h.event = 'offer_send' AND negotiation.bf_id = negotiation.sf_id))
    OR EXISTS (SELECT 1 FROM message m WHERE m.negotiation_id = negotiation.id AND m.message_type = 1);

-- What is open for a company that is out of use already, and for its users, ends with this version.
UPDATE session SET revoked = unixepoch() * 1000, revoke_reason = 'company disabled' WHERE revoked IS NULL AND user_id IN (
  SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2);
UPDATE link_key SET revoked = unixepoch() * 1000, revoke_reason = 'company disabled' WHERE used IS NULL AND revoked IS NULL AND (
  kind = 'password' AND subject_id IN (SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2)
  OR kind = 'registration' AND subject_id IN (SELECT id FROM company WHERE status = 2));
UPDATE outbox SET state = 2, body = NULL, error = '宛先の企業または金融機関が利用できなくなったため、送信を取りやめました。' WHERE state = 0 AND user_id IN (
  SELECT u.id FROM user u JOIN company c ON c.id = u.client_id WHERE u.client_type IN (1, 2) AND c.status = 2);
UPDATE negotiation SET interest_status = 0 WHERE status = 0 AND interest_status = 2 AND buyer_company_id IN (SELECT id FROM company WHERE status = 2);
UPDATE negotiation SET offer_send_status = 8 WHERE offer_send_status = 1 AND buyer_company_id IN (SELECT id FROM company WHERE status = 2);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
