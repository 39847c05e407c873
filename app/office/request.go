package office

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeRequestRow is an application to join the network, as a row of the office's list.
type officeRequestRow struct {
	AccountRequestID string `json:"accountRequestId"`
	CaseNumber       string `json:"caseNumber" doc:"申請者が知っている受付番号"`
	FinancialName    string `json:"financialName"`
	FinancialCode    string `json:"financialCode"`
	FinancialType    int    `json:"financialType" doc:"項目 financialType"`
	Prefecture       string `json:"prefecture" doc:"都道府県コード"`
	Status           int    `json:"status" doc:"GetEnumerations の accountRequestStatus"`
	Created          string `json:"created" doc:"UTC"`
	Decided          string `json:"decided" doc:"UTC"`
}

type officeRequestList struct {
	RequestList []officeRequestRow `json:"requestList"`
	AllCount    int                `json:"allCount"`
}

// officeRequest is one application with what the office should know before it decides.
type officeRequest struct {
	OfficeRequestRow
	Financial   OfficeInstitution `json:"financial" doc:"申請された内容"`
	Reason      string            `json:"reason" doc:"却下の理由"`
	DecidedBy   string            `json:"decidedBy" doc:"事務局の担当者"`
	FinancialID string            `json:"financialId" doc:"承認後の金融機関"`
	IsCodeTaken bool              `json:"isCodeTaken" doc:"同じ金融機関コードの金融機関がすでに参加している"`
	IsMailTaken bool              `json:"isMailTaken" doc:"担当者のメールアドレスがすでにログインIDとして使われている"`
}

// OfficeRequestRow is the name to embed.
type OfficeRequestRow = officeRequestRow

type officeRequestsQuery struct {
	Status string `query:"status" enum:"0,1,2," doc:"空はすべて"`
	web.OfficePaging
}

type officeRequestQuery struct {
	AccountRequestID string `query:"accountRequestId" required:"true"`
}

// officeApproval admits an institution with its first user.
type officeApproval struct {
	AccountRequestID string `json:"accountRequestId"`
	ShortName        string `json:"shortName,omitempty" limit:"20" doc:"一覧で使う略称。空は金融機関名"`
	LoginID          string `json:"loginId,omitempty" doc:"最初の利用者のメールアドレス。空は申請の担当者のもの"`
}

// OfficeRejection refuses an application. The reason is for the office's records only: the mail
// asks the applicant to get in touch.
type OfficeRejection struct {
	AccountRequestID string `json:"accountRequestId"`
	Reason           string `json:"reason" limit:"1000"`
}

// officeAdmitted is what an approval created.
type officeAdmitted struct {
	FinancialID string `json:"financialId"`
	UserID      string `json:"userId"`
}

func (a Room) officeRequestCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetAccountRequestList", web.ADM, "すべての利用申請", "利用申請の一覧"),
		func(r *web.Request, in *officeRequestsQuery) (*officeRequestList, error) {
			return web.Reading(r, func(q *store.Q) (*officeRequestList, error) { return Requests(q, in) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetAccountRequest", web.ADM, "すべての利用申請", "利用申請の内容"),
		func(r *web.Request, in *officeRequestQuery) (*officeRequest, error) {
			return web.Reading(r, func(q *store.Q) (*officeRequest, error) { return readOfficeRequest(q, in.AccountRequestID) })
		})
	type approval struct{ Body officeApproval }
	web.Add(a.Platform, web.OfficeCall("POST", "ApproveAccountRequest", web.ADM, "審査待ちの利用申請", "利用申請の承認。金融機関と最初の利用者を作り、パスワード設定の案内を送る"),
		func(r *web.Request, in *approval) (*officeAdmitted, error) {
			return web.Writing(r, func(tx *store.Tx) (*officeAdmitted, error) {
				return a.approveAccountRequest(tx, r.Actor, &in.Body)
			})
		})
	type rejection struct{ Body OfficeRejection }
	web.Add(a.Platform, web.OfficeCall("POST", "RejectAccountRequest", web.ADM, "審査待ちの利用申請", "利用申請の却下"),
		func(r *web.Request, in *rejection) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.RejectAccountRequest(tx, r.Actor, &in.Body) })
		})
}

func requestRow(r *store.AccountRequest) (officeRequestRow, *store.Institution, error) {
	i, err := r.Institution()
	if err != nil {
		return officeRequestRow{}, nil, err
	}
	return officeRequestRow{r.ID, web.CaseNumber("A", r.ID), i.Name, i.Code, i.Type, i.Prefecture, r.Status, web.ServerTime(r.Created),
		web.ServerTime(r.Decided)}, i, nil
}

