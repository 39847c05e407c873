package host

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"regexp"
)

// NewLog is the program's log, in the format and level of the options.
func NewLog(o *Options, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.LogLevel)); err != nil {
		return nil, fmt.Errorf("-log-level は debug、info、warn、error のいずれかにしてください。")
	}
	ho := &slog.HandlerOptions{Level: level, ReplaceAttr: mask}
	switch o.Log {
	case "text":
		return slog.New(slog.NewTextHandler(w, ho)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, ho)), nil
	}
	return nil, fmt.Errorf("-log は text か json にしてください。")
}

// The platform logs no addresses and no secrets. As an error of a library could still contain one,
// whatever looks like a mail address or a token is masked.
var (
	mailLike  = regexp.MustCompile(`[^\s<>"'=,;()]+@[^\s<>"'=,;()]+`)
	tokenLike = regexp.MustCompile(`\b[A-Za-z0-9_-]{40,}(\.[A-Za-z0-9_-]+)*`)
)

func mask(_ []string, a slog.Attr) slog.Attr {
	if a.Key == "stack" { // only paths and names of functions
		return a
	}
	var s string
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		s = v.String()
	case slog.KindAny:
		err, ok := v.Any().(error)
		if !ok {
			return a
		}
		s = err.Error()
	default:
		return a
	}
	return slog.String(a.Key, tokenLike.ReplaceAllString(mailLike.ReplaceAllString(s, "***@***"), "***"))
}

// ServerLog is the error log of the HTTP server. Failed handshakes are usual on a public port and
// are logged at debug level only.
func ServerLog(l *slog.Logger) *log.Logger { return log.New(serverLog{l}, "", 0) }

type serverLog struct{ *slog.Logger }

func (l serverLog) Write(b []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.Contains(b, []byte("TLS handshake error")) || bytes.Contains(b, []byte("acme/autocert")) {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, "http server", "said", string(bytes.TrimSpace(b)))
	return len(b), nil
}
