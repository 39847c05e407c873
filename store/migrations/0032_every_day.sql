-- +goose Up
-- A letter's link is printed by one person; who was shown the code that opens it is another (letter_by, code_by).
-- The link before its code was drawn has no passcode_hash, and opens nothing.
ALTER TABLE link_key ADD COLUMN letter_by TEXT NOT NULL DEFAULT '';
ALTER TABLE link_key ADD COLUMN code_by TEXT NOT NULL DEFAULT '';
ALTER TABLE link_key ADD COLUMN code_at INTEGER;

-- A first step of a new network that the office does without, and why. What is done is seen from the data.
CREATE TABLE first_step (
  step TEXT PRIMARY KEY, reason TEXT NOT NULL, dismissed_by TEXT NOT NULL, dismissed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A bank's own files have headings of their own. What one of them means, its user says once on the import's screen; from
-- then on each file of the institution is read so. A heading may fill several columns (a representative who is the person
-- in charge, too). unit: in what the amounts of the column are, '' where they are in 千円 or no amounts.
CREATE TABLE company_import_column (
  institution_id TEXT NOT NULL REFERENCES institution(id), kind INTEGER NOT NULL CHECK (kind IN (1,2)), header TEXT NOT NULL, column_name TEXT NOT NULL,
  unit TEXT NOT NULL DEFAULT '', user_id TEXT NOT NULL REFERENCES user(id), modified INTEGER NOT NULL,
  PRIMARY KEY (institution_id, kind, header, column_name)
) STRICT, WITHOUT ROWID;

-- Mails about one negotiation to one receiver wait for each other and arrive as one (domain.md 7): what such a mail
-- lists, as long as it waits, so that the next one can be added to it.
ALTER TABLE outbox ADD COLUMN gathered TEXT NOT NULL DEFAULT '';
CREATE INDEX outbox_gathering ON outbox(address, subject_id) WHERE state = 0 AND gathered <> '';
-- A saved search can mail what is new: how often (0 never, 1 daily, 2 weekly), and up to when its user was told.
ALTER TABLE saved_search ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;
ALTER TABLE saved_search ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX saved_search_notice ON saved_search(notice, user_id) WHERE notice <> 0;

-- A merger of two institutions: the office proposes it, both sides confirm it, and on its date everything of the absorbed
-- one becomes the surviving one's in one transaction. counts: what moved, by kind, as JSON. An institution takes part in
-- one merger at a time, and is absorbed once.
CREATE TABLE merger (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  absorbed_id TEXT NOT NULL REFERENCES institution(id), surviving_id TEXT NOT NULL REFERENCES institution(id),
  date TEXT NOT NULL, mark TEXT NOT NULL, reason TEXT NOT NULL,
  proposed_by TEXT NOT NULL REFERENCES user(id), proposed INTEGER NOT NULL,
  absorbed_by TEXT NOT NULL DEFAULT '', absorbed_at INTEGER, surviving_by TEXT NOT NULL DEFAULT '', surviving_at INTEGER,
  withdrawn_by TEXT NOT NULL DEFAULT '', withdrawn INTEGER, withdrawn_reason TEXT NOT NULL DEFAULT '',
  done INTEGER, backup TEXT NOT NULL DEFAULT '', counts TEXT NOT NULL DEFAULT '{}', version INTEGER NOT NULL DEFAULT 1,
  CHECK (absorbed_id <> surviving_id)
) STRICT;
CREATE UNIQUE INDEX merger_absorbed ON merger(absorbed_id) WHERE withdrawn IS NULL;
CREATE INDEX merger_surviving ON merger(surviving_id);

-- merged_into: the institution that continues this one, '' for none.
ALTER TABLE institution ADD COLUMN merged_into TEXT NOT NULL DEFAULT '';
CREATE INDEX institution_merged ON institution(merged_into) WHERE merged_into <> '';

-- is_sold_hidden: a merger would show the listing to more institutions' buyers than its owner agreed to. Sold, it is
-- shown to nobody new until the owner approves a publication again.
ALTER TABLE listing ADD COLUMN is_sold_hidden INTEGER NOT NULL DEFAULT 0;

-- A request that was let in before the merger and writes after it must not leave a row with the absorbed institution.
-- +goose StatementBegin
CREATE TRIGGER merged_company BEFORE INSERT ON company WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_listing BEFORE INSERT ON listing WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_negotiation BEFORE INSERT ON negotiation WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id IN (NEW.bf_id, NEW.sf_id) AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_long_list BEFORE INSERT ON long_list WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_held_text BEFORE INSERT ON held_text WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_paper BEFORE INSERT ON paper WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_import BEFORE INSERT ON company_import WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_user BEFORE INSERT ON user WHEN NEW.client_id <> '' AND EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.client_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- An inquiry is a thread: the office answers, the sender replies (domain.md 9). Its own text stays in its row. Status 2:
-- the office is at work on it. is_read: the sender has read all answers.
CREATE TABLE inquiry_message (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, inquiry_id TEXT NOT NULL REFERENCES inquiry(id), is_office INTEGER NOT NULL,
  user_id TEXT NOT NULL DEFAULT '', body TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX inquiry_message_thread ON inquiry_message(inquiry_id, seq);
ALTER TABLE inquiry ADD COLUMN is_read INTEGER NOT NULL DEFAULT 1;
CREATE INDEX inquiry_sender ON inquiry(user_id, seq) WHERE user_id IS NOT NULL;

-- A notice is for everybody (0), banks (1), buyers (2) or the users of one institution (3). One that is important (1)
-- stands on top until its reader closed it. It is mailed once at most, from the day on which it begins.
ALTER TABLE topic ADD COLUMN audience INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN institution_id TEXT NOT NULL DEFAULT '';
ALTER TABLE topic ADD COLUMN importance INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN is_mailed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN mailed_at INTEGER;
CREATE TABLE topic_closed (
  topic_id TEXT NOT NULL REFERENCES topic(id), user_id TEXT NOT NULL REFERENCES user(id), at INTEGER NOT NULL, PRIMARY KEY (topic_id, user_id)
) STRICT, WITHOUT ROWID;

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

-- A file may hold the numbers, too.
ALTER TABLE company_import_row ADD COLUMN c_registration_id TEXT;
UPDATE company_import_row SET c_registration_id = coalesce((SELECT c.registration_id FROM company c WHERE c.id = c_id), '')
WHERE c_id IS NOT NULL;
-- The search box, an import and the form look for a company by its institution's own number.
CREATE INDEX company_own_number ON company(institution_id, registration_id) WHERE registration_id <> '';

-- Whom a seller's owner does not want to be approached (papers.md 2): the bank's typed list for all listings of the company. A
-- line that was taken off or replaced stays, with who did it, when and why.
CREATE TABLE avoided_company (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, company_id TEXT NOT NULL REFERENCES company(id),
  name TEXT NOT NULL, name_folded TEXT NOT NULL, corporate_registration_number TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
  removed INTEGER, removed_by TEXT NOT NULL DEFAULT '', removed_reason TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX avoided_company_once ON avoided_company(company_id, name_folded, corporate_registration_number) WHERE removed IS NULL;
-- Whom a line means is looked up by the name among all companies.
CREATE INDEX company_details_folded ON company_details(name_folded) WHERE name_folded <> '';
CREATE INDEX avoided_company_of ON avoided_company(company_id, seq);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
