package marketprice

import "testing"

// Every value is told in the steps that the screen states.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		kind        int
		value, want int64
	}{
		{price, 1, 5_000}, {price, 7_499, 5_000}, {price, 7_500, 10_000}, {price, 97_500, 100_000}, {price, 124_999, 100_000},
		{price, 125_000, 150_000}, {price, 1_049_999, 1_000_000}, {price, 1_050_000, 1_100_000},
		{salesMultiple, 0, 1}, {salesMultiple, 104, 10}, {salesMultiple, 105, 11},
		{ebitdaMultiple, 1, 5}, {ebitdaMultiple, 524, 50}, {ebitdaMultiple, 525, 55},
		{months, 1, 1}, {months, 44, 1}, {months, 45, 2}, {months, 180, 6},
	} {
		if got := rounded(c.kind, c.value); got != c.want {
			t.Errorf("kind %d: %d becomes %d, want %d", c.kind, c.value, got, c.want)
		}
	}
	for n, want := range map[int]int{3: 3, 4: 3, 5: 5, 9: 5, 10: 10, 19: 10, 20: 20, 300: 20} {
		if got := step(n); got != want {
			t.Errorf("%d deals are %d and more, want %d", n, got, want)
		}
	}
}
