package stamp

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Calls registers this room's calls: the office's alone.
func (a Room) Calls() {
	const all = "ネットワーク"
	web.Add(a.Platform, call("GET", "GetProof", all, "第三者による証明：日ごとのタイムスタンプ、記録のファイル、SIEMへの送信の状態と設定"),
		func(r *web.Request, in *proofQuery) (*proofScreen, error) {
			return web.Reading(r, func(q *store.Q) (*proofScreen, error) { return a.screen(q, in.Page()) })
		})
	web.Add(a.Platform, signin.InBody(call("PUT", "UpdateStampAuthority", all, "タイムスタンプ局の設定の変更")),
		func(r *web.Request, in *struct{ Body authorityInput }) (web.Nothing, error) {
			return web.Nothing{}, a.saveAuthority(r, &in.Body)
		})
	web.Add(a.Platform, call("POST", "StampNow", all, "いまの記録を証明の対象にし、設定していればタイムスタンプを押す"),
		func(r *web.Request, in *struct{ Body stampInput }) (*stamped, error) { return a.stampNow(r, &in.Body) })
	web.AddFile(a.Platform, call("GET", "GetStampRequest", all, "タイムスタンプの依頼のファイル（.tsq）"),
		func(r *web.Request, in *proofRef) (*web.Download, error) { return a.requestFile(r, in.ProofID) })
	web.Add(a.Platform, call("POST", "SendStampReply", all, "タイムスタンプの応答のファイル（.tsr）を確かめて、保存する"),
		func(r *web.Request, in *struct{ Body replyInput }) (*stamped, error) { return a.takeReply(r, &in.Body) })
	web.AddFile(a.Platform, call("GET", "GetStampReply", all, "保存したタイムスタンプ（.tsr）"),
		func(r *web.Request, in *proofRef) (*web.Download, error) { return a.replyFile(r, in.ProofID) })
	web.AddFile(a.Platform, call("GET", "GetDailyFile", all, "一日の記録のファイル（JSONL）。事務局が見られる行だけ").Freshly(),
		func(r *web.Request, in *dayRef) (*web.Download, error) { return a.dailyDownload(r, in.Day, false) })
	web.AddFile(a.Platform, call("GET", "GetDailySignature", all, "一日の記録のファイルの署名"),
		func(r *web.Request, in *dayRef) (*web.Download, error) { return a.dailyDownload(r, in.Day, true) })
	web.AddFile(a.Platform, call("GET", "GetDailyKey", all, "記録のファイルの署名を確かめる公開鍵（PEM）"),
		func(r *web.Request, _ *struct{}) (*web.Download, error) {
			text, _ := auth.PublicPEM(a.publicKey())
			return r.AuditedOf(download(KeyName, "application/x-pem-file", text), "daily_key_download", "network", "network", "")
		})
	web.Add(a.Platform, signin.InBody(call("PUT", "UpdateSIEM", all, "SIEMへの送信の設定の変更")),
		func(r *web.Request, in *struct{ Body siemInput }) (web.Nothing, error) {
			return web.Nothing{}, a.saveSIEM(r, &in.Body)
		})
}

func call(method, name, records, summary string) web.Call {
	c := web.OfficeCall(method, name, web.ADM, records, summary)
	c.Spec = "papers 4"
	return c
}

func (a Room) publicKey() ed25519.PublicKey { return a.Keys.DailyKey().Public().(ed25519.PublicKey) }

func download(name, media string, b []byte) *web.Download {
	return &web.Download{Name: name, MediaType: media, Size: int64(len(b)), Body: io.NopCloser(bytes.NewReader(b))}
}

