-- +goose Up
-- A company's industries come one by one: only the first of them that changes what others see has
-- anything to write. A file of companies has as many of them as it has rows, and more.
DROP TRIGGER company_shown_industry;
DROP TRIGGER company_shown_industry_gone;
-- +goose StatementBegin
CREATE TRIGGER company_shown_industry AFTER INSERT ON company_industry BEGIN
  UPDATE company SET shown_modified = modified WHERE id = NEW.company_id AND shown_modified <> modified;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_shown_industry_gone AFTER DELETE ON company_industry BEGIN
  UPDATE company SET shown_modified = modified WHERE id = OLD.company_id AND shown_modified <> modified;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
