package app_test

import (
	"net/url"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// withDirectory gives A's institution a directory in force, to which A's user and its administrator are bound.
func (x *probing) withDirectory() (*apptest.Directory, *store.Directory) {
	dir := apptest.NewDirectory(x.p.T)
	d := dir.InForce(x.p, x.w.AID, "dir.example.jp")
	return dir, d
}

func (x *probing) bound(dir *apptest.Directory, name string) {
	x.p.Read(func(q *store.Q) error {
		u, err := q.User(x.w.user[name])
		if err == nil {
			dir.Bind(x.p, u, "sato")
		}
		return err
	})
}

// invitedToDirectory is a key by which A's user may bind himself.
func (x *probing) invitedToDirectory() string {
	x.as("FAD").Post("/api/Office/InviteToDirectory", map[string]any{"userId": x.w.user["finA"]}).Want(200)
	return x.p.MailedKey(x.p.UserOf(x.as("finA")).LoginID)
}

// Calls on a directory that answers.
func init() {
	began := func(caller string, isBound bool) func(*probing) exchange {
		return func(x *probing) exchange {
			if dir, _ := x.withDirectory(); isBound {
				x.bound(dir, caller)
			}
			return exchange{caller: caller, body: map[string]any{}}
		}
	}
	for call, row := range map[string]func(*probing) exchange{
		"POST /api/Directory/BeginDirectoryBinding": began("finA", false), "POST /api/Directory/BeginDirectoryProof": began("finA", true),
		"POST /api/Office/BeginDirectoryBinding": began("FAD", false), "POST /api/Office/BeginDirectoryProof": began("FAD", true),
		"POST /api/Directory/Begin": func(x *probing) exchange {
			x.withDirectory()
			return exchange{caller: "none", body: map[string]any{"loginId": "x@dir.example.jp", "door": "platform"}}
		},
		"POST /api/Directory/Return": func(x *probing) exchange {
			dir, _ := x.withDirectory()
			x.bound(dir, "finA")
			b := apptest.PageWindow(x.p)
			way := b.Post("/api/Directory/Begin", map[string]any{"loginId": "x@dir.example.jp", "door": "platform"}).Want(200).JSON()
			q := dir.LogIn(way["address"].(string), "sato")
			return exchange{caller: "none", window: b, body: map[string]any{"code": q.Get("code"), "state": q.Get("state")}}
		},
		"POST /api/Directory/BeginByKey": func(x *probing) exchange {
			x.withDirectory()
			return exchange{caller: "none", body: map[string]any{"key": x.invitedToDirectory()}}
		},
		"POST /api/Directory/BackChannelLogout": func(x *probing) exchange {
			dir, _ := x.withDirectory()
			return exchange{caller: "none", form: url.Values{"logout_token": {dir.Signed(map[string]any{"iss": dir.Issuer,
				"aud": apptest.DirectoryClient, "jti": "1", "sub": "sub-sato",
				"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})}}}
		},
		"POST /api/Office/InviteToDirectory": func(x *probing) exchange {
			x.withDirectory()
			return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": x.w.user["finA"]}}
		},
		"POST /api/Office/EndDirectory": func(x *probing) exchange {
			_, d := x.withDirectory()
			return exchange{caller: "FAD", on: "own", body: map[string]any{"directoryId": d.ID, "version": 1, "reason": "認証基盤の入れ替え"}}
		},
		"POST /api/Office/BeginDirectoryTrial": func(x *probing) exchange {
			x.onItsWay(store.DirectoryDraft)
			return exchange{caller: "FAD", body: map[string]any{"version": 2}}
		},
		"POST /api/Office/SendDirectory": func(x *probing) exchange {
			x.onItsWay(store.DirectoryTried)
			return exchange{caller: "FAD", body: map[string]any{"version": 2}}
		},
		"POST /api/Office/DiscardDirectory": func(x *probing) exchange {
			x.onItsWay(store.DirectoryDraft)
			return exchange{caller: "FAD", body: map[string]any{"version": 2}}
		},
		"POST /api/Office/SaveDirectory": func(x *probing) exchange {
			x.onItsWay(store.DirectoryDraft)
			return exchange{caller: "FAD", body: map[string]any{"version": 2, "issuer": "https://login.dir.example.jp", "clientId": "tsunagu",
				"clientSecret": "dGhpcyBpcyBhIHNlY3JldA", "acrList": []string{}, "amrList": []string{"mfa"}, "groupClaim": "", "groupList": []string{},
				"domainList": []string{"dir.example.jp"}, "isPasswordForbidden": false, "emergencyUserId": ""}}
		},
	} {
		allowedRows[call] = row
	}
}

// onItsWay moves A's setting that waits for the office to a state before that, at a directory that answers.
func (x *probing) onItsWay(state int) {
	dir := apptest.NewDirectory(x.p.T)
	x.p.Write(func(tx *store.Tx) error {
		d, err := tx.DirectoryOnItsWay(x.w.AID)
		if err != nil {
			return err
		}
		d.State, d.Issuer = state, dir.Issuer
		return tx.PutDirectory(d, "")
	})
}
