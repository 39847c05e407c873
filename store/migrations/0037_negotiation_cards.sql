-- +goose Up
-- What a list shows of a negotiation, with what its rules need of the listing, the buyer and the milestones, is a card as
-- of a company and a listing (0029_search_at_once.sql): one short row in the place of a join of six tables, two of them with
-- long rows. kind 3 of card_due. A row's listing and buyer never change.
CREATE TABLE negotiation_card (seq INTEGER PRIMARY KEY, card BLOB NOT NULL) STRICT;
CREATE TABLE card_due_before AS SELECT kind, seq FROM card_due;
DROP TABLE card_due;
CREATE TABLE card_due (kind INTEGER NOT NULL CHECK (kind IN (1,2,3)), seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) STRICT, WITHOUT ROWID;
INSERT INTO card_due SELECT kind, seq FROM card_due_before;
DROP TABLE card_due_before;
INSERT INTO card_due SELECT 3, seq FROM negotiation;
-- With the row its note, and with a note the row beside it.
-- +goose StatementBegin
CREATE TRIGGER negotiation_card_new AFTER INSERT ON negotiation BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = NEW.listing_id AND x.buyer_company_id = NEW.buyer_company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_card_changed AFTER UPDATE ON negotiation BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = NEW.listing_id AND x.buyer_company_id = NEW.buyer_company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_card_gone AFTER DELETE ON negotiation BEGIN
  DELETE FROM negotiation_card WHERE seq = OLD.seq;
  DELETE FROM card_due WHERE kind = 3 AND seq = OLD.seq;
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = OLD.listing_id AND x.buyer_company_id = OLD.buyer_company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER milestone_card_new AFTER INSERT ON milestone BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.id = NEW.negotiation_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER milestone_card_changed AFTER UPDATE ON milestone BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.id = NEW.negotiation_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER milestone_card_gone AFTER DELETE ON milestone BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.id = OLD.negotiation_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_listing_card_changed AFTER UPDATE OF status, is_suspended, exclusive_until, company_id ON listing BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = NEW.id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_content_card_new AFTER INSERT ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_content_card_changed AFTER UPDATE OF business_name, start_date, due_date, company_name, side ON listing_content WHEN NEW.side = 2 OR OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = NEW.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_content_card_gone AFTER DELETE ON listing_content WHEN OLD.side = 2 BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.listing_id = OLD.listing_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_company_card_changed AFTER UPDATE OF status, is_trial, is_send_offer_mail ON company BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.buyer_company_id = NEW.id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_details_card_new AFTER INSERT ON company_details BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.buyer_company_id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
  INSERT INTO card_due SELECT 3, x.seq FROM listing l JOIN negotiation x ON x.listing_id = l.id WHERE l.company_id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_details_card_changed AFTER UPDATE OF company_name, representative_name, prefecture_code, status, corporate_registration_number ON company_details BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.buyer_company_id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
  INSERT INTO card_due SELECT 3, x.seq FROM listing l JOIN negotiation x ON x.listing_id = l.id WHERE l.company_id = NEW.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER negotiation_details_card_gone AFTER DELETE ON company_details BEGIN
  INSERT INTO card_due SELECT 3, x.seq FROM negotiation x WHERE x.buyer_company_id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
  INSERT INTO card_due SELECT 3, x.seq FROM listing l JOIN negotiation x ON x.listing_id = l.id WHERE l.company_id = OLD.company_id AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = 3 AND d.seq = x.seq);
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
