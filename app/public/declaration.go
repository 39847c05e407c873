package public

import (
	"encoding/json"
	"errors"
	"fmt"

	"tsunagu/app/web"
	"tsunagu/store"
)

// Whether the network takes part in the sharing of the list of particular buyers (特定事業者リスト).
const (
	sharingTakesPart = 1
	sharingOutside   = 2
	sharingPrepares  = 3
)

var sharingLabels = map[int]string{sharingTakesPart: "参加している", sharingOutside: "参加していない", sharingPrepares: "準備中"}

// declarationCaution stands below every declaration: it says what is done, and promises nobody that the law is kept by it.
const declarationCaution = "この宣言は、ネットワークの取り組みを説明するものです。法令やガイドラインに適合していることを保証するものではありません。"

// declaration is the network's own declaration as everybody reads it (compliance.md 3). Its texts are plain.
type declaration struct {
	Title        string            `json:"title"`
	ItemList     []DeclarationItem `json:"itemList" doc:"取り組む項目。画面の順"`
	Sharing      int               `json:"sharing" enum:"0,1,2,3" doc:"特定事業者リストの共有。1 参加している、2 参加していない、3 準備中。見本では 0"`
	SharingLabel string            `json:"sharingLabel"`
	SharingSince string            `json:"sharingSince" doc:"参加した日、または予定の日。空はなし"`
	SharingNote  string            `json:"sharingNote"`
	Body         string            `json:"body" doc:"そのほかの文章"`
	Caution      string            `json:"caution" doc:"宣言の下に必ず出る注意"`
	Version      int               `json:"version" doc:"0は公開していないもの"`
	Created      string            `json:"created" doc:"この版の公開日時（UTC）。空は公開していないもの"`
}

// DeclarationItem is a heading with its text.
type DeclarationItem struct {
	Heading string `json:"heading" limit:"60"`
	Text    string `json:"text" limit:"1000"`
}

// DeclarationInput publishes the next version.
type DeclarationInput struct {
	Version      int               `json:"version" doc:"画面が見ている版。まだないときは 0"`
	Title        string            `json:"title" limit:"80"`
	ItemList     []DeclarationItem `json:"itemList" maxItems:"30"`
	Sharing      int               `json:"sharing" enum:"0,1,2,3"`
	SharingSince string            `json:"sharingSince,omitempty"`
	SharingNote  string            `json:"sharingNote,omitempty" limit:"500"`
	Body         string            `json:"body,omitempty" limit:"4000"`
}

// officeDeclaration is what the office edits: what shows, or the sample where nothing does, and all versions.
type officeDeclaration struct {
	Declaration declaration          `json:"declaration"`
	IsSample    bool                 `json:"isSample" doc:"まだ何も公開していない。declaration は見本で、公開するまで、だれにも見えない"`
	VersionList []declarationVersion `json:"versionList" doc:"公開した版。新しい順"`
}

type declarationVersion struct {
	Version  int    `json:"version"`
	Title    string `json:"title"`
	UserName string `json:"userName" doc:"公開した人"`
	Created  string `json:"created" doc:"UTC"`
}

// declarationSample fills the office's form until it has published one. It leaves open whether the network takes part in the
// sharing: nobody but the office can say that.
var declarationSample = declaration{Title: "ネットワークの宣言", ItemList: []DeclarationItem{
	{"買手の財務", "買手を紹介する前に、決算書などで財務の状態を確かめます。"},
	{"買手のコンプライアンス", "法令違反や行政処分の有無を、公表されている情報などで確かめます。"},
	{"買手の事業の実態", "事業所や取引の状況から、事業が実際に行われていることを確かめます。"},
	{"買手の実質的支配者", "会社を実質的に支配している方を確かめます。"},
	{"資金の見込み", "譲受の資金をどのように用意するかを確かめます。"},
	{"過去のM&Aと経営者保証の解除", "過去に譲り受けた会社について、経営者保証の解除などの約束が守られたかを確かめます。"},
}, Body: "確かめた内容の概要は、売手のオーナーが実名での交渉を決める前に、担当の金融機関からお伝えします。\nお気づきのことは、お問い合わせ画面から事務局にお知らせください。", Caution: declarationCaution}

// DeclarationCalls are the public page and the office's form.
func (a Room) DeclarationCalls() {
	web.Add(a.Platform, web.Call{Method: "GET", Path: "/api/Public/GetDeclaration", Area: "public", Callers: web.Anyone, PasswordDue: true,
		Records: "公開の文章", Summary: "ネットワークの宣言。公開していないときは、ない", Spec: "compliance 3"},
		func(r *web.Request, _ *struct{}) (*declaration, error) {
			return web.Reading(r, func(q *store.Q) (*declaration, error) {
				d, err := q.Declaration()
				if err != nil {
					return nil, err
				}
				return declarationOf(d)
			})
		})
	row := func(method, name, summary string) web.Call {
		c := web.OfficeCall(method, name, web.ADM, "公開の文章", summary)
		c.Spec = "compliance 3"
		return c
	}
	web.Add(a.Platform, row("GET", "GetDeclaration", "ネットワークの宣言の編集。まだないときは見本"),
		func(r *web.Request, _ *struct{}) (*officeDeclaration, error) {
			return web.Reading(r, officeDeclarationOf)
		})
	web.Add(a.Platform, row("GET", "GetDeclarationVersion", "ネットワークの宣言の、ある版"),
		func(r *web.Request, in *struct {
			Version int `query:"version" minimum:"1" required:"true"`
		}) (*declaration, error) {
			return web.Reading(r, func(q *store.Q) (*declaration, error) {
				d, err := q.DeclarationVersion(in.Version)
				if err != nil {
					return nil, err
				}
				return declarationOf(d)
			})
		})
	type body struct{ Body DeclarationInput }
	web.Add(a.Platform, row("POST", "PreviewDeclaration", "ネットワークの宣言の表示の確認。何も保存しない"),
		func(r *web.Request, in *body) (*declaration, error) {
			return web.Reading(r, func(q *store.Q) (*declaration, error) {
				if err := in.Body.check(q.Today()); err != nil {
					return nil, err
				}
				return in.Body.shown(), nil
			})
		})
	web.Add(a.Platform, row("POST", "PublishDeclaration", "ネットワークの宣言の新しい版の公開"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return PublishDeclaration(tx, r.Actor, &in.Body) })
		})
}

