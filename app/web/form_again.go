package web

import (
	"errors"

	"github.com/google/uuid"

	"tsunagu/store"
)

// FormKey is sent along by a form that makes something new.
type FormKey struct {
	RequestKey string `json:"requestKey,omitempty" doc:"新規のとき、フォームごとの乱数（UUID）。応答を受け取れずにもう一度送っても、一つだけ登録される"`
}

// Made is the id of what this form has made already, when its first answer got lost on the way:
// what the form sends now is stored in it, and nothing second comes to be. Empty where the form
// has made nothing.
func (k FormKey) Made(tx *store.Tx, by Actor) (string, error) {
	if k.RequestKey == "" {
		return "", nil
	}
	if _, err := uuid.Parse(k.RequestKey); err != nil {
		return "", Invalid("requestKey", "登録の番号が正しくありません。画面を読み込み直してください。入力した内容は残っています。")
	}
	id, err := tx.MadeByForm(by.Viewer, k.RequestKey)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// Keep remembers what this form has made.
func (k FormKey) Keep(tx *store.Tx, by Actor, id string) error {
	if k.RequestKey == "" {
		return nil
	}
	return tx.KeepFormRequest(by.Viewer, k.RequestKey, id)
}

// Stale says that a form is out of date: another version than it saw, or, where it made the thing
// and does not know its version, somebody else's change.
func (b Actor) Stale(made string, version int, seen *int, modifier string) bool {
	if made != "" {
		return modifier != b.ID()
	}
	return store.IsStale(seen, version)
}
