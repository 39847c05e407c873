-- +goose Up
-- What was found of a company (反社照会, 買手調査, 特定事業者リスト照会) is kept for a time of its own after it ceased to count (compliance.md 2). Then what it
-- says, what it came to and its papers go; that somebody recorded it on that day stays, with its hash in the audit log. So does the random
-- part go with which the contents could be guessed by the hash.
ALTER TABLE duty ADD COLUMN erased INTEGER;
CREATE INDEX duty_kept ON duty(created) WHERE erased IS NULL;

-- +goose StatementBegin
DROP TRIGGER duty_is_append_only;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER duty_is_append_only BEFORE UPDATE ON duty
WHEN OLD.confirmed IS NOT NULL AND NEW.confirmed IS NOT OLD.confirmed
  OR (OLD.id, OLD.kind, OLD.record_kind, OLD.record_seq, OLD.performed_on, OLD.valid_until, OLD.hash, OLD.needs_second, OLD.creator, OLD.created)
    IS NOT (NEW.id, NEW.kind, NEW.record_kind, NEW.record_seq, NEW.performed_on, NEW.valid_until, NEW.hash, NEW.needs_second, NEW.creator,
    NEW.created)
  OR NEW.erased IS OLD.erased AND (OLD.result, OLD.content, OLD.salt) IS NOT (NEW.result, NEW.content, NEW.salt)
  OR NEW.erased IS NOT OLD.erased AND (OLD.erased IS NOT NULL OR NEW.erased IS NULL OR (NEW.result, NEW.content, NEW.salt) IS NOT (1, '{}', ''))
BEGIN
  SELECT RAISE(ABORT, 'a duty is not changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
