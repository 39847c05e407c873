-- +goose Up
-- Four eyes are two people: who may be the second pair of eyes is said by somebody else than who made
-- him. approver: 0 waits, 1 confirmed, 2 was one before anybody had to say so, 3 withdrawn.
-- login_by is who gave the account its mail address: whoever reads the mailbox can sign in.
ALTER TABLE user ADD COLUMN approver INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN admitted_by TEXT NOT NULL DEFAULT '';
ALTER TABLE user ADD COLUMN admitted INTEGER;
ALTER TABLE user ADD COLUMN login_by TEXT NOT NULL DEFAULT '';
UPDATE user SET login_by = coalesce(creator, '');
-- Who was let in by an administrator, with the application or on the machine itself is one. Whom a
-- colleague made, and whom the office made of an institution, goes on and is shown to its administrator.
UPDATE user SET approver = 1, admitted_by = coalesce(creator, ''), admitted = created WHERE role IN (3, 9);
UPDATE user SET approver = 2, admitted_by = '', admitted = NULL
  WHERE role = 3 AND EXISTS (SELECT 1 FROM user m WHERE m.id = user.creator AND m.role IN (3, 9))
  AND NOT EXISTS (SELECT 1 FROM institution i WHERE i.id = user.client_id AND i.regist_application_id <> ''
    AND user.seq = (SELECT min(f.seq) FROM user f WHERE f.client_id = i.id AND f.role = 3));
-- The office's own people of until now are the machine's: nobody could confirm them otherwise.
UPDATE user SET admitted_by = '' WHERE role = 9;

-- A login ID that the office wants changed: the one in use stays until somebody else has confirmed it.
CREATE TABLE login_change (
  user_id TEXT PRIMARY KEY REFERENCES user(id), login_id TEXT NOT NULL, reason TEXT NOT NULL, requested_by TEXT NOT NULL REFERENCES user(id), requested INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';
