package store

import (
	"encoding/json"
	"errors"
	"time"
)

// Memorandum is 企業概要書 of a listing as its bank works on it (papers.md 2): one of a listing and an institution, counted at each saving.
type Memorandum struct {
	ID            string          `db:"id"`
	ListingID     string          `db:"listing_id"`
	InstitutionID string          `db:"institution_id"` // whose secret it is
	Revision      int             `db:"revision"`
	Content       json.RawMessage `db:"content"` // sections, periods, and which pictures stand where
	Creator       string          `db:"creator"`
	Created       time.Time       `db:"created"`
	Modifier      string          `db:"modifier"`
	Modified      time.Time       `db:"modified"`
}

// MemorandumPicture is a picture that somebody chose for it. Its file is drawn anew from the pixels of what came; Source is a hash of that.
type MemorandumPicture struct {
	ID            string    `db:"id"`
	ListingID     string    `db:"listing_id"`
	InstitutionID string    `db:"institution_id"`
	FileID        string    `db:"file_id"`
	Source        string    `db:"source"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// MemorandumGiven is the document to which a level of it was added (資料として渡す), and what its newest edition was made from.
type MemorandumGiven struct {
	ListingID     string    `db:"listing_id"`
	InstitutionID string    `db:"institution_id"`
	Level         int       `db:"level"`
	DocumentID    string    `db:"document_id"`
	Revision      int       `db:"revision"`
	Source        string    `db:"source"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// ofDesk is the condition of rows of a listing that the viewer's institution wrote. The caller has checked that it is in charge.
const ofDesk = " WHERE m.listing_id = ? AND m.institution_id = ?"

// Memorandum of a listing, of the viewer's institution; ErrNotFound. After a merger there may be an older one beside it.
func (q *Q) Memorandum(v Viewer, listingID string) (*Memorandum, error) {
	return get[Memorandum](q, "SELECT "+names[Memorandum]("m")+" FROM memorandum m"+ofDesk+" ORDER BY m.modified DESC, m.seq DESC LIMIT 1",
		listingID, v.InstitutionID)
}

// MemorandumPictures are the pictures of a listing, of the viewer's institution, by id.
func (q *Q) MemorandumPictures(v Viewer, listingID string) (map[string]MemorandumPicture, error) {
	all, err := list[MemorandumPicture](q, "SELECT "+names[MemorandumPicture]("m")+" FROM memorandum_picture m"+ofDesk+" ORDER BY m.id",
		listingID, v.InstitutionID)
	out := map[string]MemorandumPicture{}
	for _, p := range all {
		out[p.ID] = p
	}
	return out, err
}

// MemorandaGiven are the documents that were made of it and are there still, by level.
func (q *Q) MemorandaGiven(v Viewer, listingID string) ([]MemorandumGiven, error) {
	return list[MemorandumGiven](q, "SELECT "+names[MemorandumGiven]("m")+" FROM memorandum_given m JOIN document d ON d.id = m.document_id "+
		"AND d.removed IS NULL"+ofDesk+" ORDER BY m.level", listingID, v.InstitutionID)
}

// SaveMemorandum writes what the caller read as x, a new one without an id; ErrStale where somebody else wrote it meanwhile.
func (t *Tx) SaveMemorandum(x *Memorandum, by string) error {
	seen := x.Revision
	x.Revision, x.Modifier, x.Modified = seen+1, by, t.now
	if x.ID == "" {
		x.ID, x.Creator, x.Created = NewID(), by, t.now
		return insert(t, "memorandum", x)
	}
	return update(t, "memorandum", x, "id = ? AND revision = ?", x.ID, seen)
}

// CreateMemorandumPicture writes a picture; its file has a row already.
func (t *Tx) CreateMemorandumPicture(p *MemorandumPicture, by string) error {
	p.ID, p.Creator, p.Created = NewID(), by, t.now
	return insert(t, "memorandum_picture", p)
}

// ForgetMemorandumPicture deletes a picture that stands nowhere any more; its file loses its row, and the clean-up that uses FilePaths
// deletes it from the disk.
func (t *Tx) ForgetMemorandumPicture(p *MemorandumPicture) error {
	_, err := t.exec("DELETE FROM memorandum_picture WHERE id = ?", p.ID)
	if err == nil {
		_, err = t.exec("DELETE FROM file WHERE id = ?", p.FileID)
	}
	return err
}

// PutMemorandumGiven remembers what was added to the documents at a level.
func (t *Tx) PutMemorandumGiven(g *MemorandumGiven, by string) error {
	g.Creator, g.Created = by, t.now
	err := t.execOne("UPDATE memorandum_given SET document_id = ?, revision = ?, source = ?, creator = ?, created = ? WHERE listing_id = ? "+
		"AND institution_id = ? AND level = ?", g.DocumentID, g.Revision, g.Source, by, ms(t.now), g.ListingID, g.InstitutionID, g.Level)
	if errors.Is(err, ErrStale) {
		return insert(t, "memorandum_given", g)
	}
	return err
}
