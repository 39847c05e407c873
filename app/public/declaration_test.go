package public_test

import (
	"maps"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const declarations = "/api/Office/"

// declared is what an office types; changes replace some of it.
func declared(version int, changes map[string]any) map[string]any {
	out := map[string]any{"version": version, "title": "湊ネットワークの宣言", "sharing": 1, "sharingSince": "2026-10-01", "sharingNote": "団体を通じて共有します。",
		"itemList": []any{map[string]any{"heading": "買手の財務", "text": "決算書で\n確かめます。"}, map[string]any{"heading": "資金の見込み", "text": ""}},
		"body":     "<b>そのほか</b>の取り組み"}
	maps.Copy(out, changes)
	return out
}

// Nothing shows until the office publishes something: no answer, no link, and the sample is the office's form alone. What is published
// shows to everybody as it was previewed; earlier versions stay, a stale tab is refused, and a second press publishes nothing second.
func TestDeclaration(t *testing.T) {
	p := apptest.NewPlatform(t) // 21 November
	c := apptest.NewConsole(p)
	visitor := p.Visitor()
	const public = "/api/Public/GetDeclaration"
	visitor.Get(public).Want(400)
	visitor.Get("/api/Public/GetNetwork").Want(200).Has(`"hasDeclaration":false`)
	first := c.Office.Get(declarations+"GetDeclaration").Want(200).Has(`"isSample":true`, "買手の財務", "経営者保証", `"sharing":0`, `"versionList":[]`)
	for _, wrong := range []string{"遵守しています", "保証します", "適合しています"} {
		first.HasNot(wrong)
	}
	c.Office.Get(declarations + "GetDeclarationVersion?version=1").Want(400)

	// What is missing is told at its field, in the preview and when publishing; the preview stores nothing.
	for _, x := range []struct {
		changes map[string]any
		field   string
	}{
		{map[string]any{"title": " "}, "title"}, {map[string]any{"itemList": []any{}}, "itemList"}, {map[string]any{"sharing": 0}, "sharing"},
		{map[string]any{"itemList": []any{map[string]any{"heading": "", "text": "x"}}}, "itemList.0.heading"},
		{map[string]any{"itemList": []any{map[string]any{"heading": "x", "text": strings.Repeat("あ", 1001)}}}, "itemList.0.text"},
		{map[string]any{"sharingSince": ""}, "sharingSince"}, {map[string]any{"sharingSince": "2026-11-22"}, "sharingSince"},
		{map[string]any{"sharingSince": "2026-13-01"}, "sharingSince"}, {map[string]any{"body": strings.Repeat("あ", 4001)}, "body"},
	} {
		for _, call := range []string{"PreviewDeclaration", "PublishDeclaration"} {
			c.Office.Post(declarations+call, declared(0, x.changes)).Want(422).Has(`"field":"` + x.field + `"`)
		}
	}
	c.Office.Post(declarations+"PreviewDeclaration", declared(0, map[string]any{"sharing": 2})).Want(200).
		Has("湊ネットワーク", "参加していない", `"sharingSince":""`, `"version":0`, "保証するものではありません")
	visitor.Get(public).Want(400)
	for _, other := range []*apptest.Caller{c.FadA, c.FadB} {
		other.Get(declarations + "GetDeclaration").Want(400)
		other.Post(declarations+"PublishDeclaration", declared(0, nil)).Want(400)
	}

	for range 2 {
		c.Office.Post(declarations+"PublishDeclaration", declared(0, nil)).Want(200)
	}
	read := visitor.Get(public).Want(200).Has("湊ネットワークの宣言", `"sharingLabel":"参加している"`, "2026-10-01", "団体を通じて", "買手の財務", `"version":1`,
		"保証するものではありません").HasNot("お気づきのことは", "userName", "office@")
	if got := read.JSON()["body"]; got != "<b>そのほか</b>の取り組み" {
		t.Errorf("the text is plain: %v", got)
	}
	visitor.Get("/api/Public/GetNetwork").Want(200).Has(`"hasDeclaration":true`)
	c.Office.Post(declarations+"PublishDeclaration", declared(0, map[string]any{"title": "別の宣言"})).Want(409)
	c.Office.Post(declarations+"PublishDeclaration", declared(1, nil)).Want(409).Has("変更がありません")
	c.Office.Post(declarations+"PublishDeclaration", declared(1, map[string]any{"sharing": 3, "sharingSince": "2027-04-01"})).Want(200)
	visitor.Get(public).Want(200).Has(`"sharingLabel":"準備中"`, `"version":2`)
	c.Office.Get(declarations+"GetDeclarationVersion?version=1").Want(200).Has("参加している", "2026-10-01")
	c.Office.Get(declarations+"GetDeclaration").Want(200).Has(`"isSample":false`, `"version":2`, `"version":1`, "準備中", `"userName"`)
	if n := p.Count("SELECT count(*) FROM declaration"); n != 2 {
		t.Errorf("%d versions", n)
	}
	if n := p.Count("SELECT count(*) FROM audit WHERE event = 'declaration_published' AND length(detail) = 64"); n != 2 {
		t.Errorf("%d lines", n)
	}
	c.FadA.Get("/api/Office/GetAuditList").Want(200).HasNot("declaration", "宣言")
	p.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	p.SignInOffice("second@n.example.jp").Post(declarations+"PublishDeclaration",
		declared(1, map[string]any{"sharing": 3, "sharingSince": "2027-04-01"})).Want(409)
}

// What is published is not changed.
func TestDeclarationIsAppendOnly(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	c.Office.Post(declarations+"PublishDeclaration", declared(0, nil)).Want(200)
	db := apptest.OpenRaw(t, p.App.Store.Dir())
	for _, statement := range []string{"UPDATE declaration SET title = 'x'", "DELETE FROM declaration"} {
		if _, err := db.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s passes", statement)
		}
	}
}
