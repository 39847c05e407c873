package stamp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// Events for the network's SIEM: RFC 5424 over TLS with the lengths of RFC 5425. That protocol has no acknowledgement. So events go in
// batches, each
// on a connection of its own: after the last one we say that we write no more (close_notify), and the receiver closes when it has read to
// there.
// Only then the cursor moves. What is cut off before is sent again with the same numbers, by which a receiver drops what it has.

const (
	batchEvents = 500
	siemTime    = 30 * time.Second // for a batch, from the first byte to the receiver's close
	// eventElement names our structured data. 32473 is the number of documentation (RFC 5612): the product has none of its own.
	eventElement = "tsunagu@32473"
	facility     = 13 // log audit
)

// severity of an event: what was refused is a warning.
func severity(result string) int {
	if result == "refused" || result == "replay" {
		return 4
	}
	return 6
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `]`, `\]`)

// field is one parameter of structured data. What no receiver could read as text becomes a question mark.
func field(b *strings.Builder, name, value string) {
	value = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(value, "?"))
	fmt.Fprintf(b, ` %s="%s"`, name, escaped.Replace(value))
}

// headerWord is a word of the header: printable ASCII without a space, at most so long; "-" for nothing.
func headerWord(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '_'
		}
		return r
	}, s)
	if s == "" {
		return "-"
	}
	return s[:min(len(s), most)]
}

// frame is an event with its length before it (RFC 5425 4.3).
func frame(host, event, result string, at time.Time, fields [][2]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%d>1 %s %s tsunagu - %s [%s", facility*8+severity(result), at.UTC().Format(timeForm), headerWord(host, 255),
		headerWord(event, 32),
		eventElement)
	for _, f := range fields {
		field(&b, f[0], f[1])
	}
	b.WriteString("]")
	return strconv.Itoa(b.Len()) + " " + b.String()
}

// batch is what goes on one connection.
type batch struct {
	text  strings.Builder
	moves []move
	count int
}

type move struct {
	was       *store.EventCursor
	seq, sent int64
}

// nextBatch are the next events of the chains. What the office may not read goes nowhere and is not counted; the cursor passes it.
func nextBatch(q *store.Q, s *siem, host string) (*batch, error) {
	b, out := &batch{}, store.KeptFromOffice()
	for _, chain := range s.chains() {
		was, err := q.EventCursor(chain)
		if err != nil {
			return nil, err
		}
		head, _, err := q.ChainHead(chain, time.UnixMilli(1<<52))
		if err != nil {
			return nil, err
		}
		to := move{was, head, was.Sent}
		n := 0
		add := func(event, result string, at time.Time, seq int64, fields ...[2]string) {
			n++
			to.sent++
			to.seq = seq
			b.text.WriteString(frame(host, event, result, at, append([][2]string{{"stream", was.Stream}, {"log", chain},
				{"seq", strconv.FormatInt(to.sent, 10)}}, fields...)))
		}
		if chain == store.ChainAudit {
			lines, err := q.OfficeAudit(out, was.Seq, head, batchEvents)
			if err != nil {
				return nil, err
			}
			for i := range lines {
				l := &lines[i]
				add(l.Event, l.Result, l.At, l.Seq, [2]string{"event", l.Event}, [2]string{"user", l.UserID}, [2]string{"role", strconv.Itoa(l.Role)},
					[2]string{"institution", l.InstitutionID}, [2]string{"subjectKind", l.SubjectKind}, [2]string{"subject", l.SubjectID},
					[2]string{"result", l.Result}, [2]string{"ip", l.IP}, [2]string{"method", l.Method})
			}
		} else {
			lines, err := q.OfficeLedger(out, was.Seq, head, batchEvents)
			if err != nil {
				return nil, err
			}
			for i := range lines {
				l := &lines[i]
				add("ledger."+l.Kind, "ok", l.At, l.Seq, [2]string{"kind", l.Kind}, [2]string{"listing", l.ListingID},
					[2]string{"negotiation", l.NegotiationID}, [2]string{"level", strconv.Itoa(l.Level)}, [2]string{"institution", l.InstitutionID})
			}
		}
		if n < batchEvents { // these were all: what is not for it lies behind the cursor, too
			to.seq = max(head, was.Seq)
		}
		if b.count += n; to.seq != was.Seq {
			b.moves = append(b.moves, to)
		}
	}
	return b, nil
}

