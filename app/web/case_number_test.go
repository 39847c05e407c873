package web

import "testing"

func TestCaseNumber(t *testing.T) {
	if n := CaseNumber("N", "01a1fd1e-a8c2-756e-80ec-6dcb872b7124"); n != "N-872b7124" {
		t.Error(n)
	}
}
