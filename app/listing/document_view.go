package listing

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/render"
	"tsunagu/app/web"
	"tsunagu/store"
)

// ViewingFor is how long pages can be asked for after a document was opened. Then it is opened anew,
// with a line of its own in the ledger and its own time in the watermark.
const ViewingFor = 2 * time.Hour

// Viewing is one opening of a document: the line of it stands in the ledger. It goes to the reader
// sealed and comes back with each page, so that no page goes out without a line; the reader's right is
// asked for anew each time.
type Viewing struct {
	ID, User, Session     string
	Document, File, Under string // Under is the negotiation
	At                    time.Time
	Pages                 int
}

func (a Room) SealViewing(v *Viewing) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is made of texts and numbers
	}
	return base64.RawURLEncoding.EncodeToString(a.Keys.Seal(b))
}

// openViewing is the viewing of a caller who reads what he opened, or nil.
func (a Room) openViewing(sealed string, by web.Actor, r *documentReading, now time.Time) *Viewing {
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil
	}
	v := &Viewing{}
	if b, err = a.Keys.Open(b); err != nil || json.Unmarshal(b, v) != nil || v.ID == "" {
		return nil
	}
	mine := Viewing{v.ID, by.ID(), by.Session, r.doc.ID, r.file.ID, r.line.NegotiationID, v.At, v.Pages}
	if *v != mine || now.Before(v.At) || now.Sub(v.At) > ViewingFor {
		return nil
	}
	return v
}

// pagesInLine are how many pages one line of the audit log stands for: the first page of such a
// number brings it along. One for each page would bury all else.
const pagesInLine = 10

// viewings knows which lines stand already. What a restart forgets is written twice.
type viewings struct {
	mu   sync.Mutex
	seen map[string]*seenPages // by viewing
}

type seenPages struct {
	at   time.Time
	line [render.MaxPages/pagesInLine + 1]bool
}

// isSeen says that a page's line stands; with mark, that it does now. Those of the first pages stand
// with the opening.
func (s *viewings) isSeen(v *Viewing, page int, mark bool) bool {
	line := (page - 1) / pagesInLine
	if line == 0 {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.seen[v.ID]
	if p == nil {
		if !mark {
			return false
		}
		if s.seen == nil {
			s.seen = map[string]*seenPages{}
		}
		for id, o := range s.seen {
			if v.At.Sub(o.at) > ViewingFor {
				delete(s.seen, id)
			}
		}
		p = &seenPages{at: v.At}
		s.seen[v.ID] = p
	}
	if mark {
		p.line[line] = true
	}
	return p.line[line]
}

// pagesText names the pages of a page's line.
func pagesText(page, count int) string {
	first := (page-1)/pagesInLine*pagesInLine + 1
	return fmt.Sprintf(" pages=%d-%d", first, min(first+pagesInLine-1, count))
}

// drawable is a document's file for those who draw it.
func (a Room) drawable(f *store.File) render.Document {
	return render.Document{Key: f.ID, Media: f.MediaType, Read: func() ([]byte, error) {
		d, err := a.SendFile(f)
		if err != nil {
			return nil, err
		}
		defer d.Body.Close()
		return io.ReadAll(d.Body)
	}}
}

// markOf is the watermark of a reader who opened a document at a time.
func markOf(q *store.Q, by web.Actor, at time.Time) (watermark, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return watermark{}, err
	}
	w := watermark{UserName: by.User.UserName, InstitutionName: institutions[by.Institution()]}
	w.At = at.In(store.JST).Format("2006/01/02 15:04")
	house := w.InstitutionName
	if by.Viewer.IsBuyer() {
		c, err := q.CompanyDetails(by.Viewer.BuyerID)
		if err != nil {
			return watermark{}, err
		}
		w.CompanyName = c.CompanyName
		house = c.CompanyName + "（" + w.InstitutionName + "）"
	}
	w.Lines = []string{w.UserName + "　" + house, w.At + "　複写・転送禁止"}
	return w, nil
}

