package replica

import (
	"context"
	"maps"
	"net/http"

	"tsunagu/app/web"
	"tsunagu/store"
)

// errUnconfirmed is the answer to a write that stands here and perhaps nowhere else. It says neither that it is recorded
// nor that it is not: if this machine is lost now, it is lost too.
var errUnconfirmed = &web.Problem{Title: "Service unavailable", Status: 503,
	Detail: "操作は記録された可能性がありますが、控えの保管先では確かめられませんでした。" +
		"しばらく待ってから画面を読み込み直し、記録されたかどうかを確かめてください。記録されていないときだけ、もう一度行ってください。",
	Code: "unconfirmed"}

// Answers holds back each answer until what its request has committed is at the target. Nothing of the answer is out
// before: where the target does not confirm, another answer takes its place, whole.
func Answers(st *store.Store, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, answer := st.Answering(r.Context())
		if ctx == r.Context() {
			next.ServeHTTP(w, r)
			return
		}
		// Without the caller's cancellation: what has left the room may still have to be logged with its status.
		h := &held{ResponseWriter: w, answer: answer, ctx: context.WithoutCancel(ctx), before: w.Header().Clone()}
		next.ServeHTTP(h, r.WithContext(ctx))
		h.begin()
	})
}

// held is an answer whose first byte waits.
type held struct {
	http.ResponseWriter
	answer *store.Answer
	ctx    context.Context
	before http.Header // what all answers have
	begun  bool
	gone   bool // another answer has taken its place
}

// begin says whether the answer may go out.
func (h *held) begin() bool {
	if h.begun {
		return !h.gone
	}
	h.begun = true
	if err := h.answer.Wait(h.ctx); err != nil {
		h.gone = true
		header := h.Header()
		clear(header) // among them the cookies of a sign-in
		maps.Copy(header, h.before)
		web.WriteProblem(h.ResponseWriter, errUnconfirmed)
	}
	return !h.gone
}

func (h *held) WriteHeader(status int) {
	if status < http.StatusOK { // no answer yet
		h.ResponseWriter.WriteHeader(status)
		return
	}
	if h.begin() {
		h.ResponseWriter.WriteHeader(status)
	}
}

func (h *held) Write(b []byte) (int, error) {
	if !h.begin() {
		return len(b), nil
	}
	return h.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *held) Unwrap() http.ResponseWriter { return h.ResponseWriter }
