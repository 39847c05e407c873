package memorandum

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	pictureSide   = 1400       // pixels: sharp on a page
	pictureBytes  = 1 << 20    // of a PNG; a larger one becomes a JPEG
	picturePixels = 30_000_000 // of what comes; a larger one takes too much memory to draw
)

// drawing lets one picture be drawn at a time: unpacked it takes over a hundred megabytes.
type drawing struct{ sync.Mutex }

const unreadable = "画像を読み取れません。3,000万画素までのPNGかJPEGの画像を選んでください。"

// uploadPicture keeps a picture drawn anew from its pixels, upright and no larger than a page needs it: what a camera wrote into the file
// stays behind, and so does the file.
func (a Room) uploadPicture(r *web.Request, in *memorandumPictureUpload, file *store.File) (*madePicture, error) {
	if err := r.Read(func(q *store.Q) error {
		_, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil)
		return err
	}); err != nil {
		return nil, err
	}
	if file == nil {
		return nil, web.Invalid(web.FormFile, "画像を選んでください。")
	}
	if file.MediaType != "image/png" && file.MediaType != "image/jpeg" {
		return nil, web.Invalid(web.FormFile, unreadable)
	}
	raw := filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(file.Path))
	b, err := os.ReadFile(raw)
	if err != nil {
		return nil, errors.Join(store.ErrUnavailable, err)
	}
	one := web.StateOf[drawing](a.Platform)
	one.Lock()
	drawn, err := typeset.Redraw(b, picturePixels, pictureSide, pictureBytes)
	one.Unlock()
	if err != nil {
		return nil, web.Invalid(web.FormFile, unreadable)
	}
	kept, err := a.KeepFile("画像", bytes.NewReader(drawn))
	if err != nil {
		return nil, err
	}
	out, isNew := &madePicture{}, false
	err = r.Write(func(tx *store.Tx) (err error) {
		out, isNew, err = addPicture(tx, r.Actor, in, file.SHA256, kept)
		return err
	})
	if err != nil || !isNew {
		_ = os.Remove(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(kept.Path)))
	}
	if err == nil {
		_ = os.Remove(raw) // it has no row, and the clean-up would take it as well
	}
	return out, err
}

// addPicture writes the row of a picture. The same file again is the same picture: a second press of the button makes none.
func addPicture(tx *store.Tx, by web.Actor, in *memorandumPictureUpload, source string, kept *store.File) (*madePicture, bool, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, false, err
	}
	known, err := tx.MemorandumPictures(by.Viewer, l.ID)
	if err != nil {
		return nil, false, err
	}
	for id, p := range known {
		if p.Source == source {
			return &madePicture{id}, false, nil
		}
	}
	if len(known) >= choiceMax {
		return nil, false, web.Invalid(web.FormFile, "この案件で選べる画像の数を超えました。使わない画像を外して保存し、翌日にもう一度選んでください。")
	}
	if err := tx.CreateFile(kept, by.ID()); err != nil {
		return nil, false, err
	}
	p := &store.MemorandumPicture{ListingID: l.ID, InstitutionID: by.Institution(), FileID: kept.ID, Source: source}
	if err := tx.CreateMemorandumPicture(p, by.ID()); err != nil {
		return nil, false, err
	}
	return &madePicture{p.ID}, true, tx.AddAudit(by.Line("memorandum_picture_added", auditKind, l.ID, "ok", ""))
}

func (a Room) viewPicture(r *web.Request, in *pictureQuery) (*web.Download, error) {
	var f *store.File
	if err := r.Read(func(q *store.Q) error {
		l, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil)
		if err != nil {
			return err
		}
		f, err = pictureFile(q, r.Actor, l, in.PictureID)
		return err
	}); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}

func pictureFile(q *store.Q, by web.Actor, l *store.Listing, id string) (*store.File, error) {
	all, err := q.MemorandumPictures(by.Viewer, l.ID)
	if err != nil {
		return nil, err
	}
	p, is := all[id]
	if !is {
		return nil, store.ErrNotFound
	}
	return q.File(p.FileID)
}

// pixels are the bytes of the pictures that are shown, by id.
func (a Room) pixels(q *store.Q, by web.Actor, l *store.Listing, o *shown) (map[string][]byte, error) {
	out := map[string][]byte{}
	for i := range o.Sections {
		for _, p := range o.Sections[i].Pictures {
			f, err := pictureFile(q, by, l, p.ID)
			if err != nil {
				return nil, err
			}
			d, err := a.SendFile(f)
			if err != nil {
				return nil, err
			}
			out[p.ID], err = io.ReadAll(d.Body)
			if err = errors.Join(err, d.Body.Close()); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
