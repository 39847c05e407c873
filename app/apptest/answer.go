package apptest

import (
	"net/http/httptest"

	"tsunagu/app/web"
)

// AnswerText is all that an answer tells.
func AnswerText(r Result) string {
	return r.Header.Get("Content-Disposition") + "\n" + r.Header.Get("Location") + "\n" + Unpacked(r.Body)
}

// ProblemBody is a problem as it is sent.
func ProblemBody(p *web.Problem) string {
	w := httptest.NewRecorder()
	web.WriteProblem(w, p)
	return w.Body.String()
}
