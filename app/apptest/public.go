package apptest

func Inquiry() map[string]any {
	return map[string]any{"kind": 1, "name": "山田 太郎", "organisation": "あおば商事", "mailAddress": "taro@aoba.example.jp", "phone": "０３ー0123−4567",
		"body": "参加の条件を\r\n教えてください。"}
}
