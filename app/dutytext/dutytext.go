package dutytext

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	noKind    = "この種類の説明書・一覧はありません。画面を読み込み直してください。"
	unchanged = "いまの版と同じ内容です。変えてから保存してください。"
	twice     = "同じ見出しの項目があります。違う見出しにしてください。"
	unknown   = "この項目は、これまでの版にありません。画面を読み込み直してください。"
	noScope   = "この一覧の項目は、すべての場合に使います。"
)

// Calls registers this room's calls: an administrator writes, the bank's desk reads.
func (a Room) Calls() {
	const own = "自機関の説明書・一覧"
	read := web.Call{Method: "GET", Path: "/api/Duty/GetDutyText", Area: "duty", Callers: web.FIN, Records: own,
		Summary: "説明書・一覧の、いま使っている版、または記録に残る版の全文", Spec: "compliance 1, 3"}
	web.Add(a.Platform, read, func(r *web.Request, in *textQuery) (*dutyText, error) {
		return web.Reading(r, func(q *store.Q) (*dutyText, error) { return readText(q, r.Actor, in) })
	})
	row := func(method, name, summary string) web.Call {
		c := web.OfficeCall(method, name, web.FAD, own, summary)
		c.Spec = "compliance 1, 3"
		return c
	}
	web.Add(a.Platform, row("GET", "GetDutyTexts", "説明書・一覧の、いまの版とこれまでの版"),
		func(r *web.Request, _ *struct{}) (*textKinds, error) {
			return web.Reading(r, func(q *store.Q) (*textKinds, error) { return texts(q, r.Actor) })
		})
	web.Add(a.Platform, row("GET", "GetDutyText", "説明書・一覧の一つの版の全文"),
		func(r *web.Request, in *textByID) (*dutyText, error) {
			return web.Reading(r, func(q *store.Q) (*dutyText, error) { return readText(q, r.Actor, &textQuery{TextID: in.TextID}) })
		})
	save := row("POST", "SaveDutyText", "説明書・一覧の新しい版の保存。これまでの版は残る")
	save.MaxBody = 1 << 20
	web.Add(a.Platform, save, func(r *web.Request, in *struct{ Body DutyTextInput }) (*textSaved, error) {
		return web.Writing(r, func(tx *store.Tx) (*textSaved, error) { return Save(tx, r.Actor, &in.Body) })
	})
}

// readText is the version in force of a kind, or one by its id.
func readText(q *store.Q, by web.Actor, in *textQuery) (*dutyText, error) {
	if by.Institution() == "" {
		return nil, store.ErrNotFound
	}
	k := deal.DutyKind(in.Kind)
	if in.TextID == "" {
		if !Uses(k) {
			return nil, web.Invalid("kind", noKind)
		}
		t, err := InForce(q, by.Institution(), k)
		if err != nil {
			return nil, err
		}
		return shown(q, t, true)
	}
	t, err := ByID(q, by.Institution(), in.TextID)
	if err != nil {
		return nil, err
	}
	now, err := InForce(q, by.Institution(), t.Kind)
	if err != nil {
		return nil, err
	}
	return shown(q, t, now.ID == t.ID)
}

// texts are all of an administrator's institution.
func texts(q *store.Q, by web.Actor) (*textKinds, error) {
	if by.Institution() == "" {
		return nil, store.ErrNotFound
	}
	out := &textKinds{KindList: []textKind{}}
	for i := range forms {
		f := &forms[i]
		rows, err := q.DutyTexts(by.Institution(), int(f.kind))
		if err != nil {
			return nil, err
		}
		sample := Sample(f.kind)
		inForce := sample
		x := textKind{Kind: int(f.kind), Label: f.label, Help: f.help, IsText: f.isText, HasScope: f.hasScope, VersionList: []textVersion{}}
		for j := range rows {
			t, err := textOf(&rows[j])
			if err != nil {
				return nil, err
			}
			if j == 0 {
				inForce = t
			}
			facts, err := factsOf(q, t)
			if err != nil {
				return nil, err
			}
			x.VersionList = append(x.VersionList, textVersion{t.ID, t.Version, t.Title, t.Hash, facts})
		}
		now, err := shown(q, inForce, true)
		if err != nil {
			return nil, err
		}
		built, err := shown(q, sample, inForce == sample)
		if err != nil {
			return nil, err
		}
		x.InForce, x.Sample = *now, *built
		out.KindList = append(out.KindList, x)
	}
	return out, nil
}