// stampNow makes a proof of this moment and, where the authority is set, has it stamped. Where that fails the proof stays and waits.
func (a Room) stampNow(r *web.Request, in *stampInput) (*stamped, error) {
	var p *store.Proof
	var s *authority
	for try := 0; ; try++ { // the lines are read while others write; where a proof came meanwhile, again
		fresh, err := web.Reading(r, func(q *store.Q) (*store.Proof, error) { return a.nextProof(q, "", q.Now(), r.ID()) })
		if err != nil {
			return nil, err
		}
		err = r.Write(func(tx *store.Tx) error {
			made, err := in.Made(tx, r.Actor)
			if err != nil {
				return err
			}
			if s, err = settingOf[authority](&tx.Q, store.SettingStamp); err != nil {
				return err
			}
			if made != "" { // a second click
				p, err = tx.Proof(made)
				return err
			}
			p = fresh
			if err := tx.AddProof(p); err != nil {
				return err
			}
			if err := in.Keep(tx, r.Actor, p.ID); err != nil {
				return err
			}
			return tx.AddAudit(r.Line("proof_made", "network", "network", "ok", p.ID))
		})
		if errors.Is(err, store.ErrStale) && try < 3 {
			continue
		}
		if err != nil {
			return nil, err
		}
		break
	}
	out := &stamped{ProofID: p.ID}
	if !s.IsOn || a.Demo {
		out.Detail = "いまの記録を、証明の対象にしました。自動で押す設定ではないので、依頼のファイルを局に渡し、応答のファイルを取り込んでください。"
		return out, nil
	}
	err := r.Read(func(q *store.Q) error { _, err := q.ProofStamp(p.ID); return err })
	if errors.Is(err, store.ErrNotFound) {
		err = a.stamp(r, s, p, r.Actor)
		if noted := a.note(r, a.Platform, store.StateStamp, err); noted != nil {
			return nil, noted
		}
	}
	if out.IsStamped = err == nil; out.IsStamped {
		out.Detail = "タイムスタンプを押しました。"
		return out, nil
	}
	var words *web.OfficeError
	if !errors.As(err, &words) {
		return nil, err
	}
	out.Detail = words.Text + "証明の対象は記録してあり、次の1時間ごとの処理で、もう一度押します。"
	return out, nil
}

func (a Room) requestFile(r *web.Request, id string) (*web.Download, error) {
	b, err := web.Reading(r, func(q *store.Q) ([]byte, error) {
		p, err := q.Proof(id)
		if err != nil {
			return nil, err
		}
		s, err := settingOf[authority](q, store.SettingStamp)
		if err != nil {
			return nil, err
		}
		return request(p, s.Policy)
	})
	if err != nil {
		return nil, err
	}
	return r.AuditedOf(download("tsunagu-"+id[:8]+".tsq", "application/timestamp-query", b), "stamp_request_download", "network", "network",
		id)
}

