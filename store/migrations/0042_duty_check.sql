-- +goose Up
-- 点検表 asks of all of a bank's sides whose they are, when they began and what the owner said, without a row of the table.
DROP INDEX negotiation_bf;
DROP INDEX negotiation_sf;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, bf_modified DESC, is_note, started_at, sf_id);
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, status_at, bf_id, started_at, offered_at, reopen_asked_at, ended_from, is_note, seller_approval_status);
