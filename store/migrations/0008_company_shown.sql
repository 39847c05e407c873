-- +goose Up
-- When what other institutions may see of a company last changed. Its own bank's memo, remark or
-- details must not move it up in their lists: `modified` tells of any change, and is the bank's.
ALTER TABLE company ADD COLUMN shown_modified INTEGER NOT NULL DEFAULT 0;
UPDATE company SET shown_modified = modified;
-- +goose StatementBegin
CREATE TRIGGER company_shown_first AFTER INSERT ON company BEGIN
  UPDATE company SET shown_modified = NEW.modified WHERE seq = NEW.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_shown AFTER UPDATE ON company
WHEN OLD.institution_id <> NEW.institution_id OR OLD.status <> NEW.status OR OLD.region <> NEW.region OR OLD.prefecture_code <> NEW.prefecture_code
  OR OLD.sales_amount <> NEW.sales_amount OR OLD.ma_experience <> NEW.ma_experience OR OLD.is_trial <> NEW.is_trial
BEGIN
  UPDATE company SET shown_modified = NEW.modified WHERE seq = NEW.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_shown_industry AFTER INSERT ON company_industry BEGIN
  UPDATE company SET shown_modified = modified WHERE id = NEW.company_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_shown_industry_gone AFTER DELETE ON company_industry BEGIN
  UPDATE company SET shown_modified = modified WHERE id = OLD.company_id;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