// viewDocument opens a document: it writes the line of it and tells how many pages there are.
func (a Room) viewDocument(r *web.Request, in *DocumentQuery) (*documentPages, error) {
	var seen *documentReading
	if err := r.Read(func(q *store.Q) (err error) { seen, err = ReadDocument(q, r.Actor, in); return err }); err != nil {
		return nil, err
	}
	if !deal.IsViewable(seen.file.MediaType) {
		return nil, notDrawn("not_viewable", "Word・Excel・PowerPointのファイルは画面に表示できません。", seen.isOwn,
			"ダウンロードして、お使いのソフトで開いてください。",
			"ダウンロードが許可されていないときは、担当の金融機関に、PDFへの差替えをご依頼ください。")
	}
	sizes, err := a.Render.Open(r.Context, r.ID(), a.drawable(seen.file))
	if err != nil {
		return nil, a.Undrawn(err, seen.isOwn)
	}
	return web.Writing(r, func(tx *store.Tx) (out *documentPages, err error) {
		// What was found out meanwhile holds for what the reader may read now.
		now, err := ReadDocument(&tx.Q, r.Actor, in)
		if err != nil {
			return nil, err
		}
		if now.file.ID != seen.file.ID {
			return nil, errViewingOver
		}
		v := &Viewing{ID: store.NewID(), User: r.ID(), Session: r.Session, Document: now.doc.ID, File: now.file.ID,
			Under: now.line.NegotiationID, At: tx.Now().UTC(), Pages: len(sizes)}
		out = &documentPages{Viewing: a.SealViewing(v), Edition: now.doc.Edition, Shapes: make([]float64, len(sizes)), Widths: render.Widths}
		for i, s := range sizes {
			out.Shapes[i] = math.Round(s.Shape()*1e4) / 1e4
		}
		if out.Watermark, err = markOf(&tx.Q, r.Actor, v.At); err != nil {
			return nil, err
		}
		return out, RecordReading(tx, r.Actor, now, "view", pagesText(1, v.Pages))
	})
}

// viewDocumentPage is one page of an opened document as a picture that bears the reader's name.
func (a Room) viewDocumentPage(r *web.Request, in *documentPageQuery) (*web.Download, error) {
	seen, v, mark, err := a.pageAsked(r, in)
	if err != nil {
		return nil, err
	}
	p, err := a.Render.Draw(r.Context, r.ID(), a.drawable(seen.file), in.Page, in.Width, mark.Lines)
	if err != nil {
		return nil, a.Undrawn(err, seen.isOwn)
	}
	if !web.StateOf[viewings](a.Platform).isSeen(v, in.Page, false) {
		if err := r.Write(func(tx *store.Tx) error { return auditReading(tx, r.Actor, seen, "pages", pagesText(in.Page, v.Pages)) }); err != nil {
			return nil, err
		}
		web.StateOf[viewings](a.Platform).isSeen(v, in.Page, true)
	}
	// Drawing takes its time, and waiting for it: the right to the page is asked for again.
	if _, _, _, err := a.pageAsked(r, in); err != nil {
		return nil, err
	}
	// For the viewer's own eyes: a browser shows nothing of it by itself.
	return &web.Download{Name: "view", MediaType: "application/octet-stream", Size: int64(len(p.JPEG)),
		Body: io.NopCloser(bytes.NewReader(p.JPEG))}, nil
}

