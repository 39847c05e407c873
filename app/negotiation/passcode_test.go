package negotiation_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// The passcode that a clerk tells is in his answer alone: no mail bears it, and the link opens with it.
func TestPasscodeTold(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Hoped()
	ask := map[string]any{"userId": tk.PersonID, "passcodeBy": "told"}
	before := len(tk.Mails("second@canary.example.co.jp"))
	v := tk.FinA.Deed("RequestOwnerConsent", id, apptest.With(ask,
		map[string]any{"ppapMailaddress": "second@canary.example.co.jp"})).Want(200).JSON()
	passcode, _ := v["passcode"].(string)
	letter := tk.Mails(tk.Person)[0].Text
	if len(passcode) != 8 || strings.Contains(letter, passcode) || len(tk.Mails("second@canary.example.co.jp")) != before {
		t.Fatalf("passcode %q, mails %d", passcode, len(tk.Mails("second@canary.example.co.jp"))-before)
	}
	for _, want := range []string{"ご依頼元：", "担当者：", "利用者 fin@a.example.jp", "本物のメールかどうかは"} {
		if !strings.Contains(letter, want) {
			t.Errorf("no %q in\n%s", want, letter)
		}
	}
	key := apptest.KeyInMail.FindStringSubmatch(letter)[1]
	tk.OwnerDecides(key, "00000000", true).Want(422).Has("電話、または書面")
	tk.OwnerDecides(key, passcode, true).Want(200)

	other := apptest.NewTalks(apptest.NewPlatform(t))
	row := other.Hoped()
	other.FinA.Deed("RequestOwnerConsent", row, map[string]any{"userId": other.PersonID}).Want(422).Has(`"ppapMailaddress"`)
	other.FinA.Deed("RequestOwnerConsent", row, map[string]any{"userId": other.PersonID, "ppapMailaddress": "second@canary.example.co.jp",
		"passcodeBy": "fax"}).Want(422).Has(`"passcodeBy"`)
	other.FinA.Deed("RequestOwnerConsent", row, map[string]any{"userId": other.PersonID,
		"ppapMailaddress": "second@canary.example.co.jp"}).Want(200).HasNot(`"passcode"`)
}
