package issued

// Kind is which paper it is (papers.md 2). A code stands for one paper for ever; all of them stand here, whichever room makes the paper.
type Kind int

// Evidence, as PDF.
const (
	KindConfidentiality Kind = 1  // 秘密保持の同意
	KindOwnerConsent    Kind = 2  // 実名開示の承諾書
	KindNameClear       Kind = 3  // ネームクリア依頼
	KindConclusion      Kind = 4  // 成約報告書
	KindLedger          Kind = 11 // 開示台帳の報告
	KindImportant       Kind = 12 // 重要事項説明書
	KindNoName          Kind = 13 // ノンネームシート
	KindApproach        Kind = 14 // 打診状況報告
	KindIndex           Kind = 15 // 検査用索引
	KindMemorandumL2    Kind = 21 // 企業概要書, as who deals anonymously sees it
	KindMemorandumL3    Kind = 22 // … who agreed to confidentiality
	KindMemorandumL4    Kind = 23 // … to whom the names are open
)

// Drafts that the bank finishes, as .docx.
const (
	KindAdvisory        Kind = 31 // アドバイザリー契約
	KindNDA             Kind = 32 // 秘密保持契約
	KindMemorandum      Kind = 33 // 企業概要書
	KindLetterOfIntent  Kind = 34 // 意向表明書
	KindBasicAgreement  Kind = 35 // 基本合意書
	KindFinalChecklist  Kind = 36 // 最終契約チェックリスト
	KindPowerOfAttorney Kind = 37 // 委任状
)

// Tables, as .xlsx.
const (
	KindDiligenceList Kind = 51 // DD資料依頼リスト
	KindLongList      Kind = 52 // ロングリスト
	KindPipeline      Kind = 53 // 案件一覧
	KindMonth         Kind = 54 // 月次報告
	KindYear          Kind = 55 // 実績報告
	KindValuation     Kind = 56 // 簡易株価
)

var kindLabels = map[Kind]string{
	KindConfidentiality: "秘密保持の同意", KindOwnerConsent: "実名開示の承諾書", KindNameClear: "ネームクリア依頼", KindConclusion: "成約報告書",
	KindLedger: "開示台帳の報告", KindImportant: "重要事項説明書", KindNoName: "ノンネームシート", KindApproach: "打診状況報告", KindIndex: "検査用索引",
	KindMemorandumL2: "企業概要書（匿名交渉中）", KindMemorandumL3: "企業概要書（秘密保持承諾後）", KindMemorandumL4: "企業概要書（実名承認後）",
	KindAdvisory: "アドバイザリー契約", KindNDA: "秘密保持契約", KindMemorandum: "企業概要書", KindLetterOfIntent: "意向表明書",
	KindBasicAgreement: "基本合意書", KindFinalChecklist: "最終契約チェックリスト", KindPowerOfAttorney: "委任状",
	KindDiligenceList: "DD資料依頼リスト", KindLongList: "ロングリスト", KindPipeline: "案件一覧", KindMonth: "月次報告", KindYear: "実績報告",
	KindValuation: "簡易株価",
}

// subject is what audit lines call a paper of this kind: of one that is a secret of its desk the office reads no line (store.AuditSearch).
func (k Kind) subject() string {
	if k == KindValuation {
		return "desk_paper"
	}
	return subjectKind
}

// Label is the paper's name on screen; "" for a code that no paper has.
func (k Kind) Label() string { return kindLabels[k] }
