-- +goose Up
-- What a bank's user works on (業務, team.md 2): 0 M&A and lending, 1 M&A, 2 lending alone.
ALTER TABLE user ADD COLUMN business INTEGER NOT NULL DEFAULT 0 CHECK (business BETWEEN 0 AND 2);

-- Who in a bank works on what (team.md 1). kind: 1 a company, 2 a listing, 3 the buyer's side of a negotiation, 4 the seller's
-- side; seq is the number of its row. One person is the main one (主担当), others stand beside (副担当). The institution is the one
-- of the record, or of that side.
CREATE TABLE person_in_charge (
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4), seq INTEGER NOT NULL, user_id TEXT NOT NULL REFERENCES user(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  is_main INTEGER NOT NULL CHECK (is_main IN (0, 1)), creator TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (kind, seq, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX person_in_charge_main ON person_in_charge(kind, seq) WHERE is_main = 1;
CREATE INDEX person_in_charge_user ON person_in_charge(user_id, kind, seq);
CREATE INDEX person_in_charge_institution ON person_in_charge(institution_id, kind, is_main, seq, user_id);

-- What a bank's user creates is his. Who works on the company or on the listing works on its negotiation too, as the main one
-- where the other side began it. A note (is_note) is the seller's side's alone.
-- +goose StatementBegin
CREATE TRIGGER person_in_charge_company AFTER INSERT ON company BEGIN
  INSERT INTO person_in_charge SELECT 1, NEW.seq, u.id, NEW.institution_id, 1, u.id, NEW.created FROM user u
    WHERE u.id = NEW.creator AND u.role = 3 AND u.business <> 2 AND u.client_id = NEW.institution_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER person_in_charge_listing AFTER INSERT ON listing BEGIN
  INSERT INTO person_in_charge SELECT 2, NEW.seq, u.id, NEW.institution_id, 1, u.id, NEW.created FROM user u
    WHERE u.id = NEW.creator AND u.role = 3 AND u.business <> 2 AND u.client_id = NEW.institution_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER person_in_charge_negotiation AFTER INSERT ON negotiation BEGIN
  INSERT INTO person_in_charge SELECT 3, NEW.seq, u.id, NEW.bf_id, 1, u.id, NEW.created FROM user u
    WHERE u.id = NEW.creator AND u.role = 3 AND u.business <> 2 AND u.client_id = NEW.bf_id AND NEW.is_note = 0;
  INSERT OR IGNORE INTO person_in_charge SELECT 3, NEW.seq, p.user_id, NEW.bf_id,
    p.is_main AND NOT EXISTS (SELECT 1 FROM person_in_charge x WHERE x.kind = 3 AND x.seq = NEW.seq AND x.is_main = 1), p.user_id, NEW.created
    FROM company c JOIN person_in_charge p ON p.kind = 1 AND p.seq = c.seq
    WHERE c.id = NEW.buyer_company_id AND p.institution_id = NEW.bf_id AND NEW.is_note = 0;
  INSERT INTO person_in_charge SELECT 4, NEW.seq, u.id, NEW.sf_id, 1, u.id, NEW.created FROM user u
    WHERE u.id = NEW.creator AND u.role = 3 AND u.business <> 2 AND u.client_id = NEW.sf_id AND NEW.sf_id <> NEW.bf_id;
  INSERT OR IGNORE INTO person_in_charge SELECT 4, NEW.seq, p.user_id, NEW.sf_id,
    p.is_main AND NOT EXISTS (SELECT 1 FROM person_in_charge x WHERE x.kind = 4 AND x.seq = NEW.seq AND x.is_main = 1), p.user_id, NEW.created
    FROM listing l JOIN person_in_charge p ON p.kind = 2 AND p.seq = l.seq
    WHERE l.id = NEW.listing_id AND p.institution_id = NEW.sf_id;
END;
-- +goose StatementEnd
-- Where nobody was, it is his who starts the negotiation.
-- +goose StatementBegin
CREATE TRIGGER person_in_charge_start AFTER UPDATE OF status ON negotiation WHEN OLD.status = 0 AND NEW.status = 1 BEGIN
  INSERT INTO person_in_charge SELECT 3, NEW.seq, u.id, NEW.bf_id, 1, u.id, NEW.modified FROM user u
    WHERE u.id = NEW.modifier AND u.role = 3 AND u.business <> 2 AND u.client_id = NEW.bf_id AND NEW.is_note = 0
      AND NOT EXISTS (SELECT 1 FROM person_in_charge x WHERE x.kind = 3 AND x.seq = NEW.seq AND x.is_main = 1)
    ON CONFLICT DO UPDATE SET is_main = 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER person_in_charge_gone AFTER DELETE ON negotiation BEGIN
  DELETE FROM person_in_charge WHERE kind IN (3, 4) AND seq = OLD.seq;
END;
-- +goose StatementEnd

-- Of what is there already: whose the bank's last deed on the row was, else nobody's.
INSERT INTO person_in_charge SELECT 1, c.seq, u.id, c.institution_id, 1, u.id, c.modified FROM company c JOIN user u ON u.id =
  coalesce((SELECT m.id FROM user m WHERE m.id = c.modifier AND m.role = 3 AND m.client_id = c.institution_id), c.creator)
  WHERE u.role = 3 AND u.client_id = c.institution_id;
INSERT INTO person_in_charge SELECT 2, l.seq, u.id, l.institution_id, 1, u.id, l.modified FROM listing l JOIN user u ON u.id =
  coalesce((SELECT m.id FROM user m WHERE m.id = l.modifier AND m.role = 3 AND m.client_id = l.institution_id), l.creator)
  WHERE u.role = 3 AND u.client_id = l.institution_id;
INSERT INTO person_in_charge SELECT 3, n.seq, u.id, n.bf_id, 1, u.id, n.modified FROM negotiation n JOIN user u ON u.id =
  (SELECT h.actor FROM negotiation_history h JOIN user m ON m.id = h.actor WHERE h.negotiation_id = n.id AND h.side = 'bf' AND m.role = 3 AND m.client_id = n.bf_id
    ORDER BY h.seq DESC LIMIT 1)
  WHERE n.is_note = 0;
INSERT INTO person_in_charge SELECT 4, n.seq, u.id, n.sf_id, 1, u.id, n.modified FROM negotiation n JOIN user u ON u.id =
  (SELECT h.actor FROM negotiation_history h JOIN user m ON m.id = h.actor WHERE h.negotiation_id = n.id AND h.side = 'sf' AND m.role = 3 AND m.client_id = n.sf_id
    ORDER BY h.seq DESC LIMIT 1);

-- When a bank's user is away, and who looks after what is his meanwhile (代理; '' nobody). Days are those in Japan, both included.
CREATE TABLE absence (
  user_id TEXT PRIMARY KEY REFERENCES user(id), first_day TEXT NOT NULL, last_day TEXT NOT NULL, deputy_id TEXT NOT NULL DEFAULT '', creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX absence_deputy ON absence(deputy_id) WHERE deputy_id <> '';
-- Whether a bank's user gets mails about all that his institution has, or about what is his and nobody's.
ALTER TABLE user ADD COLUMN is_mailed_all INTEGER NOT NULL DEFAULT 0;
-- Whom a row of a file makes the main person of its company: NULL where the file says nothing, '' nobody.
ALTER TABLE company_import_row ADD COLUMN main_person TEXT;

-- The financing that the buyer agreed to tell the lending desk of, and that was asked for (domain.md 5).
CREATE INDEX negotiation_lending ON negotiation(bf_id, financial_support_status, seq) WHERE financing_consent = 1 AND financial_support_status >= 2 AND is_note = 0;
-- What a bank's users note of their calls and visits (活動記録, team.md 1), for their own institution alone. kind and record_seq name the
-- record as in person_in_charge. A note is deleted with its negotiation.
CREATE TABLE activity (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL CHECK (kind IN (1, 3, 4)), record_seq INTEGER NOT NULL,
  institution_id TEXT NOT NULL REFERENCES institution(id), day TEXT NOT NULL, means INTEGER NOT NULL CHECK (means BETWEEN 1 AND 6),
  counterpart TEXT NOT NULL, body TEXT NOT NULL,
  version INTEGER NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_record ON activity(record_seq, kind, institution_id, day DESC, seq DESC);
-- +goose StatementBegin
CREATE TRIGGER activity_gone AFTER DELETE ON negotiation BEGIN
  DELETE FROM activity WHERE kind IN (3, 4) AND record_seq = OLD.seq;
END;
-- +goose StatementEnd
-- When the bank turns to its customer next, and what for (次回対応). A negotiation has its own columns. day is '' when it is done; user_id
-- is '' where it is whose the company is. The row stays, for its version.
CREATE TABLE company_next_action (
  company_seq INTEGER PRIMARY KEY, institution_id TEXT NOT NULL REFERENCES institution(id), day TEXT NOT NULL, body TEXT NOT NULL, user_id TEXT NOT NULL,
  version INTEGER NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX company_next_action_day ON company_next_action(institution_id, day) WHERE day <> '';

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
