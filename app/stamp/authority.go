package stamp

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// patience is how long the authority may take, from the name of its machine to the last byte.
const patience = 20 * time.Second

// ask sends a request to the authority that is set and returns its reply, which nobody has verified yet. It goes to that address and
// nowhere
// else: no redirect is followed and no proxy of the environment used.
func ask(ctx context.Context, s *authority, query []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pool.AppendCertsFromPEM([]byte(s.CA))
	t := &http.Transport{DialContext: (&net.Dialer{Timeout: patience, Control: outward}).DialContext, DisableKeepAlives: true,
		TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, MaxResponseHeaderBytes: replyBytes}
	c := &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Address, bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	q.Header.Set("Content-Type", "application/timestamp-query")
	q.Header.Set("User-Agent", "")
	res, err := c.Do(q)
	if err != nil {
		return nil, unreachable(err, "タイムスタンプ局")
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		return nil, refused("タイムスタンプ局が、別のアドレスへ移るように答えました。安全のため、移っていません。局の正しいアドレスを、設定に入力してください。")
	}
	if res.StatusCode != http.StatusOK {
		return nil, refused("タイムスタンプ局が、タイムスタンプを返しませんでした（HTTP %d）。アドレスと契約を確かめてください。", res.StatusCode)
	}
	if kind := res.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/timestamp-reply") {
		return nil, refused("タイムスタンプ局の答えが、タイムスタンプではありません。アドレスを確かめてください。")
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, replyBytes+1))
	if err != nil {
		return nil, unreachable(err, "タイムスタンプ局")
	}
	return b, nil
}

var errOutward = errors.New("an address of this machine's own network interface")

// outward refuses addresses at which only machines' own services answer, such as a cloud's of its credentials: a name may lead anywhere.
func outward(_, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := a.Addr().Unmap(); ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified() {
		return errOutward
	}
	return nil
}

// unreachable says in words why another machine was not reached.
func unreachable(err error, who string) error {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var dns *net.DNSError
	var alert tls.AlertError
	text := "に接続できません。ネットワークと、設定のアドレスを確かめてください。"
	switch {
	case errors.Is(err, errOutward):
		text = "のアドレスが、接続してはならないもの（リンクローカルなど）です。設定のアドレスを直してください。"
	case errors.As(err, &dns):
		text = "の名前が見つかりません。設定のアドレスと、DNSを確かめてください。"
	case errors.As(err, &unknown):
		text = "のサーバ証明書が、設定した認証局の証明書につながりません。認証局の証明書を確かめてください。"
	case errors.As(err, &name):
		text = "のサーバ証明書が、別の名前のものです。設定のアドレスを確かめてください。"
	case errors.As(err, &invalid):
		text = "のサーバ証明書が、有効期間の外か、正しくありません。相手の証明書と、このコンピュータの時計を確かめてください。"
	case errors.As(err, &alert):
		text = "が、暗号化の接続を断りました。こちらの証明書が必要か、確かめてください。"
	case errors.Is(err, syscall.ECONNREFUSED):
		text = "が接続を受け付けていません。相手が動いているか、ポート番号が正しいかを確かめてください。"
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		text = "から、時間内に答えがありません。相手が動いているかを確かめてください。"
	}
	return &web.OfficeError{Text: who + text + "記録は失われていません。あとでやり直します。", Err: err}
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// writer is what a run and a request have in common.
type writer interface{ context.Context }

// note writes down how a try went; of a try that went well after another nothing is written.
func (a Room) note(ctx writer, p *web.Platform, name string, failed error) error {
	var was *store.ProofState
	if err := p.Store.Read(ctx, func(q *store.Q) (err error) { was, err = q.ProofState(name); return err }); err != nil {
		return err
	}
	if failed == nil && was.Error == "" {
		return nil
	}
	next := &store.ProofState{Name: name}
	if failed != nil {
		next.Error, next.Tries = wordsOf(failed), was.Tries+1
		next.Next = p.Store.Now().Add(backOff(next.Tries))
	}
	return p.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error { return tx.PutProofState(next) })
}

// backOff is how long a receiver that is dead is left alone: a minute, then twice as long each time, up to half an hour.
func backOff(tries int) time.Duration {
	return min(time.Minute<<min(tries-1, 10), 30*time.Minute)
}

// wordsOf is an error in words for the office.
func wordsOf(err error) string {
	var words *web.OfficeError
	var p *web.Problem
	switch {
	case errors.As(err, &words):
		return words.Text
	case errors.As(err, &p):
		return p.Detail
	}
	return "問題が起きて、終わりまで進めませんでした。サーバの記録（ログ）を管理者に確認してもらってください。記録は失われていません。"
}

// stampDue has the newest proof stamped, where the authority is set and it is not yet.
func (a Room) stampDue(r *web.JobRun) error {
	var s *authority
	var p *store.Proof
	err := r.Read(func(q *store.Q) (err error) {
		if s, err = settingOf[authority](q, store.SettingStamp); err != nil || !s.IsOn {
			return err
		}
		p, err = unstamped(q)
		return err
	})
	if err != nil || p == nil || a.Demo {
		return err
	}
	if err := a.tell(r, store.StateStamp, a.stamp(r, s, p, web.System)); err != nil {
		return err
	}
	r.Did("押したタイムスタンプ", 1)
	return nil
}

// unstamped is the newest proof, if it has no stamp. One request is enough however many days were missed: the newest proof holds the
// digest of
// the one before, so its stamp proves them all, and an authority cannot give an earlier time for them anyway.
func unstamped(q *store.Q) (*store.Proof, error) {
	p, err := q.LastProof(false)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = q.ProofStamp(p.ID)
	if errors.Is(err, store.ErrNotFound) {
		return p, nil
	}
	return nil, err
}

// stamp asks the authority for a proof and keeps its reply.
func (a Room) stamp(ctx context.Context, s *authority, p *store.Proof, by web.Actor) error {
	t := web.StateOf[turns](a.Platform)
	t.stamping.Lock()
	defer t.stamping.Unlock()
	query, err := request(p, s.Policy)
	if err != nil {
		return err
	}
	reply, err := ask(ctx, s, query)
	if err != nil {
		return err
	}
	x, err := s.reading()
	if err != nil {
		return err
	}
	x.now, x.isOnline = a.Store.Now(), true
	kept, err := x.verify(reply, p)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error { return keepStamp(tx, kept, by) })
}

// keepStamp keeps a verified reply. A second one for the same proof changes nothing: the first proves the earlier time.
func keepStamp(tx *store.Tx, s *store.ProofStamp, by web.Actor) error {
	s.Creator = by.ID()
	if err := tx.AddProofStamp(s); errors.Is(err, store.ErrDuplicate) {
		return nil
	} else if err != nil {
		return err
	}
	if err := tx.PutProofState(&store.ProofState{Name: store.StateStamp}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("proof_stamped", "network", "network", "ok", s.ProofID))
}
