package deal

// SecondStepRule says whether a bank's users sign in with a code of their telephone as well.
type SecondStepRule int

// The rules that a network may choose. Who has set one up is asked for codes whatever the rule.
const (
	SecondStepOff      SecondStepRule = 0 // nobody new sets one up
	SecondStepOptional SecondStepRule = 1
	SecondStepRequired SecondStepRule = 2
)

// Label is the rule's name.
func (r SecondStepRule) Label() string {
	switch r {
	case SecondStepOff:
		return "使わない"
	case SecondStepRequired:
		return "必須"
	}
	return "任意"
}

// SecondStepFor is the rule for a role, given the network's for banks. The office and the
// institutions' administrators manage everybody's access and always need one; free is the demo,
// whose logins are published. Buyers' users have none.
func SecondStepFor(r Role, banks SecondStepRule, free bool) SecondStepRule {
	switch {
	case r == RoleFIN:
		return banks
	case (r == RoleFAD || r == RoleADM) && free:
		return SecondStepOptional
	case r == RoleFAD || r == RoleADM:
		return SecondStepRequired
	}
	return SecondStepOff
}

// MayResetSecondStep says who takes the second step off somebody who lost the telephone: an
// administrator or the office of a bank's user, the office of an administrator. Of the office's
// own people nobody from afar: that takes the machine itself.
func MayResetSecondStep(by, of Role) bool {
	return of == RoleFIN && (by == RoleFAD || by == RoleADM) || of == RoleFAD && by == RoleADM
}
