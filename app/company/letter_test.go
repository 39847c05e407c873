package company_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A bank lets its own buyer's user in by a letter, nobody else does.
func TestLetterForBuyersUser(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": b.BuyerA, "loginId": "second@buyer.example.jp",
		"userName": "新井 花"}).Want(200)
	id := apptest.UserIDOf(b.Platform, "second@buyer.example.jp")
	write := func(who *apptest.Caller) apptest.Result {
		return who.Post("/api/BuyerCompanyUser/MakeLetter", map[string]any{"userId": id})
	}
	write(b.FinB).Want(400).HasNot("新井")
	write(b.BuyA).Want(400)
	v := write(b.FinA).Want(200).Has("湊星銀行", "second@buyer.example.jp").JSON()
	_, key, _ := strings.Cut(v["link"].(string), "?key=")
	b.FinA.Get("/api/BuyerCompanyUser/GetUser?userId=" + id).Want(200).Has(`"invitation":"招待状を作成済み`)
	b.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": apptest.NextPassword}).Want(400)
	b.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "passcode": v["code"],
		"password": apptest.NextPassword}).Want(200).Has(`"signInPath":"/login"`)
	b.Sign("second@buyer.example.jp", apptest.NextPassword).Want(200)
	write(b.FinA).Want(409)
}
