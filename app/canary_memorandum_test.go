package app_test

// memorandum lets SF write 企業概要書.
func (w *canaryWorld) memorandum() {
	w.T.Helper()
	w.people["finA"].Post("/api/Memorandum/SaveMemorandum", map[string]any{"sellerBusinessId": w.x, "revision": 0, "content": map[string]any{
		"sectionList": []map[string]any{{"key": "history", "heading": "", "text": w.mark.text(), "level": 3, "pictureList": []any{}},
			{"key": "", "heading": w.mark.text(), "text": w.mark.text(), "level": 4, "pictureList": []any{}}},
		"periodList": []any{}, "figuresLevel": 3}}).Want(200)
}
