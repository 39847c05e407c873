package report_test

import (
	"slices"
	"testing"

	"tsunagu/app/apptest"
)

// A bank's users as a file are those of its own list; no buyer's, and no other bank's.
func TestUserListFile(t *testing.T) {
	w := newReportWorld(t)
	for _, c := range []*apptest.Caller{w.FinA, w.FinB, w.FinC} {
		var want, got, excel []string
		for _, u := range c.Get("/api/FinancialUser/GetUsersList").Want(200).JSON()["userList"].([]any) {
			want = append(want, u.(map[string]any)["loginId"].(string))
		}
		for _, row := range csvRows(c.Get(listPath + "ExportUserList?format=csv")) {
			got = append(got, row["ログインID"])
		}
		b := book(c.Get(listPath + "ExportUserList?format=xlsx"))
		for _, row := range b.rows("利用者", true) {
			excel = append(excel, row["ログインID"])
		}
		if len(want) == 0 || !slices.Equal(got, want) || !slices.Equal(excel, want) {
			t.Errorf("screen %q, CSV %q, Excel %q", want, got, excel)
		}
	}
	w.FinA.Get(listPath+"ExportUserList").Want(200).HasNot("@b.example.jp", "buy@", "@c.example.jp")
	w.BuyB.Get(listPath + "ExportUserList").Want(400).Has("not_available")
}
