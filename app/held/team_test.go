package held_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// Where records are shown to their teams alone, second eyes decide on a text that who is in charge wrote, and who only looks does not.
func TestSecondEyesOfATeamSendAHeldText(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	second := tk.UserOf(tk.SecondA).ID
	as := func(role store.TeamRole) {
		tk.Write(func(tx *store.Tx) error { return tx.AddTeamMember(tk.Seller, second, role, "") })
	}
	tk.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(tk.AID, true) })
	asks(tk.FinA, id, "株式会社カナリア製作所の件です。", "").Want(200)
	h := held(tk.FinA, "buyerNegotiationId="+id)

	as(store.TeamReader)
	decides(tk.SecondA, h, true, "双方が了承したため").Want(400).Has("担当者に依頼してください")
	tk.FinB.Thread(id).Want(200).HasNot("カナリア製作所")

	as(store.TeamApprover)
	tk.SecondA.Thread(id).Want(200).Has(`"writableMessageTypes":[]`)
	tk.SecondA.Say(id, 2, "こちらで進めます。").Want(400)
	decides(tk.SecondA, h, true, "双方が了承したため").Want(200).Has(`"sentCount":1`)
	tk.FinB.Thread(id).Want(200).Has("カナリア製作所")
}
