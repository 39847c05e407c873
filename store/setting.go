package store

import "errors"

// Names of the network's settings (domain.md 9, /office).
const (
	SettingNetworkName     = "networkName"
	SettingAccountRequest  = "isAccountRequestEnabled" // "1" or "0"
	SettingOfficeMail      = "officeMail"
	SettingOfficePhone     = "officePhone"
	SettingColour          = "colour"          // "#rrggbb"; "" is the product's
	SettingMailFromName    = "mailFromName"    // "" is the network's name
	SettingMailReplyTo     = "mailReplyTo"     // "" for none
	SettingBackupKey       = "backupRecipient" // the public key that backups are encrypted to; "" for none
	SettingMailServer      = "mailServer"      // a web.MailServer; "" for none
	SettingMailServerAsked = "mailServerAsked" // one that waits for a second user of the office; "" for none
	SettingMailHeld        = "mailHeldSince"   // set after a restore, until the office releases mail; "" is not held
	SettingKeyMark         = "keyMark"         // which key file the database belongs to
	SettingDemo            = "isDemo"
	SettingLed             = "ledSince"          // when the machine that leads took its first write, of a network of two machines
	SettingSecondStep      = "secondStepOfBanks" // a deal.SecondStepRule; unset means optional
)

// Setting reads one of the network's settings, "" when it was never set.
func (q *Q) Setting(key string) (string, error) {
	var v string
	err := q.scan1([]any{&v}, "SELECT value FROM setting WHERE key = ?", key)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return v, err
}

// SetSetting writes one of the network's settings.
func (t *Tx) SetSetting(key, value, by string) error {
	_, err := t.exec(`INSERT INTO setting (key, value, modified, modifier) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET value = excluded.value, modified = excluded.modified, modifier = excluded.modifier`, key, value, ms(t.now), by)
	return err
}

// IsEmpty says whether nobody has set this network up yet.
func (q *Q) IsEmpty() (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM user")
	return n == 0, err
}
