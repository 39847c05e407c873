-- +goose Up
-- What the network says of itself in public (ネットワークの宣言, compliance.md 3), in versions: the newest one shows. items is a JSON list of
-- headings with a text each; sharing: 1 takes part in the sharing of the list of particular buyers, 2 does not, 3 prepares to.
CREATE TABLE declaration (
  version INTEGER PRIMARY KEY, title TEXT NOT NULL, items TEXT NOT NULL CHECK (json_valid(items)), sharing INTEGER NOT NULL CHECK (sharing BETWEEN 1 AND 3),
  sharing_since TEXT NOT NULL, sharing_note TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
-- An institution's registration as an M&A支援機関, as its administrator records it, in versions. qualified: 資格者数, NULL where it was not typed.
CREATE TABLE support_registration (
  institution_id TEXT NOT NULL REFERENCES institution(id), version INTEGER NOT NULL, number TEXT NOT NULL, expires_on TEXT NOT NULL, qualified INTEGER,
  creator TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (institution_id, version)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER declaration_is_append_only BEFORE UPDATE ON declaration BEGIN
  SELECT RAISE(ABORT, 'a declaration is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER declaration_stays BEFORE DELETE ON declaration BEGIN
  SELECT RAISE(ABORT, 'a declaration is not deleted');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER support_registration_is_append_only BEFORE UPDATE ON support_registration BEGIN
  SELECT RAISE(ABORT, 'a registration is not changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
