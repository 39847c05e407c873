package inspection

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
)

// The page that tells a stranger how to check the file (papers.md 4). Its commands are run to the letter by TestCommandsOfThePage.

// step is one thing to do.
type step struct {
	Title, Why, Command, Good, Bad string
}

const (
	good = "何も表示されなければ、合っています。"

	checkSums = `sha256sum -c SHA256SUMS`
	checkList = `find . -type f ! -name SHA256SUMS ! -name SHA256SUMS.sig ! -name public-key.pem | sed 's|^\./||' | ` +
		`while IFS= read -r f; do grep -q "  $f\$" SHA256SUMS || echo "一覧にないファイル: $f"; done`
	checkSignature = `openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig`
	checkKey       = `openssl pkey -pubin -in public-key.pem -outform DER | sha256sum`
	checkLines     = `grep -h '^tsunagu-line ' ./*-lines.txt | while IFS= read -r line; do ` +
		`h=$(printf '%s\n' "$line" | sha256sum | cut -c1-64); grep -qx "$h" proofs/*/page-*.txt || echo "証明のない行: $line"; done`
	checkParts = `cat ./*-lines.txt | while IFS= read -r text; do case "$text" in "tsunagu-line "*) line="$text";; *) ` +
		`h=$(printf '%s\n' "$text" | sha256sum | cut -c1-64); case "$line " in *" ${text%% *}=$h "*) ;; *) ` +
		`echo "行と合わない項目: $text";; esac;; esac; done`
	checkPages = `for p in proofs/*/page-*.txt; do (cd "$(dirname "$p")" && sha256sum "$(basename "$p")" | tr -d '*' | ` +
		`sed 's/ \{1,\}/  /' | grep -qxFf - pages.txt) || echo "証明と合わないページ: $p"; done`
	checkProofs = `for p in proofs/*/pages.txt; do h=$(sha256sum < "$p" | cut -c1-64); ` +
		`grep -qx "lines $h" "$(dirname "$p")/proof.txt" || echo "証明と合わないページの一覧: $p"; done`
	checkStamps = `for t in proofs/*/stamp.tsr; do openssl ts -verify -data "$(dirname "$t")/proof.txt" -in "$t" ` +
		`-CAfile proofs/authority.pem -partial_chain -no_check_time || echo "タイムスタンプと合わない証明: $t"; done`
	checkChain = `for p in proofs/*/proof.txt; do [ -f "$(dirname "$p")/stamp.tsr" ] || { h=$(sha256sum < "$p" | cut -c1-64); ` +
		`grep -qx "before $h" proofs/*/proof.txt || echo "タイムスタンプのない証明: $p"; }; done`
)

// steps are those that this file can be checked by.
func (p *pack) steps() []step {
	out := []step{
		{"中身が、一覧と同じか", "SHA256SUMS は、入っているすべてのファイルのSHA-256の一覧です。", checkSums,
			"すべての行が「OK」で終われば、合っています。", "「FAILED」の行のファイルは、作成したあとで変わっています。"},
		{"一覧にないファイルが、加えられていないか", "", checkList, good, "表示されたファイルは、作成したときにはなかったものです。"},
		{"一覧の署名が正しいか", "一覧には、このネットワークのサーバが署名しています。", checkSignature,
			"「Signature Verified Successfully」と表示されれば、合っています。",
			"「Signature Verification Failure」と表示されたときは、一覧か署名か公開鍵が変わっています。"},
		{"公開鍵が、本物か", "ファイルのすべてを作り直して、別の鍵で署名することはできます。そのため、公開鍵だけは、このファイルとは別の方法で確かめます。",
			checkKey, "表示された64文字を、ネットワークの事務局に電話か書面で問い合わせて、比べてください。事務局の画面「第三者による証明」の公開鍵と同じです。" +
				"索引（index.pdf）の「公開鍵の指紋」とも同じです。", "違うときは、このネットワークが作成したファイルではありません。"},
	}
	if len(p.days) == 0 {
		return out
	}
	out = append(out,
		step{"台帳と操作の記録の一行ずつが、証明の中にあるか",
			"ledger-lines.txt と audit-lines.txt の「tsunagu-line」で始まる行が、ledger.csv と audit.csv の一行です（「証明の行」の列が、" +
				"何行目かです）。その行のSHA-256が、その日の証明のページに載っています。", checkLines, good, "表示された行は、証明されていません。"},
		step{"行の項目が、その行のものか", "一行には、項目ごとのSHA-256が並んでいます。続く行が、この側が見てよい項目の中身です。" +
			"見てよくない項目は、SHA-256だけで、読めません。", checkParts, good, "表示された項目は、その行のものではありません。"},
		step{"ページが、その日の証明のものか", "", checkPages, good, "表示されたページは、作成したあとで変わっています。"},
		step{"ページの一覧が、その日の証明のものか", "", checkProofs, good, "表示された一覧は、作成したあとで変わっています。"})
	for _, d := range p.days {
		if d.isStamped {
			return append(out,
				step{"第三者のタイムスタンプが正しいか", "その日の証明（proof.txt）には、タイムスタンプ局（このネットワークとは別の会社）が時刻を付けています。" +
					"あとから記録を変えて、同じ時刻を付け直すことはできません。proofs/authority.pem は、その局の証明書です。局の公開しているものと比べてください。",
					checkStamps, "すべてが「Verification: OK」と表示されれば、合っています。", "表示された証明は、タイムスタンプと合いません。"},
				step{"タイムスタンプのない日が、あとの日の証明に含まれるか", "局が使えなかった日の証明は、次の証明が引き継いでいます。", checkChain, good,
					"表示された証明には、まだ第三者のタイムスタンプがありません。下の「分からないこと」をご覧ください。"})
		}
	}
	return out
}

