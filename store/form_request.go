package store

import "time"

// FormRequest records what a form created under the random key that it sent.
type FormRequest struct {
	UserID     string    `db:"user_id"`
	RequestKey string    `db:"request_key"`
	SubjectID  string    `db:"subject_id"`
	Created    time.Time `db:"created"`
}

// MadeByForm is the id of what the user's form created under its key; ErrNotFound. Only the user's
// own keys are searched.
func (q *Q) MadeByForm(v Viewer, requestKey string) (string, error) {
	f, err := get[FormRequest](q, "SELECT "+names[FormRequest]("f")+" FROM form_request f WHERE f.user_id = ? AND f.request_key = ?",
		v.UserID, requestKey)
	if err != nil {
		return "", err
	}
	return f.SubjectID, nil
}

// KeepFormRequest records what a form created.
func (t *Tx) KeepFormRequest(v Viewer, requestKey, subjectID string) error {
	return insert(t, "form_request", &FormRequest{v.UserID, requestKey, subjectID, t.now})
}
