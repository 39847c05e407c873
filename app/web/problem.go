package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// Problem is every error answer: an RFC 9457 document (domain.md 2). Detail is Japanese and
// shown to the user as it is; Code is stable, for programs. It holds nothing of the request,
// so that what is denied and what does not exist answer byte for byte alike.
type Problem struct {
	Title  string       `json:"title"`
	Status int          `json:"status"`
	Detail string       `json:"detail"`
	Code   string       `json:"code"`
	Errors []FieldError `json:"errors,omitempty"`

	RetryAfter int `json:"-"` // seconds, sent as Retry-After
}

// FieldError is what is wrong with one field of the input.
type FieldError struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// numberedProblem is a problem with the number of the request, by which the office finds it in the log.
type numberedProblem struct {
	*Problem
	Instance string `json:"instance"`
}

// DescribeNumber tells of it in the description of the calls.
func DescribeNumber(api *huma.OpenAPI) {
	if p := api.Components.Schemas.Map()["Problem"]; p != nil {
		p.Properties["instance"] = &huma.Schema{Type: "string", Description: "お問い合わせ番号。サーバ側の問題（5xx）のときだけ"}
	}
}

// numbered adds the number where the fault is ours. What is refused stays without: it must be
// alike, byte for byte.
func (p *Problem) numbered(w http.ResponseWriter) huma.StatusError {
	if p.Status < http.StatusInternalServerError {
		return p
	}
	return &numberedProblem{p, w.Header().Get(HeaderRequest)}
}

// Has says that a field failed for this very reason.
func (p *Problem) Has(field, detail string) bool {
	return slices.Contains(p.Errors, FieldError{field, detail})
}

func (p *Problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

func (p *Problem) GetStatus() int { return p.Status }

func (*Problem) ContentType(string) string { return "application/problem+json" }

func (p *Problem) GetHeaders() http.Header { // read by huma where it writes the error
	if p.RetryAfter == 0 {
		return nil
	}
	return http.Header{"Retry-After": {fmt.Sprint(p.RetryAfter)}}
}

// The problems of domain.md 2.
var (
	ErrNotAvailable = &Problem{Title: "Not available", Status: 400, Detail: "情報が削除されたか、閲覧する権限がありません。一覧に戻って、もう一度お試しください。",
		Code: "not_available"}
	ErrUnauthorized = &Problem{Title: "Unauthorized", Status: 401, Detail: auth.ErrToken.Error(), Code: "unauthorized"}
	ErrStale        = &Problem{Title: "Conflict", Status: 409, Detail: "他の担当者が先に更新しました。最新の内容を確認して、もう一度保存してください。入力した内容は残っています。", Code: "stale"}
	// Of companies and people of the asker's own, so it may say who writes them; the login ID may be another institution's.
	errClaimed = &Problem{Title: "Conflict", Status: 409,
		Detail: "この企業は、CSVからの登録・更新の途中です。終わるまで数秒から数十秒かかります。少し待ってから、もう一度保存してください。入力した内容は残っています。",
		Code:   "claimed"}
	errLoginClaimed = &Problem{Title: "Conflict", Status: 409,
		Detail: "ほかの登録を処理しているため、いまはこのログインIDを保存できません。少し待ってから、もう一度保存してください。入力した内容は残っています。",
		Code:   "claimed"}
	errUnavailable = &Problem{Title: "Service unavailable", Status: 503, Detail: "ただいま保存できません。何も変更されていません。しばらく待ってから、もう一度お試しください。",
		Code: "unavailable", RetryAfter: 60}
	ErrInternal = &Problem{Title: "Internal server error", Status: 500,
		Detail: "システムエラーが発生しました。何も変更されていません。しばらく待ってから、もう一度お試しください。続く場合は事務局にお問い合わせください。", Code: "internal"}
	errPreparing = &Problem{Title: "Service unavailable", Status: 503,
		Detail: "検索の準備をしています。サーバーを起動した直後は、1分ほどかかることがあります。少し待ってから、もう一度お試しください。", Code: "preparing", RetryAfter: 5}
	errTooSlow = &Problem{Title: "Request timeout", Status: 408,
		Detail: "データの送信が途中で止まったため、受け付けられませんでした。何も変更されていません。接続を確かめて、もう一度お試しください。", Code: "too_slow"}
	errBrokenOff = &Problem{Title: "Bad request", Status: 400, Detail: "データの送信が途中で切れたため、受け付けられませんでした。何も変更されていません。接続を確かめて、もう一度お試しください。",
		Code: "broken_off"}
	ErrPasswordFirst = &Problem{Title: "Password change required", Status: 400, Detail: "はじめにパスワードを変更してください。変更するまで、他の操作はできません。",
		Code: "password_change_required"}

	ErrSecondStepFirst = &Problem{Title: "Second step required", Status: 400, Detail: "はじめに2段階認証かパスキーを設定してください。設定するまで、他の操作はできません。",
		Code: "second_step_required"}
)

// Conflict is a 409 whose detail says which state has moved and what to do.
func Conflict(code, detail string) *Problem {
	return &Problem{Title: "Conflict", Status: 409, Detail: detail, Code: code}
}

// Invalid is a 422 on one field.
func Invalid(field, detail string) *Problem {
	return &Problem{"Unprocessable entity", 422, "入力内容に誤りがあります。各項目の案内を確認して、修正してください。", "invalid", []FieldError{{field, detail}}, 0}
}

// ToProblem turns any error of a call into its answer. unexpected says that it is ours to log.
func ToProblem(err error) (p *Problem, unexpected bool) {
	var refusal *deal.Refusal
	switch {
	case errors.As(err, &p):
		return p, false
	case errors.As(err, &refusal):
		switch refusal.Code {
		case deal.NotAvailable:
			return ErrNotAvailable, false
		case deal.Invalid:
			return Invalid(refusal.Field, refusal.Detail), false
		}
		return Conflict(refusal.Code, refusal.Detail), false
	case errors.Is(err, store.ErrNotFound):
		return ErrNotAvailable, false
	case errors.Is(err, store.ErrStale):
		return ErrStale, false
	case errors.Is(err, store.ErrClaimed):
		return errClaimed, false
	case errors.Is(err, store.ErrLoginClaimed):
		return errLoginClaimed, false
	case errors.Is(err, store.ErrPreparing):
		return errPreparing, false
	case errors.Is(err, store.ErrUnavailable):
		return errUnavailable, true
	case errors.Is(err, auth.ErrBusy):
		return &Problem{Title: "Service unavailable", Status: 503, Detail: auth.ErrBusy.Error(), Code: "busy", RetryAfter: 10}, false
	}
	return ErrInternal, true
}

// inJapanese translates what huma says of a query in English words of its own; the rest of its
// texts are replaced below.
func inJapanese(text string) string {
	for _, r := range text {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) {
			return text
		}
	}
	switch {
	case strings.HasPrefix(text, "required"):
		return "指定してください。"
	case strings.HasPrefix(text, "invalid integer"):
		return "整数で入力してください。"
	case strings.HasPrefix(text, "invalid boolean"):
		return "はい・いいえ（true・false）で指定してください。"
	}
	return "値の形式が正しくありません。入力し直してください。"
}

