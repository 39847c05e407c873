package signed

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/app/render"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Path is that of the room's calls.
const Path = "/api/SignedCopy/"

// Audit lines of signed copies. The office reads none of them (store.AuditSearch).
const (
	eventRecorded  = "signed_copy.recorded"
	eventConfirmed = "signed_copy.confirmed"
	eventReturned  = "signed_copy.returned"
	eventWithdrawn = "signed_copy.withdrawn"
	subjectKind    = "signed_copy"
)

// EventFetched is the audit line of a copy that was handed out, or refused since it is not what was kept.
const EventFetched = "signed_copy.download"

// RootsFile holds the certificates, as PEM, of the issuers that the network trusts for signatures. It stands in the data folder; without it
// no issuer is judged. The system's own roots are for web sites, and would say too much.
const RootsFile = "signature-roots.pem"

const (
	pdfOnly    = "署名済みの控えは、PDFだけを登録できます。紙のときは、PDFとして読み取ってください。"
	noFile     = "署名済みのPDFを選んでください。"
	cutOff     = "PDFが途中で切れています。ファイルをもう一度受け取るか、読み取り直してください。"
	notOpened  = "PDFを開けません。ファイルが壊れている可能性があります。もう一度受け取るか、読み取り直してください。"
	locked     = "パスワードのかかったPDFです。二人目の担当者が開けないため、登録できません。パスワードのないPDFを受け取ってください。"
	notSigned  = "この書面には、署名済みの控えを登録できません。署名して返してもらう書面（契約書、承諾書など）だけに登録できます。"
	hasOne     = "この書面には、確認待ちか署名済みの控えがあります。誤りのときは、先に理由を書いて取り消してください。画面を読み込み直すと、いまの控えが表示されます。"
	ownRecord  = "自分が登録した控えは、自分では確認できません。別の承認者に確認を頼んでください。誤りに気づいたときは、取り消してください。"
	notWriters = "確認待ちの控えを取り消せるのは、登録した担当者だけです。誤りがあるときは、別の承認者が差し戻してください。"
)

