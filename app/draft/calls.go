package draft

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

// Calls registers this room's calls: the bank's desk makes drafts, administrators keep the templates.
func (a Room) Calls() {
	const own = "自機関の案件、または自機関が担当する側の交渉"
	desk := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Draft/" + name, Area: "draft", Callers: web.FIN, Records: own, Summary: summary,
			Spec: "papers 2"}
	}
	web.Add(a.Platform, desk("GET", "GetDraftForms", "作れる書面の下書きと、使える書式"),
		func(r *web.Request, in *RecordQuery) (*draftForms, error) {
			return web.Reading(r, func(q *store.Q) (*draftForms, error) { return a.choices(q, r.Actor, in.ref()) })
		})
	web.Add(a.Platform, desk("GET", "CheckDraft", "下書きを作る前に、空欄になる項目。値は返らない"),
		func(r *web.Request, in *checkQuery) (*draftCheck, error) {
			return web.Reading(r, func(q *store.Q) (*draftCheck, error) { return a.check(q, r.Actor, in.ref(), in.TemplateID) })
		})
	web.Add(a.Platform, desk("POST", "MakeDraft", "下書きを作り、発行書面として残す。中身が変わっていなければ、前に作ったもの"),
		func(r *web.Request, in *struct{ Body DraftInput }) (*draftMade, error) {
			return web.Writing(r, func(tx *store.Tx) (*draftMade, error) { return a.Make(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, desk("POST", "TryDraft", "番号で選んだ案件・交渉で、書式を試す。発行書面には残らない"),
		func(r *web.Request, in *struct{ Body TrialInput }) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) { return a.try(tx, r.Actor, &in.Body) })
		})
	a.templateCalls()
}

func (a Room) templateCalls() {
	const own = "事務局：ネットワークの書式。管理者：自機関の書式と、使えるネットワークの書式・見本"
	row := func(method, name, summary string) web.Call {
		c := web.OfficeCall(method, name, web.ADM|web.FAD, own, summary)
		c.Spec = "papers 2"
		return c
	}
	web.Add(a.Platform, row("GET", "GetDraftTemplates", "Wordの書式の、いまの版とこれまでの版"),
		func(r *web.Request, _ *struct{}) (*templateKinds, error) {
			return web.Reading(r, func(q *store.Q) (*templateKinds, error) { return templates(q, r.Actor) })
		})
	web.Add(a.Platform, row("GET", "GetDraftFields", "Wordの書式に書ける差し込み項目の一覧"),
		func(*web.Request, *struct{}) (*fieldCatalogue, error) { return catalogue(), nil })
	web.AddFile(a.Platform, row("GET", "DownloadDraftTemplate", "Wordの書式・見本のファイル。例を差し込んだものも"),
		func(r *web.Request, in *templateQuery) (*web.Download, error) {
			return web.Reading(r, func(q *store.Q) (*web.Download, error) { return a.fetch(q, r.Actor, in) })
		})
	web.AddForm(a.Platform, row("POST", "CheckDraftTemplate", "Wordの書式を保存せずに確かめる。差し込み項目と場所"),
		func(r *web.Request, in *TemplateInput, file *store.File) (*templateReport, error) {
			return a.checkOnly(r.Actor, in, file)
		})
	web.AddForm(a.Platform, row("POST", "SaveDraftTemplate", "Wordの書式の新しい版の保存。これまでの版は残る"),
		func(r *web.Request, in *TemplateInput, file *store.File) (*templateReport, error) {
			return web.Writing(r, func(tx *store.Tx) (*templateReport, error) { return a.save(tx, r.Actor, in, file) })
		})
	web.Add(a.Platform, row("POST", "WithdrawDraftTemplate", "Wordの書式の取下げ。これまでの版は残る"),
		func(r *web.Request, in *struct{ Body TemplateEnd }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return withdraw(tx, r.Actor, &in.Body) })
		})
}