// MaxFieldName bounds, in characters, what an answer repeats of a field that the caller has named.
const MaxFieldName = 100

func init() {
	huma.DefaultArrayNullable = false
	// Everything huma itself refuses becomes a Problem too: all of the input at once.
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		if p := OfBody(errors.Join(errs...)); p != nil {
			return p
		}
		p := &Problem{Title: http.StatusText(status), Status: status}
		switch status {
		case 400, 422:
			*p = *Invalid("", "")
			p.Errors = nil
		case 413:
			p.Code, p.Detail = "too_large", "送られたデータが大きすぎます。添付ファイルは20MBまでです。"
		case 415:
			p.Code, p.Detail = "unsupported_type", "この形式のデータは受け付けられません。"
		case 408:
			*p = *errTooSlow
		case 503:
			*p = *errUnavailable
		default:
			*p = *ErrInternal
			p.Status = status
		}
		for _, err := range errs {
			var d *huma.ErrorDetail
			if errors.As(err, &d) {
				_, field, _ := strings.Cut(d.Location, ".")
				if where, ok := strings.CutPrefix(d.Message, unusableIn); ok {
					p.Errors = append(p.Errors, FieldError{where, textUnusable})
					continue
				}
				if field == "" && !strings.Contains(d.Message, "。") {
					continue // English, from the decoder: what broke the body is nothing to show
				}
				p.Errors = append(p.Errors, FieldError{Truncate(field, MaxFieldName), inJapanese(d.Message)})
			}
		}
		// The framework lists unknown fields in the order of a map.
		slices.SortStableFunc(p.Errors, func(a, b FieldError) int { return strings.Compare(a.Field, b.Field) })
		if status < 500 && status != 413 && status != 415 && len(p.Errors) == 0 {
			p.Errors = []FieldError{{"", "データの形式が正しくありません。画面を読み込み直して、もう一度お試しください。"}}
		}
		return p
	}
	m := map[*string]string{
		&validation.MsgUnexpectedProperty: "この項目は受け付けられません。", &validation.MsgExpectedBoolean: "はい・いいえで指定してください。",
		&validation.MsgExpectedNumber: "数値で入力してください。", &validation.MsgExpectedInteger: "整数で入力してください。",
		&validation.MsgExpectedString: "文字で入力してください。", &validation.MsgExpectedArray: "一覧で指定してください。",
		&validation.MsgExpectedObject: "データの形式が正しくありません。",
		&validation.MsgExpectedOneOf:  "次のいずれかを指定してください：%s", &validation.MsgExpectedMinimumNumber: "%v以上で入力してください。",
		&validation.MsgExpectedMaximumNumber: "%v以下で入力してください。",
		&validation.MsgExpectedMinLength:     "%d文字以上で入力してください。", &validation.MsgExpectedMaxLength: "%d文字以内で入力してください。",
		&validation.MsgExpectedMinItems: "%d件以上指定してください。", &validation.MsgExpectedMaxItems: "%d件以内で指定してください。",
		&validation.MsgExpectedRequiredProperty:      "%sを指定してください。",
		&validation.MsgExpectedMatchAtLeastOneSchema: "データの形式が正しくありません。",
		&validation.MsgExpectedMatchExactlyOneSchema: "データの形式が正しくありません。",
		&validation.MsgExpectedRFC3339Date:           "日付は 2026-11-21 の形で入力してください。",
	}
	for p, text := range m {
		*p = text
	}
}
