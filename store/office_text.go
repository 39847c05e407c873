package store

import (
	"errors"
	"time"
)

// Settings are the network's settings that the office edits. Version is the moment of the last
// change in milliseconds, for optimistic locking.
type Settings struct {
	NetworkName, OfficeMail, OfficePhone string
	Colour, MailFromName, MailReplyTo    string
	IsAccountRequestEnabled              bool
	SecondStep                           string // "" where it was never chosen
	Version                              int64
}

// Settings reads the settings.
func (q *Q) Settings() (*Settings, error) {
	s, open := &Settings{}, ""
	for key, p := range map[string]*string{SettingNetworkName: &s.NetworkName, SettingOfficeMail: &s.OfficeMail,
		SettingOfficePhone: &s.OfficePhone, SettingAccountRequest: &open, SettingSecondStep: &s.SecondStep,
		SettingColour: &s.Colour, SettingMailFromName: &s.MailFromName, SettingMailReplyTo: &s.MailReplyTo} {
		var err error
		if *p, err = q.Setting(key); err != nil {
			return nil, err
		}
	}
	s.IsAccountRequestEnabled = open == "1"
	err := q.scan1([]any{&s.Version}, "SELECT coalesce(max(modified), 0) FROM setting WHERE key NOT IN (?, ?)",
		SettingMailServer, SettingMailServerAsked)
	return s, err
}

// Values are the settings by name, in the form in which they are stored.
func (s *Settings) Values() map[string]string {
	open := "0"
	if s.IsAccountRequestEnabled {
		open = "1"
	}
	return map[string]string{SettingNetworkName: s.NetworkName, SettingOfficeMail: s.OfficeMail, SettingOfficePhone: s.OfficePhone,
		SettingAccountRequest: open, SettingSecondStep: s.SecondStep,
		SettingColour: s.Colour, SettingMailFromName: s.MailFromName, SettingMailReplyTo: s.MailReplyTo}
}

// PutSettings writes the settings as the caller saw them; ErrStale.
func (t *Tx) PutSettings(s *Settings, by string) error {
	now, err := t.Settings()
	if err != nil {
		return err
	}
	if now.Version != s.Version {
		return ErrStale
	}
	values := s.Values()
	for _, key := range sortedKeys(values) {
		if err := t.SetSetting(key, values[key], by); err != nil {
			return err
		}
	}
	return nil
}

// TextVersions lists a text's versions without their words, the newest first.
func (q *Q) TextVersions(kind string) ([]NetworkText, error) {
	return list[NetworkText](q, "SELECT t.kind, t.version, t.title, '', t.hash, t.creator, t.created FROM network_text t WHERE t.kind = "+
		"? ORDER BY t.version DESC", kind)
}

// TextVersion is one version of a text; ErrNotFound.
func (q *Q) TextVersion(kind string, version int) (*NetworkText, error) {
	return get[NetworkText](q, "SELECT "+names[NetworkText]("t")+" FROM network_text t WHERE t.kind = ? AND t.version = ?", kind, version)
}

// AllTopics lists every notice, drafts and ended ones too, the newest start first.
func (q *Q) AllTopics(p Page) ([]Topic, int, error) {
	return page[Topic](q, "t", "topic t", &where{}, "t.start_date DESC, t.id DESC", p)
}

// UpdateTopic writes a notice as the caller saw it (the moment of its last change); ErrStale,
// also where there is none.
func (t *Tx) UpdateTopic(x *Topic, seen time.Time, by string) error {
	x.Modifier, x.Modified = by, later(t.now, seen)
	return t.execOne("UPDATE topic SET title = ?, body = ?, start_date = ?, end_date = ?, is_public = ?, audience = ?, "+
		"institution_id = ?, importance = ?, is_mailed = ?, modifier = ?, modified = ? "+
		"WHERE id = ? AND modified = ?",
		x.Title, x.Body, x.StartDate, x.EndDate, x.IsPublic, x.Audience, x.InstitutionID, x.Importance, x.IsMailed, x.Modifier,
		ms(x.Modified), x.ID, ms(seen))
}

// AllFAQs lists every question, unpublished ones too, in the office's order.
func (q *Q) AllFAQs(p Page) ([]FAQ, int, error) {
	return page[FAQ](q, "f", "faq f", &where{}, "f.sort, f.id", p)
}

// LastFAQ is the highest number in the order.
func (q *Q) LastFAQ() (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT coalesce(max(sort), 0) FROM faq")
	return n, err
}

// UpdateFAQ writes a question as the caller saw it; ErrStale, also where there is none.
func (t *Tx) UpdateFAQ(f *FAQ, seen time.Time) error {
	f.Modified = later(t.now, seen)
	return update(t, "faq", f, "id = ? AND modified = ?", f.ID, ms(seen))
}

// later is now, or one millisecond after seen if that is later: a version always increases.
func later(now, seen time.Time) time.Time {
	if next := seen.Add(time.Millisecond); now.Before(next) {
		return next
	}
	return now
}

// SearchInquiries lists the newest first and counts them; status nil is all, end the last characters of the id, "" for all.
func (q *Q) SearchInquiries(status *int, end string, p Page) ([]Inquiry, int, error) {
	var w where
	if status != nil {
		w.add("i.status = ?", *status)
	}
	if end != "" {
		w.add("substr(i.id, -8) = ?", end)
	}
	return page[Inquiry](q, "i", "inquiry i", &w, "i.seq DESC", p)
}

// MarkInquiry moves an inquiry from the status that the caller saw, with the office's own note;
// ErrStale, ErrNotFound.
func (t *Tx) MarkInquiry(id string, seen, status int, note string) error {
	err := t.execOne("UPDATE inquiry SET status = ?, note = ? WHERE id = ? AND status = ?", status, note, id, seen)
	if !errors.Is(err, ErrStale) {
		return err
	}
	var n int
	if err := t.scan1([]any{&n}, "SELECT count(*) FROM inquiry WHERE id = ?", id); err != nil {
		return err
	}
	if n == 0 {
		return ErrNotFound
	}
	return ErrStale
}
