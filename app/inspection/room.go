// Package inspection makes what somebody who has no access to the product checks a deal by (検査用ファイル, papers.md 4): one ZIP of what its
// maker's side may see, which is verified with sha256sum and openssl alone; and tells who learned the name of a customer, when and on what
// ground.
package inspection

import "tsunagu/app/web"

// Room is this package on a platform. What it keeps in the process is kept by web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Path is that of the room's calls.
const Path = "/api/Inspection/"

// Calls registers this room's calls. They are the banks' users' alone: the office is no party to a deal, and an administrator is told no
// names.
func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: Path + name, Area: "issued", Callers: web.FIN, Records: records, Summary: summary, Spec: "papers 4"}
	}
	whole := row("POST", "MakeInspectionFile", "担当する案件、交渉の自らの側", "検査用ファイル（ZIP）の作成とダウンロード").Freshly()
	web.AddFile(a.Platform, whole, func(r *web.Request, in *struct{ Body makeInput }) (*web.Download, error) { return a.make(r, &in.Body) })
	const own = "自機関が担当する企業。相手方の利用者の名前は返らない"
	web.Add(a.Platform, row("GET", "SearchNameAccess", own, "会社の名前を、だれが・いつ・何を根拠に知ったか"),
		func(r *web.Request, in *accessQuery) (*accessList, error) { return searchAccess(r, in) })
	web.AddFile(a.Platform, row("GET", "ExportNameAccess", own, "同じ一覧のファイル（CSV、Excel）").Freshly(),
		func(r *web.Request, in *accessExport) (*web.Download, error) { return a.exportAccess(r, in) })
}
