package web

import (
	"net/http"
	"path"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// partsOf are what a user does by a call that is not a GET with a record of his team (team.md 2), where it is not a deed of who is in
// charge of it: a second pair of eyes confirms, and some calls only look. One that also does what only who is in charge may asks
// whether he is in charge (negotiation.mustAct).
var partsOf = map[string]store.Part{
	"ConfirmDuty": store.PartConfirms, "ConfirmPaperApproval": store.PartConfirms, "DecideDutyWaiver": store.PartConfirms,
	"DecideHeldText": store.PartConfirms, "DecideSignedCopy": store.PartConfirms, "DrawApprovalPasscode": store.PartConfirms,
	"DrawOwnerPasscode": store.PartConfirms, "RealNameConsent": store.PartConfirms, "RecordOwnerConsent": store.PartConfirms,
	"CsvExportLongList": store.PartLooks, "DeleteSavedSearch": store.PartLooks, "ExportOwnerLongList": store.PartLooks,
	"Regist": store.PartLooks, "RegistSavedSearch": store.PartLooks, "SearchLongCompany": store.PartLooks,
	"AlreadyRead": store.PartLooks, "UseSavedSearch": store.PartLooks, "RenamePasskey": store.PartLooks, "RemovePasskey": store.PartLooks,
}

// errNotInCharge is what a deed answers in an institution that shows records to their teams alone: it tells nothing of one.
var errNotInCharge = &Problem{Title: "Not available", Status: 400, Code: "not_available",
	Detail: "情報が削除されたか、操作する権限がありません。案件チームの「承認者」「閲覧」の方は、担当者に依頼してください。"}

func partOf(c Call) store.Part {
	if c.Method == http.MethodGet {
		return store.PartLooks
	}
	if part, ok := partsOf[path.Base(c.Path)]; ok {
		return part
	}
	return store.PartActs
}

// MayBeTold says that a user may get a mail about a record: in an institution that shows records to their teams alone its team, and
// the administrators, to whom a mail tells a number and no name. A mark behind the record's id ("<id>:document") keeps mails apart.
func MayBeTold(q *store.Q, u *store.User, subjectID string) (bool, error) {
	if RoleOf(u) != deal.RoleFIN {
		return true, nil
	}
	id, _, _ := strings.Cut(subjectID, ":")
	return q.MayBeTold(u.ID, u.ClientID, id)
}

// mailed are the users of a client who are mailed about a record: of a bank's that has a team of nobody its administrators, who say
// whose it is.
func (a *Platform) mailed(tx *store.Tx, clientID string, role deal.Role, subjectID string) ([]store.User, error) {
	us, err := tx.UsersOf(clientID, int(role))
	if err != nil || role != deal.RoleFIN {
		return us, err
	}
	if isTeamOnly, err := tx.IsTeamOnly(clientID); err != nil || !isTeamOnly {
		return us, err
	}
	for i := range us {
		if may, err := MayBeTold(&tx.Q, &us[i], subjectID); err != nil || may && us[i].Status == int(deal.UserEnabled) {
			return us, err
		}
	}
	return tx.UsersOf(clientID, int(deal.RoleFAD))
}