// limits say what the file does not prove.
func (p *pack) limits() (out []string) {
	isStamped := false
	for _, d := range p.days {
		isStamped = isStamped || d.isStamped
	}
	if !isStamped {
		out = append(out, "このファイルには、第三者のタイムスタンプがありません（ネットワークがタイムスタンプ局を使っていないか、まだ押されていません）。"+
			"署名で分かるのは、このネットワークのサーバが、この内容のファイルを作成したことです。記録がいつからこの内容だったかは、第三者の証明では分かりません。")
	}
	if p.waiting > 0 {
		out = append(out, fmt.Sprintf("%d行は、その日が終わっていないため、まだ証明の中にありません（「証明」の列）。翌日以降にもう一度作成すると、含まれます。署名では確かめられます。", p.waiting))
	}
	if isStamped && p.unsigned > 0 {
		out = append(out, fmt.Sprintf("%d行は、日ごとの証明の中にありますが、タイムスタンプをまだ待っています。", p.unsigned))
	}
	return append(out, p.problems()...)
}

type pageData struct {
	Number, Case, Side, Bank, Key string
	Steps                         []step
	Limits                        []string
}

var page = template.Must(template.New("page").Parse(strings.TrimSpace(`
<!DOCTYPE html>
<html lang="ja">
<head>
<meta charset="utf-8">
<title>検査用ファイルの確かめ方</title>
<style>
body { font-family: sans-serif; line-height: 1.7; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
pre { background: #f2f2f2; padding: .7rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse } td { border: 1px solid #999; padding: .3rem .7rem; vertical-align: top; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>検査用ファイルの確かめ方</h1>
<table>
<tr><td>番号</td><td>{{.Number}}</td></tr>
<tr><td>案件・交渉</td><td>{{.Case}}（{{.Side}}）</td></tr>
<tr><td>作成した金融機関</td><td>{{.Bank}}</td></tr>
</table>
<p>このファイルの中身は、次の手順で、このシステムを使わずに確かめられます。使うのは sha256sum、openssl と、どのコンピュータにもある grep などだけです。
索引は index.pdf です。CSVのファイルは、Excelで開けます。お客さまの名前が載っています。扱いにご注意ください。</p>
<h2>はじめに</h2>
<p>ZIPを空のフォルダに展開し、そのフォルダで端末を開きます。Windowsでは、「Git Bash」を入れて、フォルダを右クリックし「Open Git Bash here」を選びます。
macOSでは「ターミナル」を使います（sha256sum がないときは、brew install coreutils openssl で入れます）。
下の灰色の部分を一つずつ、そのまま貼り付けて、Enterキーを押します。</p>
<p>Git Bash を入れられないときは、コマンドプロンプトで <code>certutil -hashfile index.pdf SHA256</code> のように、ファイルごとのSHA-256を表示し、
SHA256SUMS（メモ帳で開けます）の同じ名前の行と比べます。署名とタイムスタンプは、この方法では確かめられません。</p>
{{range $i, $s := .Steps}}<h2>{{$s.Title}}</h2>
{{with $s.Why}}<p>{{.}}</p>
{{end}}<pre>{{$s.Command}}</pre>
<p>{{$s.Good}}{{$s.Bad}}</p>
{{end}}<h2>分からないこと</h2>
<ul>
<li>このファイルには、作成した金融機関が作成した時に見てよかったものだけが入っています。相手方の確認事項、書面、操作の記録は、相手方の金融機関にお尋ねください。</li>
<li>反社会的勢力の照会など、記録した人と承認者だけが読む確認事項は、済んでいるかどうかだけです。</li>
<li>資料室の資料そのものは、入っていません。だれが開いたかは、開示台帳にあります。</li>
{{range .Limits}}<li>{{.}}</li>
{{end}}</ul>
</body>
</html>
`)))

// page is the page of this file.
func (p *pack) page(c *contents) ([]byte, error) {
	var b bytes.Buffer
	err := page.Execute(&b, pageData{p.number, c.caseNumber, sideNames[c.subject.Of], c.bank, p.key, p.steps(), p.limits()})
	b.WriteByte('\n')
	return b.Bytes(), err
}
