package apptest

// AnswerText is all that an answer tells.
func AnswerText(r Result) string {
	return r.Header.Get("Content-Disposition") + "\n" + r.Header.Get("Location") + "\n" + Unpacked(r.Body)
}