func readOfficeRequest(q *store.Q, id string) (*officeRequest, error) {
	r, err := q.AccountRequest(id)
	if err != nil {
		return nil, err
	}
	row, i, err := requestRow(r)
	if err != nil {
		return nil, err
	}
	out := &officeRequest{OfficeRequestRow: row, Financial: officeInstitutionOf(i), Reason: r.Reason}
	if r.InstitutionID != nil {
		out.FinancialID = *r.InstitutionID
	}
	if r.DecidedBy != nil {
		if u, err := q.User(*r.DecidedBy); err == nil {
			out.DecidedBy = u.UserName
		}
	}
	if deal.AccountRequestStatus(r.Status) != deal.RequestPending {
		return out, nil
	}
	if out.IsCodeTaken, err = exists(q.InstitutionByCode(i.Code)); err != nil {
		return nil, err
	}
	out.IsMailTaken, err = exists(q.UserByLogin(auth.FoldLoginID(i.ResponsibleMail)))
	return out, err
}

// exists turns the result of a read into whether the record exists; ErrNotFound is no error then.
func exists[T any](_ *T, err error) (bool, error) {
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// approveAccountRequest makes the institution a member with its first user, who gets a link to set
// a password, and adds it to the exclusions of every listing that excludes some institutions
// (domain.md 3.4, 6).
func (a Room) approveAccountRequest(tx *store.Tx, by web.Actor, in *officeApproval) (*officeAdmitted, error) {
	r, i, err := decideAccountRequest(tx, in.AccountRequestID, deal.RequestApprove, "")
	if err != nil {
		return nil, err
	}
	if in.LoginID == "" {
		in.LoginID = i.ResponsibleMail
	}
	var c web.Check
	c.Text(in, "shortName", "略称", &in.ShortName, false)
	c.Mail("loginId", "最初の利用者のメールアドレス", &in.LoginID, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	taken, err := exists(tx.InstitutionByCode(i.Code))
	if err != nil {
		return nil, err
	}
	if taken {
		return nil, web.Conflict("institution_exists", "同じ金融機関コードの金融機関がすでに参加しています。申請者に確認し、重複であれば却下してください。")
	}
	if i.ShortName = in.ShortName; i.ShortName == "" {
		i.ShortName = i.Name
	}
	i.Status, i.RegistApplicationID = 1, r.ID
	if err := tx.CreateInstitution(i, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.KeepOut(i.ID); err != nil {
		return nil, err
	}
	if err := a.MailTo(tx, mail.AccountRequestApproved, i.ResponsibleMail, "", r.ID,
		mail.Data{CaseNumber: web.CaseNumber("A", r.ID)}); err != nil {
		return nil, err
	}
	u := BankUser(deal.RoleFIN, i.ID, in.LoginID)
	if u.LoginFolded == auth.FoldLoginID(i.ResponsibleMail) { // this address is from the application, not typed by the office
		web.Admit(tx, u, "")
	}
	u.UserName, u.Department, u.Position, u.Phone1 = i.ResponsibleName, i.ResponsibleDept, i.ResponsiblePosition, i.ResponsibleTel
	if err := a.inviteNewUser(tx, by, u); err != nil {
		return nil, err
	}
	r.InstitutionID = &i.ID
	if err := tx.DecideAccountRequest(r, int(deal.RequestPending), by.ID()); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("account_request_approved", "account_request", r.ID, "ok", "institution="+i.ID)); err != nil {
		return nil, err
	}
	return &officeAdmitted{i.ID, u.ID}, nil
}

func (a Room) RejectAccountRequest(tx *store.Tx, by web.Actor, in *OfficeRejection) error {
	var c web.Check
	c.Prose(in, "reason", "却下の理由", &in.Reason, false)
	if err := c.Err(); err != nil {
		return err
	}
	r, i, err := decideAccountRequest(tx, in.AccountRequestID, deal.RequestReject, in.Reason)
	if err != nil {
		return err
	}
	r.Reason = in.Reason
	if err := tx.DecideAccountRequest(r, int(deal.RequestPending), by.ID()); err != nil {
		return err
	}
	if err := a.MailTo(tx, mail.AccountRequestRejected, i.ResponsibleMail, "", r.ID,
		mail.Data{CaseNumber: web.CaseNumber("A", r.ID)}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("account_request_rejected", "account_request", r.ID, "ok", ""))
}

// decideAccountRequest reads a request and sets its next status, or says why it cannot be decided.
func decideAccountRequest(tx *store.Tx, id string, event deal.RequestEvent, reason string) (*store.AccountRequest, *store.Institution,
	error) {
	r, err := tx.AccountRequest(id)
	if err != nil {
		return nil, nil, err
	}
	next, refusal := deal.DecideAccountRequest(deal.AccountRequestStatus(r.Status), event, reason, deal.ActorOffice)
	if refusal != nil {
		return nil, nil, refusal
	}
	r.Status = int(next)
	i, err := r.Institution()
	return r, i, err
}

// Requests are the applications to join.
func Requests(q *store.Q, in *officeRequestsQuery) (*officeRequestList, error) {
	rs, n, err := q.SearchAccountRequests(console.OptionalInt(in.Status), in.Page())
	if err != nil {
		return nil, err
	}
	out := &officeRequestList{RequestList: []officeRequestRow{}, AllCount: n}
	for i := range rs {
		row, _, err := requestRow(&rs[i])
		if err != nil {
			return nil, err
		}
		out.RequestList = append(out.RequestList, row)
	}
	return out, nil
}
