package inspection

import (
	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

type accessExport struct {
	conditions
	listfile.Choice
}

// file is the access report as a file.
var file = listfile.File[accessRow]{
	Path: Path + "ExportNameAccess", Noun: "記録", Unit: "件", Name: "NAME_ACCESS", Title: "会社の名前を知った人",
	Columns: []listfile.Column[accessRow]{
		listfile.Col("日時（日本時間）", 20, sheet.Centred, func(x *accessRow) any { return japanTime(x.At) }),
		listfile.Col("会社", 28, sheet.Plainly, func(x *accessRow) any { return x.CompanyName }),
		listfile.Col("番号", 13, sheet.Centred, func(x *accessRow) any { return x.CaseNumber }),
		listfile.Col("だれが", 26, sheet.Plainly, func(x *accessRow) any { return x.ReaderLabel }),
		listfile.Col("名前", 28, sheet.Plainly, func(x *accessRow) any { return x.ReaderName }),
		listfile.Col("金融機関", 20, sheet.Plainly, func(x *accessRow) any { return x.InstitutionName }),
		listfile.Col("できごと", 24, sheet.Plainly, func(x *accessRow) any { return x.What }),
		listfile.Col("開示の段階", 18, sheet.Centred, func(x *accessRow) any { return x.LevelLabel }),
		listfile.Col("内容", 30, sheet.Wrapped, func(x *accessRow) any { return x.Subject }),
		listfile.Col("根拠", 34, sheet.Wrapped, func(x *accessRow) any { return x.Basis }),
	},
}

// exportAccess writes the whole report of the conditions as a file, with its audit line.
func (a Room) exportAccess(r *web.Request, in *accessExport) (*web.Download, error) {
	return listfile.Write(a.Platform, r, file, &in.Choice, func(q *store.Q) (listfile.Encoded, error) {
		found, err := accesses(q, r.Actor, &in.conditions)
		if err != nil {
			return nil, err
		}
		if found.IsTooMany {
			return nil, web.Invalid("word", "この名前に合う企業が20社より多くあります。会社の名前を、もう少し長く入力してください。")
		}
		return listfile.Of("rowList", found.RowList, found.AllCount)
	})
}
