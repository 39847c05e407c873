package auth

import "encoding/hex"

// DraftKey is the key (32 bytes in hex) with which a user's browser seals what he typed and has not sent. The
// browser keeps the sealed text and never the key, so whoever else uses the machine reads nothing of it.
func (k *Keys) DraftKey(userID string) string { return hex.EncodeToString(k.mac("draft", userID)) }
