package app

import (
	"errors"

	"github.com/google/uuid"

	"tsunagu/store"
)

// FormKey is sent along by a form that makes something new.
type FormKey struct {
	RequestKey string `json:"requestKey,omitempty" doc:"新規のとき、フォームごとの乱数（UUID）。応答を受け取れずにもう一度送っても、一つだけ登録される"`
}

// made is the id of what this form has made already, when its first answer got lost on the way:
// what the form sends now is stored in it, and nothing second comes to be. Empty where the form
// has made nothing.
func (k FormKey) made(tx *store.Tx, by actor) (string, error) {
	if k.RequestKey == "" {
		return "", nil
	}
	if _, err := uuid.Parse(k.RequestKey); err != nil {
		return "", invalid("requestKey", "登録の番号が正しくありません。画面を読み込み直してください。入力した内容は残っています。")
	}
	id, err := tx.MadeByForm(by.viewer, k.RequestKey)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// keep remembers what this form has made.
func (k FormKey) keep(tx *store.Tx, by actor, id string) error {
	if k.RequestKey == "" {
		return nil
	}
	return tx.KeepFormRequest(by.viewer, k.RequestKey, id)
}

// stale says that a form is out of date: another version than it saw, or, where it made the thing
// and does not know its version, somebody else's change.
func (b actor) stale(made string, version, seen int, modifier string) bool {
	if made != "" {
		return modifier != b.id()
	}
	return version != seen
}