// Save writes a new version, the one after the version that the form showed. It is in force at once.
func Save(tx *store.Tx, by web.Actor, in *DutyTextInput) (*textSaved, error) {
	if by.Institution() == "" {
		return nil, store.ErrNotFound
	}
	made, err := in.Made(tx, by)
	if err != nil {
		return nil, err
	}
	if made != "" {
		return &textSaved{made}, nil
	}
	f := formOf(deal.DutyKind(in.Kind))
	if f == nil {
		return nil, web.Invalid("kind", noKind)
	}
	rows, err := tx.DutyTexts(by.Institution(), in.Kind)
	if err != nil {
		return nil, err
	}
	c, err := in.check(f, rows)
	if err != nil {
		return nil, err
	}
	if len(rows) != in.Version {
		return nil, web.ErrStale
	}
	text, hash := c.canonical()
	if len(rows) > 0 && rows[0].Hash == hash {
		return nil, web.Invalid("itemList", unchanged)
	}
	d := &store.DutyText{InstitutionID: by.Institution(), Kind: in.Kind, Version: in.Version + 1, Content: text, Hash: hash, Reason: in.Reason}
	if err := tx.AddDutyText(d, by.ID()); err != nil {
		return nil, err
	}
	if err := in.Keep(tx, by, d.ID); err != nil {
		return nil, err
	}
	return &textSaved{d.ID}, tx.AddAudit(by.Line("duty_text_saved", "duty_text", d.ID, "ok",
		fmt.Sprintf("kind=%d version=%d hash=%s", d.Kind, d.Version, hash)))
}

// check checks a version in one go. An item that was in an earlier version or in the sample keeps its key, a new one gets a random one.
func (in *DutyTextInput) check(f *form, rows []store.DutyText) (*content, error) {
	known := map[string]bool{}
	for i := range f.sample.Items {
		known[f.sample.Items[i].Key] = true
	}
	for i := range rows {
		t, err := textOf(&rows[i])
		if err != nil {
			return nil, err
		}
		for j := range t.Items {
			known[t.Items[j].Key] = true
		}
	}
	var c web.Check
	c.Text(in, "title", "題名", &in.Title, true)
	c.Text(in, "reason", "変えたこと", &in.Reason, true)
	out, keys, headings := &content{Title: in.Title}, map[string]bool{}, map[string]bool{}
	for i := range in.ItemList {
		x := &in.ItemList[i]
		var own web.Check
		own.Text(x, "heading", "見出し", &x.Heading, true)
		own.Prose(x, "text", "本文", &x.Text, f.isText)
		own.Ok(x.Heading == "" || !headings[x.Heading], "heading", twice)
		own.Ok(x.Scope == 0 || f.hasScope, "scope", noScope)
		own.Ok(x.Scope >= 0 && x.Scope < len(scopes), "scope", "使う場合を選んでください。")
		own.Ok(x.Key == "" || known[x.Key] && !keys[x.Key], "key", unknown)
		for _, e := range own.Errors {
			c.Fail("itemList."+strconv.Itoa(i)+"."+e.Field, e.Detail)
		}
		keys[x.Key], headings[x.Heading] = true, true
		if x.Key == "" {
			x.Key = "i" + strings.ToLower(rand.Text()[:12])
		}
		out.Items = append(out.Items, Item{x.Key, x.Heading, x.Text, Scope(x.Scope)})
	}
	c.Ok(len(out.Items) > 0, "itemList", "項目を一つ以上入れてください。")
	return out, c.Err()
}

// Choices are the keys and labels of a version's items, for a form and for a record.
func (t *Text) Choices() (out [][2]string) {
	for i := range t.Items {
		out = append(out, [2]string{t.Items[i].Key, t.Items[i].Label()})
	}
	return slices.Clip(out)
}
