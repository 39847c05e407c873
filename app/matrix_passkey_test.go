package app_test

import (
	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/web"
)

// addPasskeys adds the calls of passkeys: at both doors, a user's own, and an administrator's.
func addPasskeys(add func(p []probe, calls ...string)) {
	add([]probe{{body: body(map[string]any{"door": "platform"})}}, "POST /api/Public/StartPasskeySignIn")
	add([]probe{{body: body(map[string]any{"door": "platform", "answer": "{}"})}}, "POST /api/Public/SignInByPasskey")
	for _, path := range []string{company.BankUsers.Path, company.BuyerUsers.Path, web.OfficePath} {
		add(plain, "GET "+path+"GetPasskeys", "POST "+path+"StartPasskeyProof")
		add([]probe{{body: body(map[string]any{"password": "x"})}}, "POST "+path+"StartPasskey")
		add([]probe{{body: body(map[string]any{"name": "x", "answer": "{}"})}}, "POST "+path+"AddPasskey")
		add([]probe{{body: body(map[string]any{"answer": "{}"})}}, "POST "+path+"ProveByPasskey")
		add([]probe{{body: body(map[string]any{"passkeyId": "x", "name": "x"})}}, "POST "+path+"RenamePasskey")
		add([]probe{{body: body(map[string]any{"passkeyId": "x", "password": "x"})}}, "POST "+path+"RemovePasskey")
	}
	add([]probe{{of: "bankUser", set: "managed", body: bodyID("userId", map[string]any{"comment": "端末の紛失"})}},
		"POST /api/Office/ResetSecondStep", "POST /api/Office/RemovePasskeys")
	add(plain, "GET /api/Office/GetPasskeyDemand")
	add([]probe{{body: body(map[string]any{"isDemanded": false})}}, "POST /api/Office/DemandPasskeys")
}

func init() { passkeyRows(allowedRows) }

// passkeyRows make the calls succeed that need a device.
func passkeyRows(rows map[string]func(*probing) exchange) {
	const password = apptest.TestPassword
	rows["POST /api/Public/SignInByPasskey"] = func(x *probing) exchange {
		d := x.p.NewDevice()
		x.as("finA").Register(company.BankUsers.Path, "鍵", d).Want(200)
		return exchange{caller: "none", body: map[string]any{"door": "platform", "answer": d.Sign(x.p.AskPasskey("platform"))}}
	}
	rows["POST /api/Office/RemovePasskeys"] = func(x *probing) exchange {
		x.as("finA").Register(company.BankUsers.Path, "鍵", x.p.NewDevice()).Want(200)
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": x.w.user["finA"], "comment": "パソコンの紛失。本人に電話で確認した。"}}
	}
	for path, name := range map[string]string{company.BankUsers.Path: "finA", company.BuyerUsers.Path: "buyB", web.OfficePath: "ADM"} {
		rows["POST "+path+"StartPasskey"] = func(*probing) exchange {
			return exchange{caller: name, body: map[string]any{"password": password}}
		}
		rows["POST "+path+"AddPasskey"] = func(x *probing) exchange {
			return exchange{caller: name, body: map[string]any{"name": "支店のパソコン", "answer": x.p.NewDevice().Make(x.as(name).AskKey(path))}}
		}
		// registered makes a body of a passkey that its user has.
		registered := func(make func(c *apptest.Caller, d *apptest.Device) map[string]any) func(*probing) exchange {
			return func(x *probing) exchange {
				c, d := x.as(name), x.p.NewDevice()
				c.Register(path, "支店のパソコン", d).Want(200)
				return exchange{caller: name, body: make(c, d)}
			}
		}
		rows["POST "+path+"StartPasskeyProof"] = registered(func(*apptest.Caller, *apptest.Device) map[string]any { return map[string]any{} })
		rows["POST "+path+"ProveByPasskey"] = registered(func(c *apptest.Caller, d *apptest.Device) map[string]any {
			return map[string]any{"answer": d.Sign(c.Post(path+"StartPasskeyProof", map[string]any{}).Want(200).JSON()["options"].(string))}
		})
		rows["POST "+path+"RenamePasskey"] = registered(func(c *apptest.Caller, _ *apptest.Device) map[string]any {
			return map[string]any{"passkeyId": c.PasskeyOf(path, "支店のパソコン"), "name": "本店のパソコン"}
		})
		rows["POST "+path+"RemovePasskey"] = registered(func(c *apptest.Caller, _ *apptest.Device) map[string]any {
			return map[string]any{"passkeyId": c.PasskeyOf(path, "支店のパソコン"), "password": password}
		})
	}
}
