-- +goose Up
-- An import is carried out in pieces, so that nobody waits for the one writer until its last row is written. What keeps
-- it whole is that its rows are its own from before it is checked until they are written: state 'claimed' while it is
-- checked, 'applying' from the first piece to the last, 'writing' inside the transaction of a piece and never after it.
-- written_to is the row up to which it is written, by number, written_count how many these are.
ALTER TABLE company_import ADD COLUMN written_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_import ADD COLUMN written_count INTEGER NOT NULL DEFAULT 0;
CREATE INDEX company_import_claims ON company_import(id) WHERE state IN ('claimed', 'applying');
CREATE INDEX company_import_writing ON company_import(id) WHERE state = 'writing';

-- What an import claims: the companies and persons that it changes, the numbers and login IDs of those that it creates.
CREATE INDEX company_import_row_company ON company_import_row(c_id) WHERE action = 2;
CREATE INDEX company_import_row_person ON company_import_row(u_id) WHERE person_action = 2;
CREATE INDEX company_import_row_number ON company_import_row(d_corporate_registration_number) WHERE action = 1 AND d_corporate_registration_number <> '';
CREATE INDEX company_import_row_login ON company_import_row(u_login_folded) WHERE person_action = 1 AND u_role <> 1;

-- Whoever else writes one of these is refused (store.ErrClaimed, ErrLoginClaimed), whichever statement it is. The first
-- loop of each condition is over the claims, which are nearly always none. A piece of one import is not kept out by the
-- claims of another, which is checked after it: only the one that is decided writes.
-- +goose StatementBegin
CREATE TRIGGER company_claimed BEFORE UPDATE ON company
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.c_id = OLD.id AND r.action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_claimed_gone BEFORE DELETE ON company
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.c_id = OLD.id AND r.action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying')) BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_claimed_new BEFORE INSERT ON company_details
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.c_id = NEW.company_id AND r.action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_claimed BEFORE UPDATE ON company_details
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.c_id = OLD.company_id AND r.action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_claimed_gone BEFORE DELETE ON company_details
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.c_id = OLD.company_id AND r.action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying')) BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- A number is claimed among the companies of the import's institution and kind alone: others may have it, and must not learn of it.
-- +goose StatementBegin
CREATE TRIGGER company_details_number_claimed_new BEFORE INSERT ON company_details
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.d_corporate_registration_number = NEW.corporate_registration_number
      AND r.action = 1 AND r.d_corporate_registration_number <> '' AND r.number > i.written_to
    CROSS JOIN company c ON c.id = NEW.company_id AND c.institution_id = i.institution_id AND c.kind = i.kind
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER company_details_number_claimed BEFORE UPDATE OF corporate_registration_number ON company_details
WHEN OLD.corporate_registration_number <> NEW.corporate_registration_number
  AND EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.d_corporate_registration_number = NEW.corporate_registration_number
      AND r.action = 1 AND r.d_corporate_registration_number <> '' AND r.number > i.written_to
    CROSS JOIN company c ON c.id = NEW.company_id AND c.institution_id = i.institution_id AND c.kind = i.kind
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER user_claimed BEFORE UPDATE ON user
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.u_id = OLD.id AND r.person_action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER user_claimed_gone BEFORE DELETE ON user
WHEN EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.u_id = OLD.id AND r.person_action = 2 AND r.number > i.written_to
    WHERE i.state IN ('claimed', 'applying')) BEGIN
  SELECT RAISE(ABORT, 'claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER user_login_claimed_new BEFORE INSERT ON user
WHEN NEW.role <> 1
  AND EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.u_login_folded = NEW.login_folded
      AND r.person_action = 1 AND r.u_role <> 1 AND r.number > i.written_to WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'login claimed by an import');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER user_login_claimed BEFORE UPDATE OF login_folded, role ON user
WHEN NEW.role <> 1 AND (OLD.login_folded <> NEW.login_folded OR OLD.role <> NEW.role)
  AND EXISTS (SELECT 1 FROM company_import i CROSS JOIN company_import_row r ON r.import_id = i.id AND r.u_login_folded = NEW.login_folded
      AND r.person_action = 1 AND r.u_role <> 1 AND r.number > i.written_to WHERE i.state IN ('claimed', 'applying'))
  AND NOT EXISTS (SELECT 1 FROM company_import w WHERE w.state = 'writing') BEGIN
  SELECT RAISE(ABORT, 'login claimed by an import');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