// pageAsked is what a page is drawn from, if the caller may see it now.
func (a Room) pageAsked(r *web.Request, in *documentPageQuery) (seen *documentReading, v *Viewing, mark watermark, err error) {
	err = r.Read(func(q *store.Q) error {
		if seen, err = ReadDocument(q, r.Actor, &DocumentQuery{in.DocumentID, in.BuyerNegotiationID}); err != nil {
			return err
		}
		if v = a.openViewing(in.Viewing, r.Actor, seen, q.Now()); v == nil {
			return errViewingOver
		}
		var c web.Check
		c.Ok(in.Page >= 1 && in.Page <= v.Pages, "page", fmt.Sprintf("ページは1から%dまでの番号で指定してください。", v.Pages))
		c.Ok(slices.Contains(render.Widths, in.Width), "width", fmt.Sprintf("幅は次のどれかを指定してください：%v", render.Widths))
		if err := c.Err(); err != nil {
			return err
		}
		mark, err = markOf(q, r.Actor, v.At)
		return err
	})
	return seen, v, mark, err
}

var (
	errViewingOver = &web.Problem{Title: "Unprocessable entity", Status: 422, Detail: "この資料の閲覧は終わりました。時間が経ったか、資料が新しい版に差し替えられています。もう一度開いてください。",
		Code: "viewing_over"}
	errRenderBusy = &web.Problem{Title: "Service unavailable", Status: 503, Detail: "資料の表示が混み合っています。少し待ってから、もう一度お試しください。ほかの画面はそのまま使えます。",
		Code: "busy", RetryAfter: 5}
)

// notDrawn is a document, or a page, that cannot be shown: what happened, and what whom it concerns can
// do about it.
func notDrawn(code, what string, isOwn bool, own, others string) *web.Problem {
	if isOwn {
		return &web.Problem{Title: "Unprocessable entity", Status: 422, Detail: what + own, Code: code}
	}
	return &web.Problem{Title: "Unprocessable entity", Status: 422, Detail: what + others, Code: code}
}

// Undrawn is why the pages of a document cannot be shown, in words. The original is given out in its
// place to nobody.
func (a Room) Undrawn(err error, isOwn bool) error {
	const anew = "担当の金融機関に、ファイルの差替えをご依頼ください。"
	switch {
	case errors.Is(err, render.ErrBroken):
		return notDrawn("document_broken", "ファイルが壊れているか、途中で切れているため、表示できません。", isOwn, "元のファイルを確認して、差し替えてください。", anew)
	case errors.Is(err, render.ErrLocked):
		return notDrawn("document_locked", "パスワードのかかったPDFのため、表示できません。", isOwn, "パスワードを外したPDFに差し替えてください。", "担当の金融機関に、パスワードを外したPDFへの差替えをご依頼ください。")
	case errors.Is(err, render.ErrPages):
		return notDrawn("document_pages", fmt.Sprintf("ページ数が%dを超えるため、表示できません。", render.MaxPages), isOwn, "分割して、いくつかの資料として登録してください。",
			"担当の金融機関に、資料の分割をご依頼ください。")
	case errors.Is(err, render.ErrHeavy):
		return notDrawn("document_heavy", "図や画像が細かすぎるため、このページを表示できません。ほかのページは表示できることがあります。", isOwn, "画像を縮小するか、印刷用に軽くしたPDFに差し替えてください。", anew)
	case errors.Is(err, render.ErrNoPage):
		return errViewingOver
	case errors.Is(err, render.ErrBusy):
		return errRenderBusy
	case errors.Is(err, render.ErrNoWorker):
		a.Log.Error("pages cannot be drawn", "err", err)
		return &web.Problem{Title: "Service unavailable", Status: 503, Detail: "サーバーで資料の表示の準備ができません。少し待ってから、もう一度お試しください。続く場合は事務局にお知らせください。",
			Code: "no_worker", RetryAfter: 30}
	}
	return err
}

// warmRender prepares the drawing of pages while nobody waits for it, once there is something to draw.
func (a Room) warmRender(f *store.File) {
	if f != nil && deal.IsViewable(f.MediaType) {
		go a.Render.Warm()
	}
}

// WarmRender does so at the start of a server with documents.
func (a Room) WarmRender(ctx context.Context) {
	has := false
	if err := a.Store.Read(ctx, func(q *store.Q) (err error) { has, err = q.HasDocuments(); return err }); err == nil && has {
		a.Render.Warm()
	}
}