func declarationOf(d *store.Declaration) (*declaration, error) {
	items, err := d.ItemList()
	out := &declaration{d.Title, []DeclarationItem{}, d.Sharing, sharingLabels[d.Sharing], d.SharingSince, d.SharingNote, d.Body,
		declarationCaution, d.Version, web.ServerTime(d.Created)}
	for _, i := range items {
		out.ItemList = append(out.ItemList, DeclarationItem(i))
	}
	return out, err
}

func officeDeclarationOf(q *store.Q) (*officeDeclaration, error) {
	versions, err := q.Declarations()
	if err != nil {
		return nil, err
	}
	out := &officeDeclaration{Declaration: declarationSample, IsSample: len(versions) == 0, VersionList: []declarationVersion{}}
	if !out.IsSample {
		shown, err := declarationOf(&versions[0])
		if err != nil {
			return nil, err
		}
		out.Declaration = *shown
	}
	for _, v := range versions {
		u, err := q.User(v.Creator)
		if errors.Is(err, store.ErrNotFound) {
			u, err = &store.User{}, nil
		}
		if err != nil {
			return nil, err
		}
		out.VersionList = append(out.VersionList, declarationVersion{v.Version, v.Title, u.UserName, web.ServerTime(v.Created)})
	}
	return out, nil
}

// check cleans the input in place.
func (in *DeclarationInput) check(today string) error {
	var c web.Check
	c.Text(in, "title", "題名", &in.Title, true)
	c.Ok(len(in.ItemList) > 0, "itemList", "取り組む項目を、一つ以上入力してください。")
	for i := range in.ItemList {
		item, of := &in.ItemList[i], web.Check{}
		of.Text(item, "heading", fmt.Sprintf("%dつ目の項目の見出し", i+1), &item.Heading, true)
		of.Prose(item, "text", fmt.Sprintf("%dつ目の項目の説明", i+1), &item.Text, false)
		for _, e := range of.Errors {
			c.Fail(fmt.Sprintf("itemList.%d.%s", i, e.Field), e.Detail)
		}
	}
	c.Code("sharing", "特定事業者リストの共有", in.Sharing, true, func(v int) bool { return sharingLabels[v] != "" })
	if in.Sharing == sharingOutside {
		in.SharingSince = ""
	}
	c.Date("sharingSince", "参加した日", in.SharingSince, in.Sharing == sharingTakesPart)
	c.Ok(in.Sharing != sharingTakesPart || in.SharingSince <= today, "sharingSince",
		"参加した日は、今日か、その前の日を入力してください。これから参加するときは「準備中」を選んでください。")
	c.Prose(in, "sharingNote", "共有についての説明", &in.SharingNote, false)
	c.Prose(in, "body", "そのほかの文章", &in.Body, false)
	return c.Err()
}

// shown is what the input would show.
func (in *DeclarationInput) shown() *declaration {
	return &declaration{Title: in.Title, ItemList: in.ItemList, Sharing: in.Sharing, SharingLabel: sharingLabels[in.Sharing],
		SharingSince: in.SharingSince, SharingNote: in.SharingNote, Body: in.Body, Caution: declarationCaution}
}

// hash is that of the content, whichever version it is.
func (d *declaration) hash() (string, error) {
	text, err := json.Marshal([]any{d.ItemList, d.Sharing, d.SharingSince, d.SharingNote, d.Body})
	return web.TextHash(d.Title, string(text)), err
}

// PublishDeclaration publishes the next version. The second press of the same button publishes nothing second.
func PublishDeclaration(tx *store.Tx, by web.Actor, in *DeclarationInput) error {
	if err := in.check(tx.Today()); err != nil {
		return err
	}
	hash, err := in.shown().hash()
	if err != nil {
		return err
	}
	now, err := tx.Declaration()
	if errors.Is(err, store.ErrNotFound) {
		now, err = &store.Declaration{}, nil
	}
	switch {
	case err != nil:
		return err
	case now.Version == in.Version+1 && now.Hash == hash && now.Creator == by.ID():
		return nil
	case now.Version != in.Version:
		return store.ErrStale
	case now.Hash == hash:
		return web.Conflict("unchanged", "公開中の版から変更がありません。内容を直してから公開してください。")
	}
	items := []store.DeclarationItem{}
	for _, i := range in.ItemList {
		items = append(items, store.DeclarationItem(i))
	}
	if err := tx.AddDeclaration(&store.Declaration{Title: in.Title, Sharing: in.Sharing, SharingSince: in.SharingSince,
		SharingNote: in.SharingNote, Body: in.Body, Hash: hash}, in.Version, items, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("declaration_published", "network", "network", "ok", hash))
}
