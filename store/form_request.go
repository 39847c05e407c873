package store

import "time"

// FormRequest is what a form made under the random key that it sent along.
type FormRequest struct {
	UserID     string    `db:"user_id"`
	RequestKey string    `db:"request_key"`
	SubjectID  string    `db:"subject_id"`
	Created    time.Time `db:"created"`
}

// MadeByForm is the id of what the user's form has made under its key; ErrNotFound. The key is
// looked for among the user's own alone.
func (q *Q) MadeByForm(v Viewer, requestKey string) (string, error) {
	f, err := get[FormRequest](q, "SELECT "+names[FormRequest]("f")+" FROM form_request f WHERE f.user_id = ? AND f.request_key = ?",
		v.UserID, requestKey)
	if err != nil {
		return "", err
	}
	return f.SubjectID, nil
}

// KeepFormRequest remembers what a form made.
func (t *Tx) KeepFormRequest(v Viewer, requestKey, subjectID string) error {
	return insert(t, "form_request", &FormRequest{v.UserID, requestKey, subjectID, t.now})
}
