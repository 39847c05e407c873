package apptest

import (
	"tsunagu/app/auth"
	"tsunagu/store"
)

func UserBody(clientID, loginID string) map[string]any {
	return map[string]any{"clientId": clientID, "loginId": loginID, "userName": "利用 太郎", "userNameKana": "りよう　たろう", "department": "総務部",
		"phone1": "０５２－１２３－４５６７"}
}

func UserIDOf(p *Platform, loginID string) (id string) {
	p.Read(func(q *store.Q) error {
		u, err := q.UserByLogin(auth.FoldLoginID(loginID))
		if err == nil {
			id = u.ID
		}
		return err
	})
	return id
}
