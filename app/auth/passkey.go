package auth

import (
	"net"
	"net/url"
	"strings"
	"time"
)

// RelyingParty is for whom passkeys are made (WebAuthn 4): the host of the address under which the network is reached. ID is "" where
// browsers make none for that address, and WhyNot says why in words.
type RelyingParty struct{ ID, Origin, WhyNot string }

// What a screen says where passkeys are not offered.
const (
	passkeyNoName = "パスキーは、いまのアドレスでは使えません。つなぐのアドレスが名前（例：ma.example.jp）ではなく、番号（IPアドレス）のためです。使いたいときは、事務局へご相談ください。"
	passkeyNoTLS  = "パスキーは、いまのアドレスでは使えません。つなぐのアドレスが https:// で始まっていないためです。使いたいときは、事務局へご相談ください。"
)

// Lives of what passkeys rest on.
const (
	PasskeyChallengeLife = 5 * time.Minute // from the question to the device's answer
	ProofLife            = 5 * time.Minute // for which a proof of who one is counts as fresh
)

// PasskeyHost reads the relying party from the network's own address.
func PasskeyHost(baseURL string) RelyingParty {
	u, err := url.Parse(baseURL)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return RelyingParty{WhyNot: passkeyNoName}
	}
	host := strings.ToLower(u.Hostname())
	if u.Scheme != "https" && host != "localhost" {
		return RelyingParty{WhyNot: passkeyNoTLS}
	}
	return RelyingParty{ID: host, Origin: u.Scheme + "://" + strings.ToLower(u.Host)}
}
