package auth

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// Bounds of a new password, in characters (domain.md section 6). There are no
// rules on kinds of characters: length is what counts.
const (
	MinPassword = 12
	MaxPassword = 128
)

// Messages of the password policy, shown to the user as they are.
var (
	ErrPasswordEmpty   = errors.New("新しいパスワードを入力してください。")
	ErrPasswordShort   = fmt.Errorf("パスワードは%d文字以上で入力してください。", MinPassword)
	ErrPasswordLong    = fmt.Errorf("パスワードは%d文字以内で入力してください。", MaxPassword)
	ErrPasswordText    = errors.New("パスワードに使えない文字（改行やタブなど）が含まれています。取り除いて入力してください。")
	ErrPasswordLoginID = errors.New("ログインIDを含むパスワードは使えません。別のパスワードを入力してください。")
	ErrPasswordCommon  = errors.New("推測されやすいパスワードのため使えません。よく使われる言葉や数字の並びを避けて、別のパスワードを入力してください。")
)

// common.txt holds passwords that are tried first everywhere, of at least
// MinPassword characters, one per line, folded: well-known leaked ones,
// keyboard walks and sequences, frequent English words, Japanese names and
// words of this trade with the usual endings, and years. The list is ours, made
// by rule and common knowledge.
//
//go:embed common.txt
var commonText string

var commonPasswords = sync.OnceValue(func() map[string]struct{} {
	lines := strings.Fields(commonText)
	m := make(map[string]struct{}, len(lines))
	for _, l := range lines {
		m[l] = struct{}{}
	}
	return m
})

// CheckNewPassword says in Japanese what is wrong with a new password, or nil.
// Width and case do not get around the comparisons, but the password itself is
// hashed exactly as typed.
func CheckNewPassword(password, loginID string) error {
	switch n := utf8.RuneCountInString(password); {
	case password == "":
		return ErrPasswordEmpty
	case !utf8.ValidString(password) || strings.ContainsFunc(password, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return ErrPasswordText
	case n < MinPassword:
		return ErrPasswordShort
	case n > MaxPassword:
		return ErrPasswordLong
	}
	folded, id := fold(password), FoldLoginID(loginID)
	if containsID(folded, id) {
		return ErrPasswordLoginID
	}
	if _, found := commonPasswords()[folded]; found || distinct(folded) < 5 {
		return ErrPasswordCommon
	}
	return nil
}

// containsID says whether the password has the login ID in it, or the part of
// a mail address before the @. Very short ones are ignored: they occur in
// anything by chance.
func containsID(password, id string) bool {
	if id == "" {
		return false
	}
	if utf8.RuneCountInString(id) >= 4 && strings.Contains(password, id) {
		return true
	}
	local, _, isMail := strings.Cut(id, "@")
	return isMail && utf8.RuneCountInString(local) >= 5 && strings.Contains(password, local)
}

// distinct counts the different characters: 「aaaaaaaaaaaa」「121212121212」
// have too few to be listed one by one.
func distinct(s string) int {
	seen := map[rune]bool{}
	for _, r := range s {
		seen[r] = true
	}
	return len(seen)
}
