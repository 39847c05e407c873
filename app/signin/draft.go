package signin

import "tsunagu/app/web"

// draftKey is what a browser seals its user's unsent input with.
type draftKey struct {
	Key string `json:"key" doc:"32バイトの16進数。画面のメモリだけに置き、端末に保存しない"`
}

func (a Room) DraftCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Account/GetDraftKey", Area: "auth", Callers: web.FIN | web.LEN | web.BUY,
		Records: "自分", Summary: "入力の途中の内容を端末に封じて残すための鍵", Spec: "ui.md Behaviour",
	},
		func(r *web.Request, _ *struct{}) (*draftKey, error) {
			return &draftKey{a.Keys.DraftKey(r.Actor.ID())}, nil
		})
}
