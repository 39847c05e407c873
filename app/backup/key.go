package backup

import (
	"fmt"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// CheckRecipient says in Japanese what is wrong with a public key; "" if it is valid.
func CheckRecipient(s string) string {
	switch {
	case strings.HasPrefix(strings.ToUpper(s), "AGE-SECRET-KEY-"):
		return "これは秘密鍵です。秘密鍵はどこにも貼り付けず、age1 で始まる公開鍵を入力してください。この秘密鍵は使わず、新しい鍵を作り直してください。"
	case !strings.HasPrefix(s, "age1"):
		return "age1 で始まる公開鍵を入力してください。"
	}
	if _, err := age.ParseX25519Recipient(s); err != nil {
		return "公開鍵が正しくありません。age1 で始まる62文字を、そのまま貼り付けてください。"
	}
	return ""
}

// Identities reads a file of private keys; without a file name there are none.
func Identities(file string) ([]age.Identity, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("秘密鍵のファイルを開けません: %w", err)
	}
	defer f.Close()
	ids, err := age.ParseIdentities(io.LimitReader(f, 64<<10))
	if err != nil {
		return nil, fmt.Errorf("秘密鍵のファイル %s を読めません。AGE-SECRET-KEY- で始まる行があるファイルを指定してください", file)
	}
	return ids, nil
}

// NewKey writes a new private key into a new file and returns its public key.
func NewKey(file string) (recipient string, err error) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return "", fmt.Errorf("ファイル %s がすでにあります。上書きすると前のバックアップが開けなくなるため、別の名前を指定してください", file)
	}
	if err != nil {
		return "", err
	}
	recipient = id.Recipient().String()
	_, err = fmt.Fprintf(f, "# つなぐのバックアップの秘密鍵。サーバとは別の場所に、2か所以上で保管してください。\n# 公開鍵: %s\n%s\n", recipient, id)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return recipient, err
}