// takeReply verifies a reply that came as a file and keeps it. One of another proof is refused with which.
func (a Room) takeReply(r *web.Request, in *replyInput) (*stamped, error) {
	var c web.Check
	c.Text(in, "reply", "応答のファイル", &in.Reply, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	reply, err := base64.StdEncoding.DecodeString(in.Reply)
	if err != nil {
		return nil, web.Invalid("reply", "応答のファイルを読めません。ファイルを選び直してください。")
	}
	return web.Writing(r, func(tx *store.Tx) (*stamped, error) {
		p, err := tx.Proof(in.ProofID)
		if err != nil {
			return nil, err
		}
		s, err := settingOf[authority](&tx.Q, store.SettingStamp)
		if err != nil {
			return nil, err
		}
		x, err := s.reading()
		if err != nil {
			return nil, err
		}
		if len(x.roots) == 0 {
			return nil, web.Invalid("reply", "応答を確かめるための認証局の証明書が、まだ設定されていません。先に設定に貼り付けてください。")
		}
		x.now = tx.Now()
		kept, err := x.verify(reply, p)
		var words *web.OfficeError
		if errors.As(err, &words) {
			return nil, web.Invalid("reply", words.Text+ofOther(&tx.Q, reply, p))
		}
		if err != nil {
			return nil, err
		}
		kept.ByFile = true
		return &stamped{p.ID, true, "応答を確かめて、保存しました。"}, keepStamp(tx, kept, r.Actor)
	})
}

// ofOther says of which other proof a reply is, if it is of one.
func ofOther(q *store.Q, reply []byte, p *store.Proof) string {
	digest, err := imprintOf(reply)
	if err != nil || digest == p.Digest {
		return ""
	}
	o, err := q.ProofOfDigest(digest)
	if err != nil {
		return ""
	}
	if o.Day == "" {
		return "これは、" + clock(o.At) + " に手で押した対象への応答です。"
	}
	return "これは、" + o.Day + " の対象への応答です。"
}

func (a Room) replyFile(r *web.Request, id string) (*web.Download, error) {
	s, err := web.Reading(r, func(q *store.Q) (*store.ProofStamp, error) { return q.ProofStamp(id) })
	if err != nil {
		return nil, err
	}
	return r.AuditedOf(download("tsunagu-"+id[:8]+".tsr", "application/timestamp-reply", s.Reply), "stamp_reply_download", "network",
		"network", id)
}

func (a Room) dailyDownload(r *web.Request, day string, isSignature bool) (*web.Download, error) {
	name, media := DailyName(day), "application/x-ndjson"
	b, err := web.Reading(r, func(q *store.Q) ([]byte, error) {
		p, err := q.ProofOfDay(day)
		if err != nil {
			return nil, err
		}
		if isSignature {
			return hex.DecodeString(p.DailySignature)
		}
		return dailyOf(q, p)
	})
	if err != nil {
		return nil, err
	}
	if isSignature {
		name, media = name+".sig", "application/octet-stream"
	}
	return r.AuditedOf(download(name, media, b), "daily_file_download", "network", "network", name)
}

func (a Room) screen(q *store.Q, page store.Page) (*proofScreen, error) {
	out := &proofScreen{MarkList: []mark{}}
	if err := a.showAuthority(q, &out.Authority); err != nil {
		return nil, err
	}
	ps, n, err := q.Proofs(page)
	if err != nil {
		return nil, err
	}
	out.AllCount = n
	for i := range ps {
		m, err := markOf(q, &ps[i])
		if err != nil {
			return nil, err
		}
		out.MarkList = append(out.MarkList, *m)
	}
	_, out.Daily.Fingerprint = auth.PublicPEM(a.publicKey())
	out.Daily.CommandList = Commands("")
	if len(ps) > 0 {
		out.Daily.CommandList = Commands(ps[0].Day)
	}
	out.Daily.HasFolder = a.DailyDir != ""
	if out.Daily.ProblemShown, err = problemOf(q, store.StateFolder); err != nil {
		return nil, err
	}
	return out, a.showSIEM(q, &out.SIEM)
}

func problemOf(q *store.Q, name string) (ProblemShown, error) {
	s, err := q.ProofState(name)
	if err != nil || s.Error == "" {
		return ProblemShown{}, err
	}
	return ProblemShown{s.Error, web.ServerTime(s.At)}, nil
}

func (a Room) showAuthority(q *store.Q, out *authorityShown) error {
	s, err := settingOf[authority](q, store.SettingStamp)
	if err != nil {
		return err
	}
	x, err := s.reading()
	if err != nil {
		return err
	}
	*out = authorityShown{IsOn: s.IsOn, Address: s.Address, CA: s.CA, CRL: s.CRL, Policy: s.Policy, Version: s.Version,
		Certificate: []certificateWord{}}
	for _, c := range x.roots {
		out.Certificate = append(out.Certificate, certificateWord{c.Subject.String(), fingerprint(c), web.ServerTime(c.NotAfter)})
	}
	if x.crl != nil && !x.crl.NextUpdate.IsZero() {
		out.CRLUntil, out.IsCRLOld = web.ServerTime(x.crl.NextUpdate), x.crl.NextUpdate.Before(q.Now())
	}
	out.ProblemShown, err = problemOf(q, store.StateStamp)
	return err
}

func markOf(q *store.Q, p *store.Proof) (*mark, error) {
	out := &mark{ProofID: p.ID, Day: p.Day, At: web.ServerTime(p.At), Digest: p.Digest, State: "waiting", DailyHash: p.DailyHash}
	if p.DailyHash != "" {
		var err error
		if out.HasDaily, err = q.AreLinesKept(p); err != nil {
			return nil, err
		}
	}
	by, err := q.CoveringStamp(p.Seq)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return out, nil
	case err != nil:
		return nil, err
	case by.ID != p.ID:
		if out.State, out.CoveredBy = "covered", by.Day; by.Day == "" {
			out.CoveredBy = web.ServerTime(by.At)
		}
		return out, nil
	}
	s, err := q.ProofStamp(p.ID)
	if err != nil {
		return nil, err
	}
	out.State, out.StampedAt, out.Authority, out.Serial, out.Policy, out.IsByFile = "stamped", web.ServerTime(s.At), s.Authority, s.Serial,
		s.Policy,
		s.ByFile
	return out, nil
}

func (a Room) showSIEM(q *store.Q, out *siemShown) error {
	s, err := settingOf[siem](q, store.SettingSIEM)
	if err != nil {
		return err
	}
	*out = siemShown{IsOn: s.IsOn, Host: s.Host, Port: s.Port, CA: s.CA, Certificate: s.Certificate, HasKey: len(s.Key) > 0,
		HasAudit:  s.HasAudit,
		HasLedger: s.HasLedger, Version: s.Version}
	left := store.KeptFromOffice()
	var last time.Time
	for _, chain := range s.chains() {
		c, err := q.EventCursor(chain)
		if err != nil {
			return err
		}
		n, err := q.OfficeWaits(left, chain, c.Seq)
		if err != nil {
			return err
		}
		out.WaitingCount, out.SentCount = out.WaitingCount+n, out.SentCount+c.Sent
		if c.At.After(last) {
			last = c.At
		}
	}
	out.SentAt = web.ServerTime(last)
	held, err := q.Held()
	if err != nil {
		return err
	}
	out.IsHeld = !held.Since.IsZero()
	if out.ProblemShown, err = problemOf(q, store.StateSIEM); err != nil || out.Problem == "" {
		return err
	}
	state, err := q.ProofState(store.StateSIEM)
	out.NextAt = web.ServerTime(state.Next)
	return err
}
