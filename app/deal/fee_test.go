package deal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// lehman is the usual table: 5 % up to 500 million 円, 4 % up to a billion, 3 % up to 5, 2 % up to 10, 1 % beyond.
var lehman = []FeeStep{{500_000, 500}, {1_000_000, 400}, {5_000_000, 300}, {10_000_000, 200}, {0, 100}}

func TestFeeOf(t *testing.T) {
	for _, x := range []struct {
		name   string
		table  FeeTable
		amount int64
		want   Fee
	}{
		{"nothing", FeeTable{Steps: lehman, Minimum: 5000}, 0, Fee{Parts: []FeePart{{0, 500, 0}}, Success: 5000, Rest: 5000, Total: 5000}},
		{"below the minimum", FeeTable{Steps: lehman, Minimum: 5000}, 99_999,
			Fee{Parts: []FeePart{{99_999, 500, 4999}}, Sum: 4999, Success: 5000, Rest: 5000, Total: 5000}},
		{"at the minimum", FeeTable{Steps: lehman, Minimum: 5000}, 100_000,
			Fee{Parts: []FeePart{{100_000, 500, 5000}}, Sum: 5000, Success: 5000, Rest: 5000, Total: 5000}},
		{"the end of a step", FeeTable{Steps: lehman}, 500_000,
			Fee{Parts: []FeePart{{500_000, 500, 25_000}}, Sum: 25_000, Success: 25_000, Rest: 25_000, Total: 25_000}},
		{"one behind it, rounded down", FeeTable{Steps: lehman}, 500_001,
			Fee{Parts: []FeePart{{500_000, 500, 25_000}, {1, 400, 0}}, Sum: 25_000, Success: 25_000, Rest: 25_000, Total: 25_000}},
		{"all steps", FeeTable{Steps: lehman}, 12_000_000, Fee{Parts: []FeePart{{500_000, 500, 25_000}, {500_000, 400, 20_000},
			{4_000_000, 300, 120_000}, {5_000_000, 200, 100_000}, {2_000_000, 100, 20_000}},
			Sum: 285_000, Success: 285_000, Rest: 285_000, Total: 285_000}},
		{"one step alone", FeeTable{Steps: []FeeStep{{0, 333}}}, 1001,
			Fee{Parts: []FeePart{{1001, 333, 33}}, Sum: 33, Success: 33, Rest: 33, Total: 33}},
		{"retainer and interim, deducted", FeeTable{Steps: lehman, Retainer: 1000, Interim: 2000, DeductsRetainer: true, DeductsInterim: true},
			500_000, Fee{Parts: []FeePart{{500_000, 500, 25_000}}, Sum: 25_000, Success: 25_000, Retainer: 1000, Interim: 2000, Deducted: 3000,
				Rest: 22_000, Total: 25_000}},
		{"not deducted", FeeTable{Steps: lehman, Retainer: 1000, Interim: 2000}, 500_000, Fee{Parts: []FeePart{{500_000, 500, 25_000}},
			Sum: 25_000, Success: 25_000, Retainer: 1000, Interim: 2000, Rest: 25_000, Total: 28_000}},
		{"a share, rounded down, of the minimum", FeeTable{Steps: lehman, Minimum: 5005, InterimShare: 10, DeductsInterim: true}, 1000,
			Fee{Parts: []FeePart{{1000, 500, 50}}, Sum: 50, Success: 5005, Interim: 500, Deducted: 500, Rest: 4505, Total: 5005}},
		{"more to deduct than there is", FeeTable{Steps: lehman, Retainer: 100, DeductsRetainer: true}, 1000,
			Fee{Parts: []FeePart{{1000, 500, 50}}, Sum: 50, Success: 50, Retainer: 100, Deducted: 50, Total: 100}},
	} {
		if got := FeeOf(x.table, x.amount); !slices.Equal(got.Parts, x.want.Parts) || sums(got) != sums(x.want) {
			t.Errorf("%s: %+v, want %+v", x.name, got, x.want)
		}
	}
}

func sums(f Fee) [7]int64 {
	return [7]int64{f.Sum, f.Success, f.Retainer, f.Interim, f.Deducted, f.Rest, f.Total}
}

// A larger amount costs no less, whatever the table; the parts are the amount, and their fees the sum; nothing is negative.
func TestFeeIsMonotone(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		table := FeeTable{Minimum: random.Int64N(20_000), Retainer: random.Int64N(5000), DeductsRetainer: random.IntN(2) == 0,
			DeductsInterim: random.IntN(2) == 0}
		if random.IntN(2) == 0 {
			table.Interim = random.Int64N(5000)
		} else {
			table.InterimShare = random.Int64N(101)
		}
		upTo, rate := int64(0), 1+random.Int64N(10_000)
		for range random.IntN(6) {
			upTo += 1 + random.Int64N(1_000_000)
			table.Steps = append(table.Steps, FeeStep{upTo, rate})
			rate = random.Int64N(rate + 1)
		}
		table.Steps = append(table.Steps, FeeStep{0, rate})
		amount := random.Int64N(2*upTo + 10)
		if random.IntN(10) == 0 {
			amount = 9_999_999_999 // the largest
		}
		f, more := FeeOf(table, amount), FeeOf(table, amount+1+random.Int64N(1000))
		whole, sum := int64(0), int64(0)
		for _, p := range f.Parts {
			whole, sum = whole+p.Amount, sum+p.Fee
			if p.Fee > p.Amount || p.Fee*10_000 > p.Amount*p.Rate || (p.Fee+1)*10_000 <= p.Amount*p.Rate {
				t.Fatalf("%+v of %+v", p, table)
			}
		}
		if whole != amount || sum != f.Sum || f.Success != max(f.Sum, table.Minimum) || f.Rest+f.Deducted != f.Success || f.Rest < 0 ||
			f.Total != f.Retainer+f.Interim+f.Rest || f.Total < f.Success {
			t.Fatalf("%d: %+v of %+v", amount, f, table)
		}
		if more.Sum < f.Sum || more.Success < f.Success || more.Rest < f.Rest || more.Total < f.Total {
			t.Fatalf("%d: %+v, more: %+v of %+v", amount, f, more, table)
		}
	}
}
