package web_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A limit in a tag is told of in the field's own words, together with all else that is wrong, and is
// what the document says; the framework's general words come only where a text passes every bound.
func TestLimitInTag(t *testing.T) {
	p := apptest.NewPlatform(t)
	inquiry := func(name string) map[string]any {
		return map[string]any{"kind": 0, "name": name, "mailAddress": "a@example.jp", "body": strings.Repeat("あ", 2001)}
	}
	p.Visitor().Post("/api/Public/CheckInquiry", inquiry(strings.Repeat("名", 41))).Want(422).
		Has("お名前は40文字以内で入力してください（現在41文字）。", "お問い合わせ内容は2000文字以内で入力してください（現在2001文字）。", "お問い合わせの種類を選択してください。")
	p.Visitor().Post("/api/Public/CheckInquiry", inquiry(strings.Repeat("名", 40))).Want(422).HasNot("お名前は")
	p.Visitor().Post("/api/Public/CheckInquiry", inquiry(strings.Repeat("a", 50_001))).Want(422).Has("50000文字以内で入力してください。").HasNot("お名前は")

	fields := p.App.API.OpenAPI().Components.Schemas.Map()["InquiryInput"].Properties
	for name, want := range map[string]string{"name": `"maxLength":40`, "body": `"maxLength":2000`, "mailAddress": `"maxLength":50000`} {
		if got, err := fields[name].MarshalJSON(); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("the document says %s of %s, want %s (%v)", got, name, want, err)
		}
	}
}
