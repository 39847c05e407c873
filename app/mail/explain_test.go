package mail

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/mail/mailtest"
)

// Each way in which a server can fail is told in words that say what to look at.
func TestExplain(t *testing.T) {
	s := mailtest.Start(t, mailtest.Options{TLS: true, User: "user", Password: "right"})
	good := client(s, StartTLS)
	good.User, good.Password = "user", "right"
	for name, c := range map[string]struct {
		change func(*SMTP)
		want   string
	}{
		"a wrong password":      {func(x *SMTP) { x.Password = "wrong" }, "ユーザ名またはパスワード"},
		"an unknown authority":  {func(x *SMTP) { x.Roots = nil }, "-smtp-ca"},
		"TLS from the start":    {func(x *SMTP) { x.TLS = TLS }, "暗号化の方式"},
		"a name that is not":    {func(x *SMTP) { x.Host = "mail.invalid" }, "名前が見つかりません"},
		"a port without server": {func(x *SMTP) { x.Port = 1 }, "接続を受け付けません"},
	} {
		x := good
		c.change(&x)
		err := x.Send(t.Context(), letterTo(t, "a@example.jp"))
		if err == nil || !strings.Contains(Explain(err), c.want) {
			t.Errorf("%s: %v: %s", name, err, Explain(err))
		}
		if a := Answer(err); a == "" || strings.ContainsAny(a, "\r\n") {
			t.Errorf("%s: answer %q", name, a)
		}
	}
	for step, want := range map[mailtest.Step]string{mailtest.Sender: "差出人", mailtest.Receiver: "宛先", mailtest.Content: "管理者"} {
		s.Answer(step, 550, "no "+strings.Repeat("x", 400))
		err := good.Send(t.Context(), letterTo(t, "a@example.jp"))
		if err == nil || !strings.Contains(Explain(err), want) {
			t.Errorf("%s: %v: %s", step, err, Explain(err))
		}
		if n := len([]rune(Answer(err))); n > maxAnswer+1 {
			t.Errorf("%s: an answer of %d characters", step, n)
		}
		s.Answer(step, 0, "")
	}
	x := good
	x.Timeout = 200 * time.Millisecond
	s.Hold()
	if err := x.Send(t.Context(), letterTo(t, "a@example.jp")); err == nil || !strings.Contains(Explain(err), "時間内") {
		t.Errorf("a server that does not answer: %v", err)
	}
	s.Resume()
}
