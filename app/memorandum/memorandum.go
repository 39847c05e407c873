package memorandum

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	ownSections = 10
	periodsMax  = 3
	picturesMax = 12 // of one memorandum
	choiceMax   = 60 // of one listing, with those that stand nowhere
	captionMax  = 60

	// auditKind is the kind of the subject of this room's lines, which the office does not read.
	auditKind = "memorandum"
	// pictureGrace is how long a picture that stands nowhere is kept: the form in which it was chosen may not be saved yet.
	pictureGrace = 24 * time.Hour
)

// Path is that of the room's calls.
const Path = "/api/Memorandum/"

func (a Room) Calls() {
	row := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: Path + name, Area: "memorandum", Callers: web.FIN, Records: "担当する売却案件", Summary: summary,
			Spec: "papers 2"}
	}
	web.Add(a.Platform, row("GET", "GetMemorandum", "企業概要書。章、三期の業績、画像、渡した資料"),
		func(r *web.Request, in *memorandumQuery) (*memorandumView, error) {
			return web.Reading(r, func(q *store.Q) (*memorandumView, error) {
				l, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil)
				if err != nil {
					return nil, err
				}
				return viewOf(q, r.Actor, l)
			})
		})
	web.Add(a.Platform, row("GET", "GetMemorandumPreview", "ある段階の買手に見える企業概要書と、その前に確かめること"),
		func(r *web.Request, in *previewQuery) (*memorandumPreview, error) {
			return web.Reading(r, func(q *store.Q) (*memorandumPreview, error) { return preview(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("POST", "SaveMemorandum", "企業概要書を保存する。自機関の担当者にだけ見える"),
		func(r *web.Request, in *struct{ Body memorandumSave }) (*memorandumView, error) {
			return web.Writing(r, func(tx *store.Tx) (*memorandumView, error) { return save(tx, r.Actor, &in.Body) })
		})
	web.AddForm(a.Platform, row("POST", "UploadMemorandumPicture", "企業概要書に使う画像。撮影の場所などの情報は取り除く"), a.uploadPicture)
	web.AddFile(a.Platform, row("GET", "ViewMemorandumPicture", "企業概要書に使う画像"), a.viewPicture)
	web.Add(a.Platform, row("POST", "IssueMemorandum", "ある段階の企業概要書（PDF）を作る。内容が変わっていなければ、前に作った書面が返る"),
		func(r *web.Request, in *struct{ Body memorandumAt }) (*issuedMemorandum, error) {
			return web.Writing(r, func(tx *store.Tx) (*issuedMemorandum, error) { return a.issue(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "GiveMemorandum", "ある段階の企業概要書（PDF）を案件の資料に加える。開示先は資料で選ぶ"),
		func(r *web.Request, in *struct{ Body memorandumAt }) (*memorandumGiving, error) {
			return web.Writing(r, func(tx *store.Tx) (*memorandumGiving, error) { return a.give(tx, r.Actor, &in.Body) })
		})
}

// read is the memorandum of a listing as it was saved last; one without an id where nothing was.
func read(q *store.Q, by web.Actor, l *store.Listing) (*store.Memorandum, *MemorandumContent, error) {
	x, err := q.Memorandum(by.Viewer, l.ID)
	if errors.Is(err, store.ErrNotFound) {
		return &store.Memorandum{ListingID: l.ID, InstitutionID: by.Institution()}, blank(), nil
	}
	if err != nil {
		return nil, nil, err
	}
	c := &MemorandumContent{}
	return x, c, json.Unmarshal(x.Content, c)
}

// blank is what the form begins with: the standard sections, empty.
func blank() *MemorandumContent {
	out := &MemorandumContent{PeriodList: []MemorandumPeriod{}, FiguresLevel: int(figuresFloor())}
	for i := range standards {
		out.SectionList = append(out.SectionList, MemorandumSection{Key: standards[i].key, Level: int(standards[i].first()),
			PictureList: []MemorandumPicture{}})
	}
	return out
}

// first is the level with which a section begins.
func (s *standard) first() disclosure.Level { return max(disclosure.L3, s.floor()) }

func viewOf(q *store.Q, by web.Actor, l *store.Listing) (*memorandumView, error) {
	x, c, err := read(q, by, l)
	if err != nil {
		return nil, err
	}
	w, err := workingContent(q, l)
	if err != nil {
		return nil, err
	}
	f, err := factsOf(q, by, l)
	if err != nil {
		return nil, err
	}
	out := &memorandumView{SellerBusinessID: l.ID, BusinessName: f.businessName, Revision: x.Revision, Content: c, Prefill: prefill(w),
		OwnFloor: int(unlisted), StandardList: []standardSection{}, LevelList: []levelName{}, GivenList: []givenMemorandum{}}
	for i := range standards {
		s := &standards[i]
		out.StandardList = append(out.StandardList, standardSection{s.key, s.heading, int(s.floor()), int(s.first())})
	}
	for _, level := range levels {
		out.LevelList = append(out.LevelList, levelName{int(level), level.Label()})
	}
	if x.Revision > 0 {
		out.Modified = web.ServerTime(x.Modified)
		u, err := q.VisibleUser(by.Viewer, x.Modifier)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			out.UserName = u.UserName
		}
	}
	return out, given(q, by, l, out, c, f)
}

// save writes the next revision. The second press of the same button writes nothing second.
func save(tx *store.Tx, by web.Actor, in *memorandumSave) (*memorandumView, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	known, err := tx.MemorandumPictures(by.Viewer, l.ID)
	if err != nil {
		return nil, err
	}
	if err := in.Content.check(known); err != nil {
		return nil, err
	}
	x, _, err := read(&tx.Q, by, l)
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(&in.Content)
	if err != nil {
		return nil, err
	}
	switch {
	case x.Revision > 0 && string(x.Content) == string(content) &&
		(x.Revision == in.Revision || x.Revision == in.Revision+1 && x.Modifier == by.ID()):
		return viewOf(&tx.Q, by, l) // it stands so already
	case x.Revision != in.Revision:
		return nil, web.ErrStale
	}
	x.Content = content
	if err := tx.SaveMemorandum(x, by.ID()); err != nil {
		return nil, err
	}
	if err := forget(tx, &in.Content, known); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("memorandum_saved", auditKind, l.ID, "ok", fmt.Sprintf("revision=%d", x.Revision))); err != nil {
		return nil, err
	}
	return viewOf(&tx.Q, by, l)
}

// forget deletes pictures that stand nowhere any more.
func forget(tx *store.Tx, c *MemorandumContent, known map[string]store.MemorandumPicture) error {
	used := map[string]bool{}
	for i := range c.SectionList {
		for _, p := range c.SectionList[i].PictureList {
			used[p.PictureID] = true
		}
	}
	for id, p := range known {
		if used[id] || tx.Now().Sub(p.Created) < pictureGrace {
			continue
		}
		if err := tx.ForgetMemorandumPicture(&p); err != nil {
			return err
		}
	}
	return nil
}

func preview(q *store.Q, by web.Actor, in *previewQuery) (*memorandumPreview, error) {
	l, err := web.OwnListing(q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if err := checkLevel(in.Level); err != nil {
		return nil, err
	}
	x, c, err := read(q, by, l)
	if err != nil {
		return nil, err
	}
	f, err := factsOf(q, by, l)
	if err != nil {
		return nil, err
	}
	o := cut(c, f, disclosure.Level(in.Level))
	found, err := check(q, l, o)
	if err != nil {
		return nil, err
	}
	out := &memorandumPreview{Level: in.Level, LevelLabel: o.Level.Label(), Revision: x.Revision, FieldList: o.Fields,
		SectionList: []previewSection{}, ColumnList: append([]string{}, o.Columns...), RowList: append([]previewRow{}, o.Rows...),
		FiguresNote: o.figuresNote(), FindingList: found.findings}
	for _, s := range o.Sections {
		row := previewSection{Heading: s.Heading, Text: s.Text, PictureList: []previewPicture{}}
		for _, p := range s.Pictures {
			row.PictureList = append(row.PictureList, previewPicture{p.ID, p.Caption})
		}
		out.SectionList = append(out.SectionList, row)
	}
	return out, nil
}

func checkLevel(level int) error {
	for _, l := range levels {
		if int(l) == level {
			return nil
		}
	}
	return web.Invalid("level", "どの段階の企業概要書かを選んでください。画面を読み込み直してください。")
}
