package directory

import (
	"errors"
	"strings"

	"tsunagu/app/web"
	"tsunagu/store"
)

func refused(code, detail string) *web.Problem {
	return &web.Problem{Title: "Not signed in", Status: 400, Detail: detail, Code: code}
}

var (
	errNone = refused("no_directory", "このログインIDのメールアドレスでは、社内のアカウントでのログインを使えません。パスワードなど、ほかの方法でログインしてください。"+
		"分からないときは、所属する金融機関の管理者に確認してください。")
	errDown = refused("directory_down", "金融機関の認証基盤（社内のアカウント）に、つながりません。しばらく待ってから、もう一度お試しください。"+
		"急ぐときは、パスワードをお持ちで、金融機関が許している場合に限り、パスワードでログインできます。続くときは、所属する金融機関の管理者に連絡してください。")
	errOver = refused("directory_over", "社内のアカウントでの手続きの時間（10分）が過ぎたか、別の画面で始めた手続きの続きでした。もう一度、最初からやり直してください。")
	errLeft = refused("directory_declined", "金融機関の認証基盤で、ログインが完了しませんでした。もう一度、最初からやり直してください。")
	errBad  = refused("directory_refused", "金融機関の認証基盤の応答を確認できなかったため、ログインできませんでした。もう一度お試しください。"+
		"続くときは、所属する金融機関の管理者に連絡してください。")
	errForged = refused("logout_refused", "ログアウトの知らせを確認できなかったため、何も終わっていません。")
	errWeak   = refused("directory_refused", "社内のアカウントでのログインの方法が、金融機関の決めた条件（多要素認証など）を満たしていません。"+
		"条件を満たす方法でもう一度ログインするか、所属する金融機関の管理者に確認してください。")
	errGroup = refused("directory_refused", "社内のアカウントが、つなぐの利用を許されたグループに入っていません。所属する金融機関の管理者に確認してください。")
	// errUnbound is one answer for who is bound to nobody, whose user may not sign in, and a door that is not his.
	errUnbound = refused("directory_unbound", "この社内のアカウントでは、ここからログインできません。つなぐの利用者と結び付いていないか、利用が止まっています。"+
		"所属する金融機関の管理者に、結び付けの案内を依頼してください（管理者の方は、事務局のログイン画面を使ってください）。")
	errOthers   = refused("directory_taken", "この社内のアカウントは、結び付けられません。すでに別の利用者と結び付いています。ご自身のものと違うときは、所属する金融機関の管理者に確認してください。")
	errHas      = refused("directory_bound", "すでに社内のアカウントと結び付いています。別のアカウントに替えるときは、所属する金融機関の管理者に、結び付けの解除を依頼してください。")
	errNotBound = refused("directory_unbound", "社内のアカウントと結び付いていません。「パスワード変更」の画面から結び付けるか、ほかの方法で確認してください。")
	errOther    = refused("directory_other", "ログインしている方の社内のアカウントではありません。ご自身のアカウントで、もう一度お試しください。")
	errOld      = refused("directory_old", "認証基盤が、いま本人を確認したことを示しませんでした。もう一度お試しください。続くときは、所属する金融機関の管理者に連絡してください。")
)

// problemOf says of a refusal what may be told to who stands at the screen.
func problemOf(err error) error {
	var r refusal
	switch {
	case errors.Is(err, errUnreached):
		return errDown
	case !errors.As(err, &r):
		return err
	case r == lacksACR || r == lacksAMR:
		return errWeak
	case r == lacksGroup:
		return errGroup
	}
	return errBad
}

// duplicateIs says in this room's words that a row is there already.
func duplicateIs(err error, p *web.Problem) error {
	if errors.Is(err, store.ErrDuplicate) {
		return p
	}
	return err
}

// notFoundIs says in this room's words that there is none.
func notFoundIs(err error, p *web.Problem) error {
	if errors.Is(err, store.ErrNotFound) {
		return p
	}
	return err
}

func joined(list []string) string { return strings.Join(list, " ") }
