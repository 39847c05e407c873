package auth

import (
	"fmt"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	a := CodeAddress(NewCodeSecret(), "東海事業承継ネットワーク", "fin-b2@demo.example.jp")
	n, p, _ := QR(a)
	os.WriteFile("/tmp/qrgo/out.txt", []byte(fmt.Sprintf("%d\n%s\n%s", n, p, a)), 0o644)
}
