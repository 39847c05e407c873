package listing

import (
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

const DocumentPath = "/api/Document/"

// DocumentCalls are those of a listing's documents: L4, by grant, per file (domain.md 3.5).
func (a Room) DocumentCalls() {
	row := func(method, name string, who web.Callers, records, summary string) web.Call {
		return web.Call{
			Method: method, Path: DocumentPath + name, Area: "document", Callers: who,
			Records: records, Summary: summary, Spec: "domain 3.5 documents, ledger",
		}
	}
	const own, granted = "自機関の案件", "担当する案件の資料（売手側）、開示されている資料（買手側）"
	web.Add(a.Platform, row("GET", "GetDocumentList", web.FIN, own, "案件の資料、開示先、閲覧の回数"),
		func(r *web.Request, in *listingID) (*documentList, error) {
			return web.Reading(r, func(q *store.Q) (*documentList, error) { return a.documents(q, r.Actor, in.SellerBusinessID) })
		})
	web.AddForm(a.Platform, row("POST", "UploadDocument", web.FIN, own, "資料の登録。だれにもまだ見えない"),
		func(r *web.Request, in *DocumentInput, file *store.File) (*savedDocument, error) {
			defer a.warmRender(file)
			return web.Writing(r, func(tx *store.Tx) (*savedDocument, error) { return a.UploadDocument(tx, r.Actor, in, file) })
		})
	web.AddForm(a.Platform, row("POST", "ChangeDocument", web.FIN, own, "資料の名前・種類の変更と、新しい版への差替え。開示はそのまま続く"),
		func(r *web.Request, in *DocumentChange, file *store.File) (*savedDocument, error) {
			return web.Writing(r, func(tx *store.Tx) (*savedDocument, error) { return a.ChangeDocument(tx, r.Actor, in, file) })
		})
	web.Add(a.Platform, row("POST", "DeleteDocument", web.FIN, own, "資料の削除。開示はすべて終わる"),
		func(r *web.Request, in *struct{ Body documentRef }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return deleteDocument(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "GrantDocument", web.FIN, own+"の、実名が開示された交渉", "資料の開示。条件を変えるときも同じ"),
		func(r *web.Request, in *struct{ Body GrantInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.GrantDocument(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "RevokeDocument", web.FIN, own+"の、実名が開示された交渉", "資料の開示の取消し"),
		func(r *web.Request, in *struct{ Body revokeInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return revokeDocument(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("GET", "GetGrantedDocumentList", web.FIN|web.BUY, "自社の交渉（BUY）、担当する買手の交渉（FIN）", "開示されている資料"),
		func(r *web.Request, in *struct {
			BuyerNegotiationID string `query:"buyerNegotiationId"`
		}) (*grantedDocumentList, error) {
			return web.Reading(r, func(q *store.Q) (*grantedDocumentList, error) {
				return grantedDocuments(q, r.Actor, in.BuyerNegotiationID)
			})
		})
	web.Add(a.Platform, row("GET", "GetDocument", web.FIN|web.BUY, granted, "資料の名前と、開示の条件"),
		func(r *web.Request, in *DocumentQuery) (*documentSheet, error) {
			return web.Reading(r, func(q *store.Q) (*documentSheet, error) { return readDocumentSheet(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("GET", "ViewDocument", web.FIN|web.BUY, granted+"。閲覧は開示台帳に残る", "資料の閲覧を始める。ページの数と形"), a.viewDocument)
	web.AddFile(a.Platform, row("GET", "ViewDocumentPage", web.FIN|web.BUY, granted+"の、始めた閲覧", "資料の1ページの画像（JPEG、透かし入り）"), a.viewDocumentPage)
	web.AddFile(a.Platform, row("GET", "DownloadDocument", web.FIN|web.BUY, granted+"のうち、ダウンロードを許可されたもの", "資料のダウンロード"),
		func(r *web.Request, in *DocumentQuery) (*web.Download, error) {
			return r.HandOut(func(tx *store.Tx) (*web.Download, error) { return a.saveDocument(tx, r.Actor, in) })
		})
}

// documents is what the institution in charge keeps of a listing: files, to whom each is open,
// and how often it was read.
func (a Room) documents(q *store.Q, by web.Actor, listingID string) (*documentList, error) {
	l, err := web.OwnListing(q, by, listingID, nil)
	if err != nil {
		return nil, err
	}
	found, err := q.Documents(by.Viewer, l.ID)
	if err != nil {
		return nil, err
	}
	grants, err := q.LiveGrants(l.ID)
	if err != nil {
		return nil, err
	}
	readings, err := q.DocumentReadings(l.ID)
	if err != nil {
		return nil, err
	}
	buyers, _, err := negotiation.In(a.Platform).SearchNegotiations(q, by,
		&store.NegotiationSearch{Side: store.SideSF, ListingID: l.ID, Limit: deal.LimitAll,
			Statuses: []int{int(deal.NegotiationRealName), int(deal.NegotiationConditions), int(deal.NegotiationSigned)}})
	if err != nil {
		return nil, err
	}
	out := &documentList{DocumentList: make([]document, 0, len(found)), BuyerList: make([]documentBuyer, 0, len(buyers)),
		MaxDocuments: deal.DocumentsMax, MaxTitle: deal.DocumentTitleMax}
	for _, b := range buyers {
		out.BuyerList = append(out.BuyerList, documentBuyer{b.BuyerNegotiationID, b.DisplayName, b.BuyerFinancialName, b.StatusLabel})
	}
	for i := range found {
		d := &found[i]
		f, err := q.File(d.FileID)
		if err != nil {
			return nil, err
		}
		v := document{DocumentID: d.ID, Version: d.Version, Kind: d.Kind, KindLabel: deal.DocumentKind(d.Kind).Label(), Title: d.Title,
			FileName: f.Name, FileSize: f.Size,
			IsViewable: deal.IsViewable(f.MediaType), Edition: d.Edition, Created: web.ServerTime(d.Created), Modified: web.ServerTime(d.Modified),
			Grants: []documentGrant{}}
		for _, g := range grants {
			if g.DocumentID == d.ID {
				v.Grants = append(v.Grants, grantOf(&g, readings))
			}
		}
		for _, r := range readings {
			if r.DocumentID == d.ID {
				v.ViewCount, v.SaveCount = v.ViewCount+r.Views, v.SaveCount+r.Downloads
			}
		}
		out.DocumentList = append(out.DocumentList, v)
	}
	return out, nil
}

func grantOf(g *store.LiveGrant, readings []store.DocumentReadings) documentGrant {
	out := documentGrant{BuyerNegotiationID: g.NegotiationID, IsDownload: g.MayDownload, Until: g.Until, Granted: web.ServerTime(g.Created)}
	for _, r := range readings {
		if r.DocumentID == g.DocumentID && r.BuyerCompanyID == g.BuyerCompanyID {
			out.ViewCount, out.DownloadCount, out.LastRead = r.Views, r.Downloads, web.ServerTime(r.Last)
		}
	}
	return out
}

// checkDocument checks what a document is called and, where one came, its file.
func (a Room) checkDocument(c *web.Check, in any, kind int, title *string, file *store.File) error {
	c.Code("kind", "資料の種類", kind, true, func(k int) bool { return deal.DocumentKind(k).Known() })
	c.Text(in, "title", "資料の名前", title, true)
	if file == nil || !strings.HasPrefix(file.MediaType, "image/") {
		return nil
	}
	f, err := os.Open(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(file.Path)))
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	defer f.Close()
	// Only the head is read; a picture that unpacks to gigabytes is never unpacked here.
	switch size, _, err := image.DecodeConfig(f); {
	case err != nil:
		c.Fail(web.FormFile, "画像が壊れているか、途中で切れています。元のファイルを確認してください。")
	case int64(size.Width)*int64(size.Height) > deal.DocumentPixels:
		c.Fail(web.FormFile, "画像の画素数が多すぎて表示できません。縮小するか、PDFにしてください。")
	}
	return nil
}

func (a Room) UploadDocument(tx *store.Tx, by web.Actor, in *DocumentInput, file *store.File) (*savedDocument, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Ok(file != nil, web.FormFile, "資料のファイルを選んでください。")
	if err := a.checkDocument(&c, in, in.Kind, &in.Title, file); err != nil {
		return nil, err
	}
	found, err := tx.Documents(by.Viewer, l.ID)
	if err != nil {
		return nil, err
	}
	c.Ok(len(found) < deal.DocumentsMax, web.FormFile, fmt.Sprintf("1つの案件に登録できる資料は%d件までです。使わなくなった資料を削除してください。", deal.DocumentsMax))
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := tx.CreateFile(file, by.ID()); err != nil {
		return nil, err
	}
	d := &store.Document{ListingID: l.ID, Kind: in.Kind, Title: in.Title, FileID: file.ID}
	if err := tx.CreateDocument(d, by.ID()); err != nil {
		return nil, err
	}
	return &savedDocument{d.ID, d.Version}, tx.AddAudit(by.Line("document.upload", "document", d.ID, "ok", ""))
}

// ChangeDocument renames a document and, with a file, shows a new edition of it. A grant is for
// the document: who could open it can open the new edition, and is told of it.
func (a Room) ChangeDocument(tx *store.Tx, by web.Actor, in *DocumentChange, file *store.File) (*savedDocument, error) {
	d, grants, err := ownDocument(tx, by, in.DocumentID, in.Version)
	if err != nil {
		return nil, err
	}
	var c web.Check
	if err := a.checkDocument(&c, in, in.Kind, &in.Title, file); err != nil {
		return nil, err
	}
	if file != nil && !deal.IsViewable(file.MediaType) {
		for _, g := range grants {
			if !g.MayDownload {
				c.Fail(web.FormFile, "画面での閲覧だけを許可した買手がいるため、PDF・画像（PNG・JPEG）・テキストのファイルにしてください。Word・Excel・PowerPointのファイルは画面に表示できません。")
				break
			}
		}
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	d.Kind, d.Title = in.Kind, in.Title
	if file == nil {
		if err := tx.UpdateDocument(d, by.ID()); err != nil {
			return nil, err
		}
		return &savedDocument{d.ID, d.Version}, tx.AddAudit(by.Line("document.change", "document", d.ID, "ok", ""))
	}
	if err := tx.CreateFile(file, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.ReplaceDocument(d, file.ID, by.ID()); err != nil {
		return nil, err
	}
	for _, g := range grants {
		if err := tellOfDocument(tx, by, g.NegotiationID, deal.DocumentReplaced(deal.DocumentKind(d.Kind))); err != nil {
			return nil, err
		}
	}
	return &savedDocument{d.ID, d.Version}, tx.AddAudit(by.Line("document.replace", "document", d.ID, "ok",
		fmt.Sprintf("edition=%d", d.Edition)))
}

// deleteDocument takes a document away from everybody. Its files stay in the folder, where no
// call leads to them: the ledger's lines name what was shown.
func deleteDocument(tx *store.Tx, by web.Actor, in *documentRef) error {
	d, grants, err := ownDocument(tx, by, in.DocumentID, in.Version)
	if err != nil {
		return err
	}
	for i := range grants {
		if err := endGrant(tx, by, d, &grants[i]); err != nil {
			return err
		}
	}
	d.Removed = tx.Now()
	if err := tx.UpdateDocument(d, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("document.delete", "document", d.ID, "ok", ""))
}

// ownDocument is a document of a listing in charge, as the caller saw it, with its live grants;
// ErrNotFound, ErrStale.
func ownDocument(tx *store.Tx, by web.Actor, id string, version int) (*store.Document, []store.LiveGrant, error) {
	d, err := tx.Document(by.Viewer, id)
	if err != nil {
		return nil, nil, err
	}
	if d.Version != version {
		return nil, nil, web.ErrStale
	}
	all, err := tx.LiveGrants(d.ListingID)
	var grants []store.LiveGrant
	for _, g := range all {
		if g.DocumentID == d.ID {
			grants = append(grants, g)
		}
	}
	return d, grants, err
}
