package auth

import (
	"encoding/base64"
	"strings"
)

// StopKey is what ends a user's mails of saved searches without a sign-in (domain.md 7): his id, signed. It stands in mails that are kept
// for years, so it has no end, and it is good for nothing else. It uses the pepper, which a restore keeps.
func (k *Keys) StopKey(userID string) string {
	return userID + "." + base64.RawURLEncoding.EncodeToString(k.mac("stop", userID))
}

// StopKeyUser is whose key it is.
func (k *Keys) StopKeyUser(key string) (userID string, ok bool) {
	userID, _, ok = strings.Cut(key, ".")
	return userID, ok && Equal(k.StopKey(userID), key)
}