// Calls are the calls about signed copies, of the bank's desk.
func (a Room) Calls() {
	const own = "自分の側で作成した、いま読める書面"
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: Path + name, Area: "issued", Callers: web.FIN, Records: records, Summary: summary, Spec: "papers 2"}
	}
	web.Add(a.Platform, row("GET", "SearchSignedCopy", own, "署名済みの控えの状況。控えを登録できる書面ごと"),
		func(r *web.Request, in *issued.RecordRef) (*signedList, error) {
			return web.Reading(r, func(q *store.Q) (*signedList, error) { return search(q, r.Actor, in) })
		})
	web.AddForm(a.Platform, row("POST", "RecordSignedCopy", own, "署名済みの控え（PDF）の登録。電子署名を確かめる。二人目の確認を待つ"),
		func(r *web.Request, in *signedCopyInput, file *store.File) (*signedCopyMade, error) {
			return a.record(r, in, file)
		})
	web.Add(a.Platform, row("POST", "DecideSignedCopy", "自機関の別の担当者が登録した控え", "二人目として、署名済みの控えを確認する、または差し戻す").Freshly(),
		func(r *web.Request, in *struct{ Body signedCopyDecision }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return decide(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "WithdrawSignedCopy", "自機関の控え。確認待ちは自分が登録したもの", "署名済みの控えの取消し。記録とファイルは残る"),
		func(r *web.Request, in *struct{ Body signedCopyEnd }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return withdraw(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, row("GET", "DownloadSignedCopy", own+"の控え", "署名済みの控えのダウンロード。受け取ったときと同じバイト列"),
		func(r *web.Request, in *signedCopyRef) (*web.Download, error) { return a.download(r, in.SignedCopyID) })
}

// paperOf is a copy with its paper, as far as the actor may read the paper now; ErrNotFound.
func paperOf(q *store.Q, by web.Actor, id string) (*store.SignedCopy, *store.IssuedPaper, error) {
	c, err := q.SignedCopy(by.Viewer, id)
	if err != nil {
		return nil, nil, err
	}
	p, err := issued.Readable(q, by, c.PaperID)
	return c, p, err
}

// record keeps a copy that waits for its second user.
func (a Room) record(r *web.Request, in *signedCopyInput, file *store.File) (*signedCopyMade, error) {
	// Who may not record has nothing verified.
	err := r.Read(func(q *store.Q) error { _, err := mayRecord(q, r.Actor, in.IssuedPaperID); return err })
	if err != nil {
		return nil, err
	}
	found, err := a.examine(r, file)
	if err != nil {
		return nil, err
	}
	return web.Writing(r, func(tx *store.Tx) (*signedCopyMade, error) {
		p, err := mayRecord(&tx.Q, r.Actor, in.IssuedPaperID)
		if err != nil {
			return nil, err
		}
		switch made, err := in.Made(tx, r.Actor); {
		case err != nil:
			return nil, err
		case made != "":
			return &signedCopyMade{made}, os.Remove(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(file.Path)))
		}
		if err := in.check(tx, p); err != nil {
			return nil, err
		}
		if err := tx.CreateFile(file, r.ID()); err != nil {
			return nil, err
		}
		c := &store.SignedCopy{PaperID: p.ID, FileID: file.ID, SHA256: file.SHA256, SignedOn: in.SignedOn, Note: in.Note, Verifier: Verifier}
		if c.Signers, err = jsonOf(in.SignerList); err != nil {
			return nil, err
		}
		if c.Signature, err = jsonOf(found); err != nil {
			return nil, err
		}
		switch err := tx.AddSignedCopy(c, r.ID()); {
		case errors.Is(err, store.ErrStale):
			return nil, web.Conflict(deal.NotAllowed, hasOne)
		case err != nil:
			return nil, err
		}
		if err := in.Keep(tx, r.Actor, c.ID); err != nil {
			return nil, err
		}
		return &signedCopyMade{c.ID}, tx.AddAudit(r.Line(eventRecorded, subjectKind, c.ID, "ok",
			fmt.Sprintf("%s %s signature=%d verifier=%d", p.Number, c.SHA256, found.State, Verifier)))
	})
}

func jsonOf(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// mayRecord is a paper of which the actor may record a signed copy; ErrNotFound for one that he may not read now.
func mayRecord(q *store.Q, by web.Actor, id string) (*store.IssuedPaper, error) {
	p, err := issued.Readable(q, by, id)
	if err == nil && !signable[issued.Kind(p.Kind)] {
		return nil, web.Conflict(deal.NotAllowed, notSigned)
	}
	return p, err
}

func (in *signedCopyInput) check(tx *store.Tx, p *store.IssuedPaper) error {
	var c web.Check
	c.Date("signedOn", "署名された日", in.SignedOn, true)
	if len(c.Errors) == 0 {
		made := dateOf(p.Created)
		c.Ok(in.SignedOn <= tx.Today(), "signedOn", "署名された日が、まだ来ていない日です。書面にある日付を確かめてください。")
		c.Ok(in.SignedOn >= made, "signedOn", "署名された日が、この書面を作成した日（"+made+"）より前です。書面の番号と日付を確かめてください。")
	}
	c.Ok(len(in.SignerList) > 0, "signerList", "署名した人を、1人以上入力してください。")
	c.Ok(len(in.SignerList) <= signersMax, "signerList", fmt.Sprintf("署名した人は、%d人までです。", signersMax))
	for i := range in.SignerList {
		if i >= signersMax {
			break
		}
		s := &in.SignerList[i]
		var one web.Check
		one.Text(s, "name", "氏名", &s.Name, true)
		one.Text(s, "role", "会社名・役職", &s.Role, false)
		for _, e := range one.Errors {
			c.Fail(fmt.Sprintf("signerList.%d.%s", i, e.Field), fmt.Sprintf("%d人目の", i+1)+e.Detail)
		}
	}
	c.Prose(in, "note", "メモ", &in.Note, false)
	return c.Err()
}

func dateOf(t time.Time) string { return t.In(store.JST).Format(time.DateOnly) }

// examine looks into the file that was sent: a whole PDF that opens, and what became of its digital signatures.
func (a Room) examine(r *web.Request, file *store.File) (*Verified, error) {
	switch {
	case file == nil:
		return nil, web.Invalid(web.FormFile, noFile)
	case file.MediaType != "application/pdf":
		return nil, web.Invalid(web.FormFile, pdfOnly)
	}
	read := func() ([]byte, error) {
		d, err := a.SendFile(file)
		if err != nil {
			return nil, err
		}
		defer d.Body.Close()
		return io.ReadAll(d.Body)
	}
	b, err := read()
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(b, []byte("%%EOF")) {
		return nil, web.Invalid(web.FormFile, cutOff)
	}
	if err := a.opens(r.Context, r.ID(), render.Document{Key: file.ID, Media: file.MediaType, Read: read}); err != nil {
		return nil, err
	}
	roots, err := a.roots()
	if err != nil {
		return nil, err
	}
	one := web.StateOf[verifying](a.Platform)
	one.Lock()
	defer one.Unlock()
	v := Verify(b, roots)
	return &v, nil
}

// opens says that the second user will be able to open the file. Where nothing draws pages now, or the file is too large for it, it is kept
// without having been opened: he opens it himself.
func (a Room) opens(ctx context.Context, reader string, d render.Document) error {
	if a.Render == nil {
		return nil
	}
	switch _, err := a.Render.Open(ctx, reader, d); {
	case errors.Is(err, render.ErrBroken):
		return web.Invalid(web.FormFile, notOpened)
	case errors.Is(err, render.ErrLocked):
		return web.Invalid(web.FormFile, locked)
	}
	return nil
}

// roots are the issuers that the network trusts; nil where it names none.
func (a Room) roots() (*x509.CertPool, error) {
	b, err := os.ReadFile(filepath.Join(a.Store.Dir(), RootsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(b) {
		a.Log.Error("no certificate in the file of trusted issuers", "file", RootsFile)
		return nil, nil
	}
	return pool, nil
}

// decide is the second user's word on a copy.
func decide(tx *store.Tx, by web.Actor, in *signedCopyDecision) error {
	c, p, err := paperOf(&tx.Q, by, in.SignedCopyID)
	if err != nil {
		return err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	switch { // a second click
	case in.IsConfirmed && c.IsSigned() && c.ConfirmedBy == by.ID():
		return nil
	case !in.IsConfirmed && c.IsReturned && c.EndedBy == by.ID() && c.Reason == in.Reason:
		return nil
	case !c.IsWaiting():
		return web.ErrStale
	case c.Creator == by.ID():
		return web.Conflict(deal.NotAllowed, ownRecord)
	}
	may, why, err := web.SecondPair(&tx.Q, by, c.Creator)
	if err != nil {
		return err
	}
	if !may {
		return web.Conflict(deal.NotAllowed, why)
	}
	if in.IsConfirmed {
		if err := tx.ConfirmSignedCopy(c, by.ID()); err != nil {
			return err
		}
		return tx.AddAudit(by.Line(eventConfirmed, subjectKind, c.ID, "ok", p.Number+" "+c.SHA256))
	}
	var check web.Check
	check.Prose(in, "reason", "差し戻す理由", &in.Reason, true)
	if err := check.Err(); err != nil {
		return err
	}
	if err := tx.EndSignedCopy(c, true, in.Reason, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line(eventReturned, subjectKind, c.ID, "ok", p.Number+" "+c.SHA256))
}

// withdraw takes a copy out of use, with a reason. It is kept.
func withdraw(tx *store.Tx, by web.Actor, in *signedCopyEnd) error {
	c, p, err := paperOf(&tx.Q, by, in.SignedCopyID)
	if err != nil {
		return err
	}
	var check web.Check
	check.Prose(in, "reason", "取り消す理由", &in.Reason, true)
	if err := check.Err(); err != nil {
		return err
	}
	switch {
	case !c.Ended.IsZero() && !c.IsReturned && c.EndedBy == by.ID() && c.Reason == in.Reason:
		return nil // a second click
	case in.FromState != stateOf(c) || !c.Ended.IsZero():
		return web.ErrStale
	}
	if may, err := mayWithdraw(&tx.Q, by, c); err != nil {
		return err
	} else if !may {
		return web.Conflict(deal.NotAllowed, notWriters)
	}
	if err := tx.EndSignedCopy(c, false, in.Reason, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line(eventWithdrawn, subjectKind, c.ID, "ok", p.Number+" "+c.SHA256))
}

// mayWithdraw says whether the actor may withdraw a copy that was not ended: one that waits by who recorded it, or anybody where he is not
// a user any more; a confirmed one by anybody who works on its record.
func mayWithdraw(q *store.Q, by web.Actor, c *store.SignedCopy) (bool, error) {
	if c.IsSigned() || c.Creator == by.ID() {
		return c.Ended.IsZero(), nil
	}
	u, err := q.User(c.Creator)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return err == nil && u.Status != int(deal.UserEnabled), err
}

// download hands a copy out byte for byte, with the lines that the paper itself would have.
func (a Room) download(r *web.Request, id string) (*web.Download, error) {
	return issued.In(a.Platform).HandOut(r, func(tx *store.Tx) (*issued.Handed, error) {
		c, p, err := paperOf(&tx.Q, r.Actor, id)
		if err != nil {
			return nil, err
		}
		return &issued.Handed{Paper: p, FileID: c.FileID, SHA256: c.SHA256, Event: EventFetched, Subject: subjectKind, ID: c.ID}, nil
	})
}
