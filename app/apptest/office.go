package apptest

import (
	"net/url"

	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// SignInOffice signs in at the office's entrance as a client that is no browser.
func (p *Platform) SignInOffice(loginID string) *Caller {
	p.T.Helper()
	return &Caller{P: p, Token: p.OfficeSign(loginID, TestPassword).Want(200).JSON()["token"].(string)}
}

func (p *Platform) OfficeSign(loginID, password string) Result {
	return p.Visitor().Form(web.OfficeDoor.Path, url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}})
}

// console is a network of two institutions with an administrator each, and an office user.
type console struct {
	*Platform
	BankA, BankB       string // ids
	Office, FadA, FadB *Caller
}

func NewConsole(p *Platform) *console {
	c := &console{Platform: p, BankA: p.Institution("9981", "湊星銀行"), BankB: p.Institution("9982", "蒼陵信用金庫")}
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	p.User(deal.RoleFAD, c.BankA, "admin@a.example.jp")
	p.User(deal.RoleFAD, c.BankB, "admin@b.example.jp")
	c.Office, c.FadA, c.FadB = p.SignInOffice("office@n.example.jp"), p.SignInOffice("admin@a.example.jp"), p.SignInOffice("admin@b.example.jp")
	return c
}
