package deal

// FeeStep is a step of a fee's rates (レーマン): up to an amount in 千円, 0 for no end, at a rate in 0.01 %.
type FeeStep struct{ UpTo, Rate int64 }

// FeeTable is how a bank's fee is computed (compliance.md 2, fee). Amounts are whole 千円.
type FeeTable struct {
	Steps                           []FeeStep // ascending; the last one has no end
	Minimum, Retainer, Interim      int64
	InterimShare                    int64 // % of the success fee, in place of Interim
	DeductsRetainer, DeductsInterim bool  // from the success fee
}

// FeePart is what of an amount lies in a step, and its fee.
type FeePart struct{ Amount, Rate, Fee int64 }

// Fee is what is paid of an amount, in whole 千円 without the consumption tax; what is by the month is not in it.
type Fee struct {
	Parts             []FeePart // of the steps that the amount reaches
	Sum, Success      int64     // of the parts; the success fee, which is at least the table's minimum
	Retainer, Interim int64
	Deducted, Rest    int64 // from the success fee; what is left of it to pay at the end
	Total             int64
}

// FeeOf computes the fee of an amount in 千円. Each step, and a share of the success fee, is rounded down to 千円 by itself (切捨て). Integers
// alone: no amount below ten trillion 円 overflows.
func FeeOf(t FeeTable, amount int64) Fee {
	var f Fee
	from := int64(0)
	for _, s := range t.Steps {
		to := amount
		if s.UpTo > 0 {
			to = min(amount, s.UpTo)
		}
		if to <= from && len(f.Parts) > 0 {
			break
		}
		p := FeePart{to - from, s.Rate, (to - from) * s.Rate / 10_000}
		f.Parts, f.Sum, from = append(f.Parts, p), f.Sum+p.Fee, to
	}
	f.Success, f.Retainer, f.Interim = max(f.Sum, t.Minimum), t.Retainer, t.Interim
	if t.InterimShare > 0 {
		f.Interim = f.Success * t.InterimShare / 100
	}
	if t.DeductsRetainer {
		f.Deducted += f.Retainer
	}
	if t.DeductsInterim {
		f.Deducted += f.Interim
	}
	f.Deducted = min(f.Deducted, f.Success)
	f.Rest = f.Success - f.Deducted
	f.Total = f.Retainer + f.Interim + f.Rest
	return f
}
