package apptest

import (
	"net/http/httptest"

	"tsunagu/app/web"
)

// ProblemBody is a problem as it is sent.
func ProblemBody(p *web.Problem) string {
	w := httptest.NewRecorder()
	web.WriteProblem(w, p)
	return w.Body.String()
}
