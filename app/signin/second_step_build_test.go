package signin_test

import (
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/store"
)

// otherThan is a code that is none of the app's now.
func otherThan(t *apptest.Telephone) string {
	for _, c := range []string{"000000", "111111", "222222", "333333"} {
		if _, ok := auth.MatchCode(t.Secret, c, t.P.Clock.Now(), 0); !ok {
			return c
		}
	}
	panic("four codes at once")
}

// stepRule sets the network's rule for the banks' users.
func stepRule(p *apptest.Platform, rule string) {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingSecondStep, rule, "") })
}
