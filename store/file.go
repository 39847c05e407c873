package store

import "time"

// File is an attachment, a signed paper or a document on disk. Path is random and below
// FilesDir; no path ever comes from a name (trust.md Input and output).
type File struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	MediaType string    `db:"media_type"`
	Size      int64     `db:"size"`
	SHA256    string    `db:"sha256"`
	Path      string    `db:"path"`
	Creator   string    `db:"creator"`
	Created   time.Time `db:"created"`
}

// CreateFile records a file that is already on disk, synced.
func (t *Tx) CreateFile(f *File, by string) error {
	f.Creator, f.Created = by, t.now
	t.files = append(t.files, f.Path)
	return insert(t, "file", f)
}

// FilesAfter lists the attachments with a later id: ids are ordered by time, as far as their writers' clocks go.
func (q *Q) FilesAfter(id string) ([]File, error) {
	return list[File](q, "SELECT "+names[File]("f")+" FROM file f WHERE f.id > ? ORDER BY f.id", id)
}

// File by id; ErrNotFound. Who may read it is asked of the message, paper or document it belongs to.
func (q *Q) File(id string) (*File, error) {
	return get[File](q, "SELECT "+names[File]("f")+" FROM file f WHERE f.id = ?", id)
}
