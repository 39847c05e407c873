package store

import "errors"

// Names of the network's settings (domain.md 9, /office).
const (
	SettingNetworkName    = "networkName"
	SettingAccountRequest = "isAccountRequestEnabled" // "1" or "0"
	SettingOfficeMail     = "officeMail"
	SettingOfficePhone    = "officePhone"
	SettingDemo           = "isDemo"
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

// SetSetting writes one.
func (t *Tx) SetSetting(key, value, by string) error {
	_, err := t.exec(`INSERT INTO setting (key, value, modified, modifier) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET value = excluded.value, modified = excluded.modified, modifier = excluded.modifier`, key, value, ms(t.now), by)
	return err
}

// NetworkText is one version of the network's own texts: kind "terms", "privacy", "nda", "company".
type NetworkText struct {
	Kind    string `db:"kind"`
	Version int    `db:"version"`
	Title   string `db:"title"`
	Body    string `db:"body"`
	Hash    string `db:"hash"`
}

// NetworkText is the newest version of a text; ErrNotFound.
func (q *Q) NetworkText(kind string) (*NetworkText, error) {
	return get[NetworkText](q, "SELECT "+names[NetworkText]("t")+" FROM network_text t WHERE t.kind = ? ORDER BY t.version DESC LIMIT 1", kind)
}

// AddNetworkText publishes the next version.
func (t *Tx) AddNetworkText(x *NetworkText, by string) error {
	_, err := t.exec(`INSERT INTO network_text (kind, version, title, body, hash, creator, created)
		VALUES (?1, (SELECT coalesce(max(version), 0) + 1 FROM network_text WHERE kind = ?1), ?2, ?3, ?4, ?5, ?6)`,
		x.Kind, x.Title, x.Body, x.Hash, by, ms(t.now))
	return err
}

// IsEmpty says that nobody has set this network up yet.
func (q *Q) IsEmpty() (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM user")
	return n == 0, err
}
