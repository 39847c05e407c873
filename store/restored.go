package store

import (
	"fmt"
	"time"
)

// What a restore changes in the data, in one transaction.

// EndAllSessions ends every session: one that was revoked after the backup was made must not become
// valid again.
func (t *Tx) EndAllSessions(reason string) (int64, error) {
	n, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = ? WHERE revoked IS NULL", ms(t.now), reason)
	if err != nil {
		return 0, err
	}
	for _, table := range []string{"refresh_token", "sign_in_ticket", "trusted_device", "calendar_feed", "passkey_challenge"} {
		if _, err := t.exec("DELETE FROM " + table); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// ForgetSealed deletes what only the lost key file could open, second steps of signing in and
// bodies of waiting mails, and signs the chains' checkpoints with the new key.
func (t *Tx) ForgetSealed(sign func(text string) string) error {
	points, err := t.Checkpoints()
	if err != nil {
		return err
	}
	for _, query := range []string{"DELETE FROM recovery_code", "DELETE FROM second_step",
		// Without its secret a directory lets nobody in, and where it forbade passwords nobody else would come in either.
		"DELETE FROM directory_domain", "UPDATE directory SET state = 6, client_secret = X'', reason = '鍵ファイルが失われたため。' WHERE state <> 6",
		"UPDATE outbox SET state = " + codeMailDead + ", body = NULL, error = '鍵ファイルが失われたため、送信できません。' WHERE state = " + codeMailWaiting,
		"UPDATE outbox SET body = NULL WHERE body IS NOT NULL",
		"DROP TRIGGER chain_checkpoint_no_update"} {
		if _, err := t.exec(query); err != nil {
			return err
		}
	}
	for i := range points {
		if _, err := t.exec("UPDATE chain_checkpoint SET signature = ? WHERE chain = ? AND seq = ?", sign(points[i].Text()), points[i].Chain,
			points[i].Seq); err != nil {
			return err
		}
	}
	_, err = t.exec("CREATE TRIGGER chain_checkpoint_no_update BEFORE UPDATE ON chain_checkpoint BEGIN SELECT RAISE(ABORT, " +
		"'chain_checkpoint is append-only'); END")
	return err
}

// UsersOfRole lists the users of a role who may sign in.
func (q *Q) UsersOfRole(role, enabled int) ([]User, error) {
	return list[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE u.role = ? AND u.status = ? ORDER BY u.seq", role, enabled)
}

// Held says whether mail is held back after a restore.
type Held struct {
	Since   time.Time // zero: mail is sent
	Waiting int       // mails from before the restore, which may have been sent after the backup was made
}

// Held says whether mail is held.
func (q *Q) Held() (h Held, err error) {
	since, err := q.Setting(SettingMailHeld)
	if err != nil || since == "" {
		return h, err
	}
	if h.Since, err = time.Parse(time.RFC3339Nano, since); err != nil {
		return h, fmt.Errorf("setting %s: %w", SettingMailHeld, err)
	}
	err = q.scan1([]any{&h.Waiting}, "SELECT count(*) FROM outbox WHERE state = "+codeMailWaiting+" AND created <= ?", ms(h.Since))
	return h, err
}

// HoldMail holds all mail back until ReleaseMail.
func (t *Tx) HoldMail() error {
	return t.SetSetting(SettingMailHeld, t.now.Format(time.RFC3339Nano), "")
}

// ReleaseMail lets mail be sent again. With drop, mails that waited at the time of the restore are
// not sent: they become undeliverable mails, each of which the office can still send. ErrStale:
// mail was released already.
func (t *Tx) ReleaseMail(drop bool, by string) (dropped int64, err error) {
	h, err := t.Held()
	if err != nil {
		return 0, err
	}
	if h.Since.IsZero() {
		return 0, ErrStale
	}
	if drop {
		if dropped, err = t.exec("UPDATE outbox SET state = "+codeMailDead+", error = '復元の前に送信を待っていたメールです。すでに届いている可能性があるため、送信していません。' WHERE state = "+codeMailWaiting+" AND "+
			"created <= ?", ms(h.Since)); err != nil {
			return 0, err
		}
	}
	return dropped, t.SetSetting(SettingMailHeld, "", by)
}
