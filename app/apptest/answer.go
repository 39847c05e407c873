package apptest

import (
	"net/http/httptest"

	"tsunagu/app/web"
)

// AnswerText is everything in an answer that could disclose something, as one text.
func AnswerText(r Result) string {
	return r.Header.Get("Content-Disposition") + "\n" + r.Header.Get("Location") + "\n" + Unpacked(r.Body)
}

// ProblemBody is the body of an answer that reports the problem.
func ProblemBody(p *web.Problem) string {
	w := httptest.NewRecorder()
	web.WriteProblem(w, p)
	return w.Body.String()
}
