package deal

// SecondStepRule says whether a bank's users sign in with a code of their telephone as well.
type SecondStepRule int

// The rules that a network may choose. A user who has set up a second step is always asked for codes.
const (
	SecondStepOff      SecondStepRule = 0 // nobody can set up a new one
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

// SecondStepFor is the rule for a role, given the network's for banks. The office and the institutions' administrators manage everybody's
// access and always need one; free is true in the demo, whose logins are published. Buyers' users have no second step.
func SecondStepFor(r Role, banks SecondStepRule, free bool) SecondStepRule {
	switch {
	case r == RoleFIN || r == RoleLEN:
		return banks
	case (r == RoleFAD || r == RoleADM) && free:
		return SecondStepOptional
	case r == RoleFAD || r == RoleADM:
		return SecondStepRequired
	}
	return SecondStepOff
}

// MayResetSecondStep says who may remove the second step of a user who lost the telephone: an administrator or the office for a bank's
// user, the office for an administrator. For the office's own users nobody can do so over the network; it takes access to the machine.
func MayResetSecondStep(by, of Role) bool {
	return of == RoleFIN && (by == RoleFAD || by == RoleADM) || of == RoleFAD && by == RoleADM
}
