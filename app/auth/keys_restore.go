package auth

import (
	"encoding/hex"
	"fmt"
)

// RestoreKeys writes the key file of a restored data folder: the pepper and the sealing key of the
// old one, so that passwords, second steps and queued mails keep working, and a new signing key, so
// that no earlier token is valid. from is the old key file's path and raw its content.
func RestoreKeys(from string, raw []byte, dir string) (*Keys, error) {
	old, err := parseKeys(from, raw)
	if err != nil {
		return nil, err
	}
	if err := writeKeyFile(dir, keyFile{Signing: randomBytes(keySize), Pepper: old.pepper, Sealing: old.sealing}); err != nil {
		return nil, err
	}
	return OpenKeys(dir)
}

// ErrOtherKeys says that the key file is intact but belongs to another database.
type ErrOtherKeys struct{ Dir string }

func (e *ErrOtherKeys) Error() string {
	return fmt.Sprintf("%s の鍵ファイル %s は、このデータのものではありません。このままでは誰もログインできません。このデータと一緒に使っていた鍵ファイルを戻してください", e.Dir, KeyFile)
}

// Mark identifies the keys of one installation; it is stored in its database. It depends on the
// pepper only: the signing key changes with a restore.
func (k *Keys) Mark() string { return hex.EncodeToString(k.mac("mark"))[:32] }
