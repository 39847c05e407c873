package mail

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/textproto"
	"strings"
	"syscall"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
)

// Explain says in Japanese why a mail could not be passed to the server, and what to look at.
func Explain(err error) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var answer *textproto.Error
	var send *gomail.SendError
	switch {
	case isTimeout(err):
		return "メールサーバーが時間内に答えませんでした。名前、ポート番号、暗号化の方式と、ネットワークの制限を確かめてください。"
	case errors.As(err, &dns):
		return "メールサーバーの名前が見つかりません。名前の綴りと、このパソコンのネットワークを確かめてください。"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "メールサーバーが接続を受け付けません。名前とポート番号を確かめてください。"
	case errors.As(err, &unknown):
		return "メールサーバーの証明書を確かめられません。社内の認証局の場合は、起動のときに -smtp-ca で認証局の証明書を指定してください。"
	case errors.As(err, &host), errors.As(err, &invalid):
		return "メールサーバーの証明書が正しくありません（名前が違うか、期限が切れています）。メールサーバーの名前を確かめてください。"
	case errors.As(err, &record), strings.Contains(err.Error(), "STARTTLS"):
		return "暗号化の方式が、メールサーバーと合いません。STARTTLS（587番）と TLS（465番）のどちらかを確かめてください。"
	case errors.Is(err, errNoSignIn):
		return "メールサーバーが、使えるログインの方法を示しません。暗号化の方式とポート番号を確かめてください。"
	case errors.As(err, &answer) && isSignInCode(answer.Code):
		return "メールサーバーが、ユーザ名またはパスワードを受け付けませんでした。入力し直してください。"
	case errors.As(err, &send) && send.Reason == gomail.ErrSMTPMailFrom:
		return "メールサーバーが、差出人のアドレスを受け付けませんでした。差出人のアドレスを確かめてください。"
	case errors.As(err, &send) && send.Reason == gomail.ErrSMTPRcptTo:
		return "メールサーバーが、宛先のアドレスを受け付けませんでした。"
	}
	return "メールサーバーに渡せませんでした。下の答えを、メールサーバーの管理者に伝えてください。"
}

// isTimeout: also of one step within the time for the mail.
func isTimeout(err error) bool {
	var late timedOut
	var n net.Error
	return errors.As(err, &late) || errors.As(err, &n) && n.Timeout()
}

// isSignInCode: the codes by which a server refuses a sign-in (RFC 4954).
func isSignInCode(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

// maxAnswer is how much of a server's answer is shown.
const maxAnswer = 300

// Answer is a failure in the server's own words, on one line.
func Answer(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	if utf8.RuneCountInString(s) > maxAnswer {
		s = string([]rune(s)[:maxAnswer]) + "…"
	}
	return s
}
