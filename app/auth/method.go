package auth

// MethodLabel is a way of signing in, or of proving again who one is, in words; the codes are store.Method….
func MethodLabel(method string) string {
	return map[string]string{"password": "パスワード", "totp": "パスワードと確認コード", "recovery_code": "パスワードとリカバリーコード",
		"trusted_device": "パスワード（この端末は確認コードを省略）", "passkey": "パスキー", "directory": "社内のアカウント"}[method]
}
