-- +goose Up
-- What a list shows of a published listing, and of a company with its living needs, as one short row each: a page of a
-- search is then ten reads, and not five hundred. The columns stand in other tables, and a row of card_due says of whose
-- card they have changed: the write that changed them writes the card anew before it commits, and while one is due, or
-- not there, a search reads the tables themselves (store/card.go). kind 1 companies, 2 listings, as in words_due.
CREATE TABLE company_card (seq INTEGER PRIMARY KEY, card BLOB NOT NULL) STRICT;
CREATE TABLE listing_card (seq INTEGER PRIMARY KEY, card BLOB NOT NULL) STRICT;
CREATE TABLE card_due (kind INTEGER NOT NULL CHECK (kind IN (1,2)), seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) STRICT, WITHOUT ROWID;
INSERT INTO card_due SELECT 1, seq FROM company;
INSERT INTO card_due SELECT 2, l.seq FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2;

-- +goose StatementBegin
CREATE TRIGGER company_card_new AFTER INSERT ON company BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_card_changed AFTER UPDATE ON company BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_new AFTER INSERT ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_changed AFTER UPDATE ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_card_gone AFTER DELETE ON company_details BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_new AFTER INSERT ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_changed AFTER UPDATE ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_industry_card_gone AFTER DELETE ON company_industry BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_new AFTER INSERT ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_changed AFTER UPDATE ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_reason_card_gone AFTER DELETE ON company_reason BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_new AFTER INSERT ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = NEW.client_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_gone AFTER DELETE ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id = OLD.client_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_card_changed AFTER UPDATE ON needs BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM company x WHERE x.id IN (OLD.client_id, NEW.client_id) AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_new AFTER INSERT ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = NEW.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_changed AFTER UPDATE ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = NEW.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_code_card_gone AFTER DELETE ON needs_code BEGIN
  INSERT INTO card_due SELECT 1, x.seq FROM needs n JOIN company x ON x.id = n.client_id WHERE n.id = OLD.needs_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 1 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_card_changed AFTER UPDATE ON listing BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.seq = NEW.seq AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_new AFTER INSERT ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_changed AFTER UPDATE ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_content_card_gone AFTER DELETE ON listing_content WHEN OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = OLD.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_new AFTER INSERT ON listing_code WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_changed AFTER UPDATE ON listing_code WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_code_card_gone AFTER DELETE ON listing_code WHEN OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 2, x.seq FROM listing x WHERE x.id = OLD.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 2 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_card_gone AFTER DELETE ON company BEGIN
  DELETE FROM company_card WHERE seq = OLD.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_card_gone AFTER DELETE ON listing BEGIN
  DELETE FROM listing_card WHERE seq = OLD.seq;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