// SendEvents sends what waits. A receiver that is dead is left alone for a while, longer each time; what waits stays in the logs.
func (a Room) SendEvents(r *web.JobRun) error {
	t := web.StateOf[turns](a.Platform)
	t.sending.Lock()
	defer t.sending.Unlock()
	for {
		var s *siem
		var b *batch
		err := r.Read(func(q *store.Q) (err error) {
			if s, err = settingOf[siem](q, store.SettingSIEM); err != nil || !s.IsOn {
				return err
			}
			held, err := q.Held()
			if err != nil || !held.Since.IsZero() { // a copy that was restored to be looked at tells nobody of its events
				return err
			}
			state, err := q.ProofState(store.StateSIEM)
			if err != nil || !r.ByHand && state.Next.After(q.Now()) {
				return err
			}
			b, err = nextBatch(q, s, a.host())
			return err
		})
		if err != nil || b == nil || len(b.moves) == 0 {
			return err
		}
		if b.count > 0 {
			if err := a.tell(r, store.StateSIEM, a.deliver(r, s, b.text.String())); err != nil {
				return err
			}
		}
		if err := a.Store.Write(context.WithoutCancel(r), func(tx *store.Tx) error {
			for _, m := range b.moves {
				if err := tx.MoveEvents(m.was, m.seq, m.sent); err != nil {
					return err
				}
			}
			return nil
		}); errors.Is(err, store.ErrStale) {
			continue // the setting was changed meanwhile
		} else if err != nil {
			return err
		}
		r.Did("送ったイベント", b.count)
		if err := r.Rest(); err != nil {
			return err
		}
	}
}

// host is the name of this server in events.
func (a Room) host() string {
	u, err := url.Parse(a.BaseURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// deliver writes a batch and waits until the receiver has closed the connection after our end.
func (a Room) deliver(ctx context.Context, s *siem, text string) error {
	c, err := a.dial(ctx, s)
	var words *web.OfficeError
	if errors.As(err, &words) {
		return err
	}
	if err != nil {
		return unreachable(err, "受け取るサーバ")
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	if err := c.SetDeadline(time.Now().Add(siemTime)); err != nil {
		return err
	}
	if _, err := io.WriteString(c, text); err != nil {
		return unreachable(err, "受け取るサーバ")
	}
	if err := c.CloseWrite(); err != nil {
		return unreachable(err, "受け取るサーバ")
	}
	if n, err := io.Copy(io.Discard, io.LimitReader(c, replyBytes+1)); err != nil {
		return cutOff(err)
	} else if n > 0 { // RFC 5425 knows no answer
		return refused("受け取るサーバが、syslogのサーバではない答え方をしました。設定のアドレスとポート番号を確かめてください。")
	}
	return nil
}

func cutOff(err error) error {
	if isTimeout(err) {
		return unreachable(err, "受け取るサーバ")
	}
	return &web.OfficeError{Text: "受け取るサーバが、最後まで受け取る前に接続を切りました。受け取られたか分からない分は、あとで同じ番号でもう一度送ります。", Err: err}
}

func (a Room) dial(ctx context.Context, s *siem) (*tls.Conn, error) {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(s.CA))
	c := &tls.Config{RootCAs: pool, ServerName: s.Host, MinVersion: tls.VersionTLS12}
	if s.Certificate != "" {
		key, err := a.Keys.Open(s.Key)
		if err != nil {
			return nil, refused("登録してあるこちらの秘密鍵を開けません。証明書と秘密鍵を、もう一度登録してください。")
		}
		pair, err := tls.X509KeyPair([]byte(s.Certificate), key)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d := &tls.Dialer{NetDialer: &net.Dialer{Control: outward}, Config: c}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(s.Host, strconv.Itoa(s.port())))
	if err != nil {
		return nil, err
	}
	return conn.(*tls.Conn), nil
}
