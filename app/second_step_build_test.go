package app_test

import (
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/store"
)

// Matrix rows of calls that need another call before they can succeed.

func confirming(name, path string) func(*probing) exchange {
	return func(x *probing) exchange {
		t := x.as(name).Scan(path)
		return exchange{caller: name, body: map[string]any{"code": t.Code(), "password": apptest.TestPassword}}
	}
}

func proving(name, path string) func(*probing) exchange {
	return func(x *probing) exchange {
		t, _ := x.as(name).Enrol(path)
		return exchange{caller: name, body: map[string]any{"code": t.Next(), "password": apptest.TestPassword}}
	}
}

func trusting(name string) func(*probing) exchange {
	return func(x *probing) exchange {
		d := &store.TrustedDevice{Hash: auth.HashSecret("x"), UserID: x.w.user[name], Expires: x.p.Clock.Now().Add(time.Hour)}
		x.p.Write(func(tx *store.Tx) error { return tx.TrustDevice(d) })
		return exchange{caller: name, on: "own", body: map[string]any{"deviceId": d.ID}}
	}
}
