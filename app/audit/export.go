package audit

import (
	"fmt"
	"time"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// auditFile is the name of the audit log as a file.
const auditFile = "AUDIT_LOG.csv"

type officeAuditExport struct {
	OfficeAuditConditions
	web.CSVEncoding
}

var auditHeader = []string{"日時（日本時間）", "内容", "番号", "操作", "操作コード", "操作した人", "ログインID", "利用者ID", "区分", "金融機関", "対象の種類",
	"対象のID", "対象の氏名", "結果",
	"補足", "接続元", "本人確認の方法"}

// auditResults are the results' names, as the screen has them.
var auditResults = console.Codes([][2]string{{"ok", "成功"}, {"refused", "拒否"}, {"replay", "再使用のため終了"}})

// exportAudit writes all lines that the screen shows under the same conditions, from all of its
// pages. The export itself is written into the log, too.
func (a Room) exportAudit(r *web.Request, in *officeAuditExport) (*web.Download, error) {
	count := 0
	d, err := a.WriteSheet(auditFile, in.CSVEncoding, func(w *sheet.Writer) error {
		return r.Read(func(q *store.Q) error {
			s, found, err := auditSearch(r.Actor, q, &in.OfficeAuditConditions)
			if err != nil {
				return err
			}
			rows, err := auditRows(r.Actor, q)
			if err != nil {
				return err
			}
			if err := w.Header(auditHeader); err != nil || !found {
				return err
			}
			return q.EachAudit(s, func(lines []store.AuditLine) error {
				for i := range lines {
					count++
					row, err := rows(&lines[i])
					if err != nil {
						return err
					}
					role := ""
					if row.Role != 0 {
						role = deal.Role(row.Role).Label()
					}
					if err := w.Write([]string{lines[i].At.In(store.JST).Format(time.DateTime), row.Sentence, row.CaseNumber, row.Label,
						row.Event, row.UserName, row.LoginID,
						row.UserID, role, row.FinancialName,
						row.SubjectKind, row.SubjectID, row.SubjectName, console.LabelOf(auditResults, row.Result), row.Detail, row.IP,
						row.Method}); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "audit_exported", fmt.Sprintf("監査ログ %d件 %s", count, in.CSVEncoding.Coded()))
}
