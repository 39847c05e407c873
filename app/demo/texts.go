package demo

import (
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/dutytext"
	"tsunagu/app/web"
	"tsunagu/store"
)

// filled is what bank A wrote into the sample of the explanation before a contract; what is named twice there stands in ownWords.
var filled = strings.NewReplacer("【仲介／FA】", "仲介", "【氏名】", "案件ごとにお渡しする書面に記載する者", "【資格と登録番号】", "その書面に記載の資格",
	"【年数】年", "3年以上", "【件数】件", "その書面に記載の件数", "【扱い】", "当行の定めるところ", "【相手方の手数料】", "お客さまと同じ料率と最低手数料",
	"【当機関が紹介した候補先】", "当行が名前をお知らせした候補先", "【この件に関する交渉】", "株式や事業の譲渡の交渉",
	"【専任です／専任ではありません】", "専任ではありません", "【対象とする候補先】", "当行が名前をお知らせした候補先", "【日数】", "30", "【自動で更新するときは、その条件】", "",
	"【費用】", "それまでにかかった実費", "【解除の事由】", "お客さまが反社会的勢力に当たるとき、または契約に重く違反したとき", "【範囲】", "当行の故意または重い過失による、通常生じる損害",
	"【融資などの取引】", "当行の融資、預金、保証の取引", "【参加しています／参加していません】", "参加しています", "当機関", "当行")

// ownWords are items of the sample that bank A wrote anew.
var ownWords = map[string]string{
	"steps": "当行が行う業務は、次のとおりです。\n・事前の相談と資料の整理\n・候補先の選定と打診\n・面談と条件の調整\n・基本合意、最終契約、クロージングの日程の調整\n" +
		"デューディリジェンスそのもの、法務・税務の判断は、当行の業務に含まれません。",
	"fee": "成功報酬は、譲渡額を基準に、次の料率で計算します。\n5億円まで 5％\n5億円を超え10億円まで 4％\n10億円を超える部分 3％\n" +
		"最低手数料は500万円（税別）です。着手金、月額報酬、中間金はいただきません。お支払いの時期はクロージングの日です。",
	"secrecy": "当行とお客さまは、知り得た秘密を守ります。候補先に会社の名前を伝えるのは、お客さまの承諾を得たあとだけです。" +
		"弁護士・公認会計士・税理士、事業承継・引継ぎ支援センターに相談するために必要な範囲では、秘密保持の義務を負いません。期間は契約の終わりから2年です。",
	"tail": "契約が終わったあと24か月以内に、当行がお客さまに名前をお知らせした候補先との間で成約したときは、手数料をお支払いいただきます。" +
		"それ以外の候補先は、対象になりません。",
	"direct":    "契約の期間中、お客さまが、当行が名前をお知らせした候補先と、当行を通さずに、この件の交渉を行うことはできません。期間は契約の期間と同じです。",
	"term":      "契約の期間は、契約の日から12か月です。期間が終わる30日前までに、お客さまと当行が合意したときに更新します。自動では更新しません。",
	"surviving": "契約が終わったあとも、次の条項は効力を持ちます。\n・秘密保持：2年\n・テール：24か月",
	"buyer": "候補先を紹介するときは、財務、法令の遵守、事業の実態、実質的支配者、買収の資金の見込み、過去のM&Aと経営者保証の解除の状況を調べます。" +
		"調べる方法は、決算書、登記、代表者との面談です。調査の結果の概要は、実名での交渉に進む前に、お伝えします。",
	"sharing": "不適切な買手の情報を支援機関のあいだで共有する仕組み（特定事業者リスト）に、当行は参加しています。候補先は、紹介の前にこのリストで照会します。",
}

// revised are the items that bank A wrote again in its second version.
var revised = map[string]string{
	"fee": "成功報酬は、譲渡額を基準に、次の料率で計算します。\n5億円まで 5％\n5億円を超え10億円まで 4％\n10億円を超え50億円まで 3％\n50億円を超える部分 2％\n" +
		"最低手数料は300万円（税別）です。着手金、月額報酬、中間金はいただきません。お支払いの時期はクロージングの日です。",
	"tail": "契約が終わったあと12か月以内に、当行がお客さまに名前をお知らせした候補先との間で成約したときは、手数料をお支払いいただきます。" +
		"それ以外の候補先は、対象になりません。",
	"surviving": "契約が終わったあとも、次の条項は効力を持ちます。\n・秘密保持：2年\n・テール：12か月",
}

// tellTexts plans the texts of bank A's own, of which its explanation has two versions. Other banks work with the samples.
func (d *demo) tellTexts() error {
	by := &d.banks[demoBankA].admin
	items := func(k deal.DutyKind, changes ...map[string]string) (out []dutytext.TextItem) {
		for _, x := range dutytext.Sample(k).Items {
			text := filled.Replace(x.Text)
			for _, c := range changes {
				if own := c[x.Key]; own != "" {
					text = own
				}
			}
			out = append(out, dutytext.TextItem{Key: x.Key, Heading: x.Heading, Text: text, Scope: int(x.Scope)})
		}
		return out
	}
	save := func(days int, in *dutytext.DutyTextInput) {
		d.at(d.today.AddDate(0, 0, -days), "text", func(tx *store.Tx) error {
			_, err := dutytext.Save(tx, *by, in)
			return err
		})
	}
	save(120, &dutytext.DutyTextInput{Kind: int(deal.DutyExplanation), Title: "重要事項説明書", Reason: "見本に当行の内容を書き入れた",
		ItemList: items(deal.DutyExplanation, ownWords)})
	second := slices.DeleteFunc(items(deal.DutyExplanation, ownWords, revised), func(x dutytext.TextItem) bool { return x.Key == "costs" })
	second = append(second, dutytext.TextItem{Heading: "ご相談とご不満の窓口",
		Text: "この契約についてのご相談とご不満は、当行のお客さま相談室（平日9時から17時）が承ります。担当の支店を通さずに、お話しいただけます。"})
	save(20, &dutytext.DutyTextInput{Kind: int(deal.DutyExplanation), Version: 1, Title: "重要事項説明書",
		Reason: "手数料の改定とテールの短縮。費用の項目を手数料表に移し、窓口を加えた", ItemList: second})
	save(110, &dutytext.DutyTextInput{Kind: int(deal.DutyAntisocial), Title: "反社照会の照会先", Reason: "当行の照会先にした",
		ItemList: []dutytext.TextItem{{Key: "police", Heading: "警察", Text: "本部のコンプライアンス統括部を通じて、県警に照会します。"},
			{Key: "own", Heading: "自社の情報", Text: "コンプライアンス統括部が管理する情報です。"},
			{Key: "press", Heading: "新聞・インターネット", Text: "新聞記事の検索サービスを使い、商号と代表者の氏名で検索します。"},
			{Heading: "業界団体のデータベース", Text: "加盟する団体のデータベースです。"}}})
	return nil
}

// allOf fills in that everything was explained that the version in force names, by that version where it is the bank's own.
func allOf(tx *store.Tx, by *web.Actor, k deal.DutyKind, values map[string]string) error {
	t, err := dutytext.InForce(&tx.Q, by.Institution(), k)
	if err != nil {
		return err
	}
	var keys []string
	for i := range t.Items {
		keys = append(keys, t.Items[i].Key)
	}
	values["items"] = strings.Join(keys, ",")
	if !t.IsSample {
		delete(values, "text")
	}
	return nil
}
