package office

import (
	"math"
	"regexp"
	"strconv"
)

var colourPattern = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// The backgrounds on which text in the network's colour must be readable. White text must also be
// readable on that colour itself.
var colourGrounds = []string{"#ffffff", "#f5f6f8"}

// minContrast is what WCAG wants of text (ui.md "Look").
const minContrast = 4.5

// isLegible says that a colour can be read wherever the screens use it.
func isLegible(colour string) bool {
	for _, ground := range colourGrounds {
		if Contrast(colour, ground) < minContrast {
			return false
		}
	}
	return true
}

// Contrast is the ratio of two colours' luminances by WCAG 2, from 1 to 21.
func Contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(colour string) float64 {
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
