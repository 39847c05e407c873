package officelist

import (
	"tsunagu/app/inquiry"
	"tsunagu/app/listfile"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The queries are those of the console's screens: what is on the screen is in the file.
type (
	institutions struct {
		office.InstitutionsQuery
		listfile.Choice
	}
	users struct {
		office.UsersQuery
		listfile.Choice
	}
	requests struct {
		office.RequestsQuery
		listfile.Choice
	}
	inquiries struct {
		inquiry.InquiriesQuery
		listfile.Choice
	}
	mails struct {
		office.MailsQuery
		listfile.Choice
	}
	listings struct {
		office.ListingsQuery
		listfile.Choice
	}
)

// Calls registers a file for each list.
func (a Room) Calls() {
	add(a, institutionFile, web.ADM, "すべての金融機関",
		func(in *institutions) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, _ web.Actor, in *institutions) (listfile.Encoded, error) {
			l, err := office.Institutions(q, &in.InstitutionsQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("institutionList", l.InstitutionList, l.AllCount)
		})
	add(a, userFile, web.ADM|web.FAD, "事務局：すべての利用者（売手の担当者を除く）。管理者：自機関の利用者",
		func(in *users) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, by web.Actor, in *users) (listfile.Encoded, error) {
			l, err := office.In(a.Platform).Users(q, by, &in.UsersQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("userList", l.UserList, l.AllCount)
		})
	add(a, requestFile, web.ADM, "すべての利用申請",
		func(in *requests) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, _ web.Actor, in *requests) (listfile.Encoded, error) {
			l, err := office.Requests(q, &in.RequestsQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("requestList", l.RequestList, l.AllCount)
		})
	add(a, inquiryFile, web.ADM, "すべての問い合わせ",
		func(in *inquiries) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, _ web.Actor, in *inquiries) (listfile.Encoded, error) {
			l, err := inquiry.Inquiries(q, &in.InquiriesQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("inquiryList", l.InquiryList, l.AllCount)
		})
	add(a, mailFile, web.ADM, "すべての送信メール。本文なし、売手の担当者の宛先なし",
		func(in *mails) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, _ web.Actor, in *mails) (listfile.Encoded, error) {
			l, err := office.In(a.Platform).Mails(q, &in.MailsQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("mailList", l.MailList, l.AllCount)
		})
	add(a, listingFile, web.ADM, "すべての案件の概況と公開された案件名",
		func(in *listings) (*listfile.Choice, *web.OfficePaging) { return &in.Choice, &in.OfficePaging },
		func(q *store.Q, _ web.Actor, in *listings) (listfile.Encoded, error) {
			l, err := office.Listings(q, &in.ListingsQuery)
			if err != nil {
				return nil, err
			}
			return listfile.Of("listingList", l.ListingList, l.AllCount)
		})
}

// add registers the call that writes a list into a file. parts gives what its query has besides the conditions, list
// asks as the screen's call does.
func add[I, R any](a Room, f listfile.File[R], who web.Callers, records string, parts func(in *I) (*listfile.Choice, *web.OfficePaging),
	list func(q *store.Q, by web.Actor, in *I) (listfile.Encoded, error)) {
	c := web.OfficeCall("GET", f.Path, who, records, f.Title+"の一覧のファイル（CSV、Excel）。条件は一覧と同じ")
	if f.Path == userFile.Path { // everybody who can sign in
		c = c.Freshly()
	}
	web.AddFile(a.Platform, c,
		func(r *web.Request, in *I) (*web.Download, error) {
			format, page := parts(in)
			page.PageNumber, page.Limit = 1, listfile.MaxRows
			return listfile.Write(a.Platform, r, f, format, func(q *store.Q) (listfile.Encoded, error) { return list(q, r.Actor, in) })
		})
}
