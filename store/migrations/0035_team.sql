-- +goose Up
-- Who of a bank may see a deal (案件を見られる人, team.md 2): 0 all of its users (全員), 1 the teams alone (チームのみ). Loosening waits for a
-- second person: who asked for it, and when.
ALTER TABLE institution ADD COLUMN is_team_only INTEGER NOT NULL DEFAULT 0 CHECK (is_team_only IN (0, 1));
ALTER TABLE institution ADD COLUMN all_asked_by TEXT NOT NULL DEFAULT '';
ALTER TABLE institution ADD COLUMN all_asked_at INTEGER;

-- The team of a company, with its listings and its side of their negotiations, beside those in charge of them (person_in_charge):
-- 2 second eyes (承認者), 3 who may look (閲覧).
CREATE TABLE team_member (
  company_id TEXT NOT NULL REFERENCES company(id), user_id TEXT NOT NULL REFERENCES user(id), role INTEGER NOT NULL CHECK (role IN (2, 3)),
  creator TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (company_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_member_user ON team_member(user_id, company_id);

-- The records that belong to a company (kind and seq as in person_in_charge), and the roles of its institution's users in its team
-- (1: in charge).
CREATE VIEW team_record AS
  SELECT c.id AS company_id, 1 AS kind, c.seq AS seq FROM company c
  UNION ALL SELECT l.company_id, 2, l.seq FROM listing l
  UNION ALL SELECT n.buyer_company_id, 3, n.seq FROM negotiation n
  UNION ALL SELECT l.company_id, 4, n.seq FROM listing l JOIN negotiation n ON n.listing_id = l.id;
CREATE VIEW team_role AS
  SELECT r.company_id AS company_id, p.user_id AS user_id, 1 AS role, p.institution_id AS institution_id
    FROM team_record r JOIN person_in_charge p ON p.kind = r.kind AND p.seq = r.seq
  UNION ALL SELECT m.company_id, m.user_id, m.role, u.client_id FROM team_member m JOIN user u ON u.id = m.user_id;

-- Which records a user may see in an institution that shows them to teams alone: derived from the above by the triggers below, for
-- searches at once. Of several roles the first counts.
CREATE TABLE team_reach (
  user_seq INTEGER NOT NULL, kind INTEGER NOT NULL, seq INTEGER NOT NULL, role INTEGER NOT NULL, PRIMARY KEY (user_seq, kind, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_reach_record ON team_reach(kind, seq);

-- +goose StatementBegin
CREATE TRIGGER team_reach_person AFTER INSERT ON person_in_charge
WHEN (SELECT i.is_team_only FROM institution i WHERE i.id = NEW.institution_id) = 1 BEGIN
  INSERT OR REPLACE INTO team_reach SELECT u.seq, r.kind, r.seq, 1 FROM user u, team_record r WHERE u.id = NEW.user_id AND r.company_id =
    CASE NEW.kind WHEN 1 THEN (SELECT c.id FROM company c WHERE c.seq = NEW.seq) WHEN 2 THEN (SELECT l.company_id FROM listing l WHERE l.seq = NEW.seq)
      WHEN 3 THEN (SELECT n.buyer_company_id FROM negotiation n WHERE n.seq = NEW.seq)
      ELSE (SELECT l.company_id FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE n.seq = NEW.seq) END;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER team_reach_person_gone AFTER DELETE ON person_in_charge
WHEN (SELECT i.is_team_only FROM institution i WHERE i.id = OLD.institution_id) = 1 BEGIN
  DELETE FROM team_reach WHERE user_seq = (SELECT u.seq FROM user u WHERE u.id = OLD.user_id) AND (kind, seq) IN (SELECT r.kind, r.seq
    FROM team_record r WHERE r.company_id =
    CASE OLD.kind WHEN 1 THEN (SELECT c.id FROM company c WHERE c.seq = OLD.seq) WHEN 2 THEN (SELECT l.company_id FROM listing l WHERE l.seq = OLD.seq)
      WHEN 3 THEN (SELECT n.buyer_company_id FROM negotiation n WHERE n.seq = OLD.seq)
      ELSE (SELECT l.company_id FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE n.seq = OLD.seq) END);
  INSERT OR REPLACE INTO team_reach SELECT u.seq, r.kind, r.seq, min(t.role) FROM user u, team_record r JOIN team_role t ON t.company_id = r.company_id
    AND t.user_id = OLD.user_id AND t.institution_id = OLD.institution_id WHERE u.id = OLD.user_id AND r.company_id =
    CASE OLD.kind WHEN 1 THEN (SELECT c.id FROM company c WHERE c.seq = OLD.seq) WHEN 2 THEN (SELECT l.company_id FROM listing l WHERE l.seq = OLD.seq)
      WHEN 3 THEN (SELECT n.buyer_company_id FROM negotiation n WHERE n.seq = OLD.seq)
      ELSE (SELECT l.company_id FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE n.seq = OLD.seq) END
    GROUP BY u.seq, r.kind, r.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER team_reach_member AFTER INSERT ON team_member
WHEN (SELECT i.is_team_only FROM user u JOIN institution i ON i.id = u.client_id WHERE u.id = NEW.user_id) = 1 BEGIN
  INSERT INTO team_reach SELECT u.seq, r.kind, r.seq, NEW.role FROM user u, team_record r WHERE u.id = NEW.user_id AND r.company_id = NEW.company_id
    ON CONFLICT DO UPDATE SET role = min(role, excluded.role);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER team_reach_member_gone AFTER DELETE ON team_member
WHEN (SELECT i.is_team_only FROM user u JOIN institution i ON i.id = u.client_id WHERE u.id = OLD.user_id) = 1 BEGIN
  DELETE FROM team_reach WHERE user_seq = (SELECT u.seq FROM user u WHERE u.id = OLD.user_id) AND (kind, seq) IN (SELECT r.kind, r.seq
    FROM team_record r WHERE r.company_id = OLD.company_id);
  INSERT INTO team_reach SELECT u.seq, r.kind, r.seq, min(t.role) FROM user u, team_record r JOIN team_role t ON t.company_id = r.company_id
    AND t.user_id = OLD.user_id AND t.institution_id = u.client_id WHERE u.id = OLD.user_id AND r.company_id = OLD.company_id
    GROUP BY u.seq, r.kind, r.seq;
END;
-- +goose StatementEnd
-- What is new belongs to the team that its company has.
-- +goose StatementBegin
CREATE TRIGGER team_reach_listing AFTER INSERT ON listing
WHEN (SELECT i.is_team_only FROM institution i WHERE i.id = NEW.institution_id) = 1 BEGIN
  INSERT OR REPLACE INTO team_reach SELECT t.user_seq, 2, NEW.seq, t.role FROM company c JOIN team_reach t ON t.kind = 1 AND t.seq = c.seq
    WHERE c.id = NEW.company_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER team_reach_negotiation AFTER INSERT ON negotiation BEGIN
  INSERT OR REPLACE INTO team_reach SELECT t.user_seq, 3, NEW.seq, t.role FROM company c JOIN team_reach t ON t.kind = 1 AND t.seq = c.seq
    WHERE c.id = NEW.buyer_company_id;
  INSERT OR REPLACE INTO team_reach SELECT t.user_seq, 4, NEW.seq, t.role FROM listing l JOIN company c ON c.id = l.company_id
    JOIN team_reach t ON t.kind = 1 AND t.seq = c.seq WHERE l.id = NEW.listing_id;
END;
-- +goose StatementEnd
-- Before: whose the negotiation was has to be known while its company is.
-- +goose StatementBegin
CREATE TRIGGER team_reach_person_leaves BEFORE DELETE ON negotiation BEGIN
  DELETE FROM person_in_charge WHERE kind IN (3, 4) AND seq = OLD.seq;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER team_reach_gone AFTER DELETE ON negotiation BEGIN
  DELETE FROM team_reach WHERE kind IN (3, 4) AND seq = OLD.seq;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
