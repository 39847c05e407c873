package duty

import (
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// Role is what a contract with a customer makes of the bank (compliance.md 2, 契約).
type Role string

const (
	Broker  Role = "broker"
	Advisor Role = "advisor"
)

// RoleOf is that of a record of a contract; "" of any other record.
func RoleOf(d *store.Duty) (Role, error) {
	if deal.DutyKind(d.Kind) != deal.DutyMandate {
		return "", nil
	}
	v, err := contentOf(d)
	return Role(v["role"]), err
}

// MinimumFeeOf is the 最低手数料 in 千円 of a record of a fee; false of any other record.
func MinimumFeeOf(d *store.Duty) (int64, bool, error) {
	if deal.DutyKind(d.Kind) != deal.DutyFee {
		return 0, false, nil
	}
	v, err := contentOf(d)
	if err != nil {
		return 0, false, err
	}
	n, err := strconv.ParseInt(v["minimum"], 10, 64)
	return n, err == nil, nil
}
