package company

import (
	"encoding/json"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// errRegistration answers every key that does not open alike: unknown, used, replaced, expired,
// and those of companies and users that may not register any more. It names no bank.
var errRegistration = &web.Problem{Title: "Not available", Status: 400,
	Detail: "このリンクは使えません。期限が過ぎたか、登録の申込みが済んでいるか、新しいご案内のメールが届いています。新しいメールがないときは、お取引の金融機関の担当者へ、ご案内の再送をご依頼ください。", Code: "link_not_available"}

// throttleRegistration bounds what can be tried with keys: guesses of keys, and of login IDs.
var throttleRegistration = web.ThrottleRule{Name: "registration", Burst: 60, Pause: web.ThrottleReset.Pause}

// errNeedsCode asks who holds a letter's link for its code. The key itself is 256 random bits: whoever has
// it has the letter, and may learn that it is one.
var errNeedsCode = &web.Problem{Title: "Passcode needed", Status: 400, Code: "passcode_needed",
	Detail: "招待状の確認コードを入力してください。招待状を渡した担当者が、電話などでお伝えした8桁の数字です。"}

// byRegistrationKey runs a deed for who holds a key. A wrong code of a letter is counted and written down;
// a try that failed by the key, or by a login ID that somebody has, counts for the throttle.
func (a Room) byRegistrationKey(r *web.Request, in *RegistrationKey, f func() error) error {
	var err error
	if in.Passcode != "" {
		err = r.ByLink(func(tx *store.Tx) error {
			_, _, err := a.OpenLink(tx, r.Actor, store.LinkRegistration, in.Key, in.Passcode)
			return err
		})
		if errors.Is(err, web.ErrLink) {
			err = ErrLetter
		}
	}
	if err == nil {
		err = f()
	}
	var p *web.Problem
	if errors.Is(err, errRegistration) || errors.Is(err, ErrLetter) || errors.As(err, &p) && p.Has("user.loginId", LoginIDTaken) {
		if err := r.Platform.Throttle.Take(r.Platform.Store.Now(), throttleRegistration, r.IP); err != nil {
			return err
		}
	}
	return err
}

// Registering is a living key with the company and the person that it lets register.
type Registering struct {
	Key     *store.LinkKey
	Company *store.Company
	User    *store.User
}

func (a Room) registrationOf(q *store.Q, in *RegistrationKey) (*Registering, error) {
	k, err := q.LinkKey(auth.HashSecret(in.Key))
	if errors.Is(err, store.ErrNotFound) {
		return nil, errRegistration
	}
	if err != nil {
		return nil, err
	}
	if k.Kind != store.LinkRegistration || !k.Alive(q.Now()) {
		return nil, errRegistration
	}
	if k.PasscodeHash != "" && !a.Keys.PasscodeMatches(k.KeyHash, in.Passcode, k.PasscodeHash) {
		return nil, errNeedsCode
	}
	x := &Registering{Key: k}
	if x.Company, err = q.CompanyOf(k.SubjectID); err == nil {
		x.User, err = q.User(k.UserID)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, errRegistration
	}
	if err == nil && (x.Company.Status != int(deal.CompanyNotCreated) || !mayRegister(x.Company, x.User)) {
		err = errRegistration
	}
	return x, err
}

// isSignedUp: a trial's user has a login that works, which no mailed key may change.
func (x *Registering) isSignedUp() bool { return x.User.Status == int(deal.UserEnabled) }

// content is what is known of the company by now.
func (x *Registering) content(q *store.Q) (*RegistrationContent, error) {
	out := &RegistrationContent{Overview: registrationOverviewOf(x.Company), User: registrationUserOf(x.User)}
	d, err := q.CompanyDetails(x.Company.ID)
	if errors.Is(err, store.ErrNotFound) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.Details = registrationDetailsOf(d)
	return out, nil
}

func registrationOverviewOf(c *store.Company) *registrationOverview {
	flag := map[bool]int{true: 1}
	return &registrationOverview{MemberType: c.MemberType, IndustryType: append([]string{}, c.IndustryTypes...),
		Location:    CompanyLocation{c.Region, c.PrefectureCode, c.CityCode},
		SalesAmount: c.SalesAmount, MAndAExperience: c.MAExperience, MAndAReason: append([]int{}, c.MAReasons...),
		MAndAReasonOthers:   c.MAReasonOthers,
		IsSendRecommendMail: flag[c.IsSendRecommendMail], IsSendOfferMail: flag[c.IsSendOfferMail],
		IndustryTexts: IndustryTextsOf(c.IndustryOtherText, c.IndustryOtherTexts)}
}

func registrationDetailsOf(d *store.CompanyDetails) *CompanyDetails {
	out := DetailsOf(d, store.Buyer, disclosure.BuyerInCharge, 1)
	out.CompanyID, out.Status, out.Version = "", 0, 0
	return out
}

func registrationUserOf(u *store.User) *registrationUser {
	return &registrationUser{LoginID: u.LoginID, UserName: u.UserName, UserNameKana: u.UserNameKana, Department: u.Department,
		Position: u.Position,
		Phone1:   u.Phone1, Phone2: u.Phone2, Fax: u.Fax, RegistSendMail: map[bool]int{true: 1}[u.RegistSendMail]}
}

func (a Room) registrationPageOf(q *store.Q, in *RegistrationKey) (*registrationPage, error) {
	x, err := a.registrationOf(q, in)
	if err != nil {
		return nil, err
	}
	known, err := x.content(q)
	if err != nil {
		return nil, err
	}
	terms, err := q.NetworkText("terms")
	if err != nil {
		return nil, err
	}
	return &registrationPage{RegistrationContent: *known, ReturnComment: x.Company.ReturnComment, Expires: web.ServerTime(x.Key.Expires),
		IsPasswordSet: x.User.PasswordHash != "", IsSignedUp: x.isSignedUp(), TermsTitle: terms.Title, TermsBody: terms.Body,
		TermsHTML: web.ProseHTML(terms.Body), TermsVersion: terms.Version,
		Declaration: deal.AntisocialDeclaration, DeclarationVersion: deal.AntisocialVersion}, nil
}

// check checks the parts that are given, all at once, and puts them into company, details and
// user as they will be stored. The password is checked and goes nowhere.
func (x *Registering) check(q *store.Q, overview *CompanyOverviewFields, details *CompanyDetailsFields,
	user *RegistrationUserInput) (*store.CompanyDetails, error) {
	var c web.Check
	part := func(name string, f func(*web.Check)) {
		var p web.Check
		f(&p)
		for _, e := range p.Errors {
			c.Fail(name+"."+e.Field, e.Detail)
		}
	}
	d, err := q.CompanyDetails(x.Company.ID)
	if errors.Is(err, store.ErrNotFound) {
		d, err = &store.CompanyDetails{CompanyID: x.Company.ID}, nil
	}
	if err != nil {
		return nil, err
	}
	if overview != nil {
		part("overview", func(p *web.Check) { overview.check(p, store.Buyer) })
		overview.apply(x.Company)
	}
	if details != nil {
		part("details", func(p *web.Check) { details.Check(p, q.Now()) })
		details.Apply(d)
	}
	if user != nil {
		part("user", func(p *web.Check) { err = x.checkUser(q, p, user) })
		if err != nil {
			return nil, err
		}
		user.Apply(BuyerUsers, x.User)
	}
	return d, c.Err()
}

func (x *Registering) checkUser(q *store.Q, c *web.Check, in *RegistrationUserInput) error {
	in.UserFields.check(c, true)
	isMoved := auth.FoldLoginID(in.LoginID) != x.User.LoginFolded
	switch {
	case x.isSignedUp():
		c.Ok(!isMoved, "loginId", "利用を始めた方のログインIDは変更できません。")
		c.Ok(in.Password == "", "password", "利用を始めた方のパスワードは、ログインして「パスワード変更」から変更してください。")
		return nil
	case in.Password != "":
		if err := auth.CheckNewPassword(in.Password, in.LoginID); err != nil {
			c.Fail("password", err.Error())
		}
	case x.User.PasswordHash == "":
		c.Fail("password", "パスワードを入力してください。")
	}
	if !isMoved {
		return nil
	}
	_, err := q.UserByLogin(auth.FoldLoginID(in.LoginID))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	c.Ok(err != nil, "loginId", LoginIDTaken)
	return err
}

// checkRegistration answers the parts that are given as they would be stored.
func (a Room) checkRegistration(q *store.Q, in *registrationCheck) (*RegistrationContent, error) {
	x, err := a.registrationOf(q, &in.RegistrationKey)
	if err != nil {
		return nil, err
	}
	d, err := x.check(q, in.Overview, in.Details, in.User)
	if err != nil {
		return nil, err
	}
	out := &RegistrationContent{}
	if in.Overview != nil {
		out.Overview = registrationOverviewOf(x.Company)
	}
	if in.Details != nil {
		out.Details = registrationDetailsOf(d)
	}
	if in.User != nil {
		out.User = registrationUserOf(x.User)
	}
	return out, nil
}

// registerByKey uses the key up: what the buyer entered waits for its bank (5 → 11).
func (a Room) registerByKey(r *web.Request, in *RegistrationInput) error {
	err := r.Read(func(q *store.Q) error { // first, so that only a good registration costs a hash
		x, err := a.registrationOf(q, &in.RegistrationKey)
		if err == nil {
			_, err = x.check(q, &in.Overview, &in.Details, &in.User)
		}
		return err
	})
	if err != nil {
		return err
	}
	hash := ""
	if in.User.Password != "" {
		if hash, err = a.Hasher.Hash(r, in.User.Password); err != nil {
			return err
		}
	}
	return r.Write(func(tx *store.Tx) error {
		x, err := a.registrationOf(&tx.Q, &in.RegistrationKey)
		if err != nil {
			return err
		}
		return a.Register(tx, r.Actor, x, in, hash)
	})
}

// Register stores a registration with the hash of its password, and tells the bank.
func (a Room) Register(tx *store.Tx, by web.Actor, x *Registering, in *RegistrationInput, hash string) error {
	known, err := x.content(&tx.Q)
	if err != nil {
		return err
	}
	terms, err := acceptedTerms(&tx.Q, in)
	if err != nil {
		return err
	}
	e, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(x.Company.Status),
		KeyAlive: true, Accepted: true},
		deal.CompanySelfRegister, deal.ActorBUY)
	if refusal != nil {
		return refusal
	}
	d, err := x.check(&tx.Q, &in.Overview, &in.Details, &in.User)
	if err != nil {
		return err
	}
	x.Company.Status, x.Company.ReturnComment, x.Company.AntisocialDeclared = int(e.Status), "", tx.Now()
	if err := tx.UpdateCompany(x.Company, x.User.ID); err != nil {
		return err
	}
	d.Status = int(e.Status)
	if err := tx.PutCompanyDetails(d, x.User.ID); err != nil {
		return err
	}
	x.User.MemberType = x.Company.MemberType
	if hash != "" {
		x.User.PasswordHash, x.User.PasswordChanged = hash, tx.Now()
	}
	err = tx.UpdateUser(x.User, x.User.ID)
	if errors.Is(err, store.ErrDuplicate) {
		return web.Invalid("user.loginId", LoginIDTaken)
	}
	if err != nil {
		return err
	}
	x.Key.Used, x.Key.DecidedIP = tx.Now(), by.IP
	if err := tx.UpdateLinkKey(x.Key); err != nil {
		return err
	}
	entered := RegistrationContent{Overview: registrationOverviewOf(x.Company), Details: registrationDetailsOf(d),
		User: registrationUserOf(x.User)}
	row := &store.Registration{CompanyID: x.Company.ID, UserID: x.User.ID, TermsVersion: terms.Version, TermsHash: terms.Hash,
		DeclarationVersion: deal.AntisocialVersion, DeclarationHash: web.TextHash("反社会的勢力排除の表明", deal.AntisocialDeclaration), IP: by.IP}
	for text, content := range map[*string]any{&row.Known: known, &row.Entered: entered} {
		b, err := json.Marshal(content)
		if err != nil {
			return err
		}
		*text = string(b)
	}
	if err := tx.CreateRegistration(row); err != nil {
		return err
	}
	l := by.Line("company_self_register", "company", x.Company.ID, "ok", "")
	l.UserID, l.Role, l.ClientID, l.InstitutionID = x.User.ID, x.User.Role, x.User.ClientID, x.Company.InstitutionID
	if err := tx.AddAudit(l); err != nil {
		return err
	}
	return persons.In(a.Platform).Mail(tx, mail.BuyerRegistered, x.Company.InstitutionID, store.InChargeOfCompany, x.Company.ID,
		mail.Data{CaseNumber: web.CaseNumber("B", x.Company.ID), Link: a.BaseURL + "/buyer-company-manage/" + x.Company.ID})
}

// acceptedTerms are the terms as they stand, if they and the declaration were accepted so.
func acceptedTerms(q *store.Q, in *RegistrationInput) (*store.NetworkText, error) {
	terms, err := q.NetworkText("terms")
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Ok(in.TermsVersion != 0, "termsVersion", "利用規約をお読みになり、同意してください。")
	c.Ok(in.DeclarationVersion != 0, "declarationVersion", "反社会的勢力でないことの表明が必要です。内容をお読みになり、表明してください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	if in.TermsVersion != terms.Version || in.DeclarationVersion != deal.AntisocialVersion {
		return nil, web.Conflict("terms_changed", "利用規約または表明の文が新しくなりました。新しい文をお読みになり、もう一度お申し込みください。入力した内容は残っています。")
	}
	return terms, nil
}
