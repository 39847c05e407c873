package anonymity

import (
	"slices"
	"strings"
	"sync"
)

// What a text may name though nobody's record is asked: large companies, old provinces and wider areas, landmarks, family names. The lists
// stand here and not in the database, so that a hit says nothing about who is registered.

// companyKinds are kinds of large companies, in general words, each with names that stand for it.
var companyKinds = []struct{ kind, names string }{
	{"大手自動車メーカー", "トヨタ自動車 トヨタ 日産自動車 日産 本田技研工業 ホンダ スズキ マツダ SUBARU スバル ダイハツ工業 ダイハツ 三菱自動車工業 三菱自動車 いすゞ自動車 いすゞ " +
		"日野自動車 ヤマハ発動機 川崎重工業 川崎重工 テスラ"},
	{"大手自動車部品メーカー", "デンソー アイシン 豊田自動織機 ジェイテクト トヨタ紡織 豊田合成 東海理化 矢崎総業 住友電装 ボッシュ ブリヂストン 横浜ゴム 住友ゴム工業 曙ブレーキ工業 小糸製作所 " +
		"スタンレー電気 マレリ"},
	{"大手電機メーカー", "パナソニック ソニー 日立製作所 東芝 三菱電機 富士通 NEC 日本電気 シャープ キヤノン リコー セイコーエプソン エプソン オムロン 村田製作所 京セラ TDK 日本電産 ニデック " +
		"キーエンス ファナック 安川電機 ローム ルネサス キオクシア アイリスオーヤマ ブラザー工業 コニカミノルタ 富士フイルム"},
	{"大手機械メーカー", "三菱重工業 三菱重工 IHI クボタ 小松製作所 コマツ ヤンマー ダイキン工業 ダイキン 日立建機 井関農機 オークマ DMG森精機 牧野フライス製作所 ヤマザキマザック SMC 荏原製作所 島津製作所"},
	{"大手素材メーカー", "日本製鉄 JFEスチール 神戸製鋼所 大同特殊鋼 住友金属鉱山 東レ 帝人 旭化成 三菱ケミカル 住友化学 信越化学工業 AGC 日本板硝子 王子製紙 日本製紙 花王 資生堂 ライオン"},
	{"大手建設会社", "大林組 鹿島建設 清水建設 大成建設 竹中工務店 長谷工コーポレーション 戸田建設 前田建設工業 熊谷組 奥村組 西松建設 五洋建設"},
	{"大手住宅メーカー", "積水ハウス 大和ハウス工業 大和ハウス 住友林業 ミサワホーム パナホーム 旭化成ホームズ 一条工務店 タマホーム 大東建託 LIXIL TOTO YKK"},
	{"大手小売業", "イオンモール イオン イトーヨーカドー イトーヨーカ堂 西友 ライフコーポレーション マックスバリュ バロー ドン・キホーテ コストコ ダイエー 平和堂 イズミ ニトリ カインズ コーナン DCM " +
		"ヤマダ電機 ヤマダデンキ ビックカメラ ヨドバシカメラ ユニクロ しまむら 無印良品 良品計画 マツモトキヨシ ウエルシア スギ薬局 ツルハ サンドラッグ 三越伊勢丹 高島屋 大丸松坂屋 ダイソー"},
	{"大手コンビニエンスストア", "セブン-イレブン セブンイレブン セブン‐イレブン ファミリーマート ローソン ミニストップ"},
	{"大手通販会社", "アマゾン Amazon 楽天市場 楽天 ZOZOTOWN ヤフーショッピング メルカリ アスクル モノタロウ ジャパネットたかた"},
	{"大手食品メーカー", "味の素 キユーピー 日清食品 日清製粉 明治ホールディングス 森永製菓 森永乳業 江崎グリコ カルビー ハウス食品 カゴメ キッコーマン 日本ハム 伊藤ハム ニチレイ マルハニチロ ニッスイ 山崎製パン " +
		"敷島製パン 雪印メグミルク ヤクルト 井村屋 不二家"},
	{"大手飲料メーカー", "サントリー キリンビール キリン アサヒビール アサヒ飲料 サッポロビール 伊藤園 コカ・コーラ コカコーラ ポッカサッポロ"},
	{"大手飲食チェーン", "マクドナルド モスバーガー ケンタッキー・フライド・チキン ケンタッキー すき家 吉野家 松屋フーズ サイゼリヤ ガスト すかいらーく スターバックス コメダ珈琲店 コメダ ドトール スシロー くら寿司 " +
		"丸亀製麺 ココイチ ミスタードーナツ ワタミ"},
	{"大手物流会社", "ヤマト運輸 佐川急便 日本通運 日本郵便 西濃運輸 福山通運 トナミ運輸 名鉄運輸 日本郵船 商船三井 川崎汽船 センコー"},
	{"鉄道会社", "JR東日本 JR西日本 JR東海 JR九州 JR北海道 JR四国 JR貨物 東京メトロ 近畿日本鉄道 近鉄 名古屋鉄道 名鉄 阪急電鉄 東急電鉄 小田急電鉄 西武鉄道 東武鉄道 京王電鉄 南海電鉄 京阪電鉄"},
	{"航空会社", "日本航空 全日本空輸 全日空 スカイマーク"},
	{"電力・ガス会社", "東京電力 関西電力 中部電力 東北電力 九州電力 中国電力 四国電力 北陸電力 北海道電力 沖縄電力 東京ガス 大阪ガス 東邦ガス ENEOS 出光興産 コスモ石油"},
	{"大手通信会社", "NTTドコモ NTTデータ NTT西日本 NTT東日本 NTT ソフトバンク KDDI 楽天モバイル"},
	{"大手IT企業", "グーグル Google マイクロソフト Microsoft アップル 日本IBM 野村総合研究所 サイボウズ 日本オラクル"},
	{"大手商社", "三菱商事 三井物産 伊藤忠商事 住友商事 丸紅 豊田通商 双日 兼松 岡谷鋼機"},
	{"大手製薬会社", "武田薬品工業 武田薬品 アステラス製薬 第一三共 中外製薬 エーザイ 大塚製薬 塩野義製薬 ファイザー 久光製薬 小林製薬"},
	{"大手印刷会社", "大日本印刷 凸版印刷 TOPPAN"},
	{"大手旅行会社", "JTB 近畿日本ツーリスト エイチ・アイ・エス 日本旅行"},
	{"大手警備会社", "セコム ALSOK 綜合警備保障"},
	{"大手保険会社", "日本生命 第一生命 明治安田生命 住友生命 東京海上日動 損保ジャパン 三井住友海上 アフラック"},
}

// partner stands for a company that no list has, bank for a financial institution.
const (
	partner = "取引先企業"
	bank    = "金融機関"
)

type knownCompany struct {
	name []rune
	kind string
}

// knownCompanies are the names as foldWide gives them, by their first character, longest first.
var knownCompanies = sync.OnceValue(func() map[rune][]knownCompany {
	all := map[rune][]knownCompany{}
	for _, k := range companyKinds {
		for _, name := range strings.Fields(k.names) {
			r := []rune(foldWide(name).text)
			all[r[0]] = append(all[r[0]], knownCompany{r, k.kind})
		}
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(a, b knownCompany) int { return len(b.name) - len(a.name) })
	}
	return all
})

// oldAreas are old provinces and areas that are narrower than what a listing publishes, by the prefecture they lie in.
var oldAreas = []struct{ prefecture, names string }{
	{"青森県", "津軽 下北半島"}, {"岩手県", "陸中"}, {"宮城県", "陸前"}, {"山形県", "庄内 羽前"}, {"秋田県", "羽後"}, {"福島県", "会津 中通り 浜通り 奥州"},
	{"茨城県", "常陸 鹿行"}, {"栃木県", "下野 野州 那須高原"}, {"群馬県", "上州"}, {"埼玉県", "武州 秩父"}, {"千葉県", "房総 上総 下総 安房 房州"},
	{"東京都", "多摩 江戸前"}, {"神奈川県", "湘南 相模 相州"}, {"新潟県", "越後 佐渡"}, {"富山県", "越中"}, {"石川県", "加賀 能登"}, {"福井県", "越前 若狭"},
	{"山梨県", "甲斐 甲州"}, {"長野県", "信濃 信州 安曇野"}, {"岐阜県", "美濃 飛騨 濃州 東濃"}, {"静岡県", "遠州 遠江 駿河 伊豆"},
	{"愛知県", "尾張 三河 西三河 東三河 尾州 三州 知多半島"}, {"三重県", "伊勢 志摩 伊賀"}, {"滋賀県", "近江 江州"}, {"京都府", "丹後 山城"},
	{"大阪府", "河内 和泉 泉州 摂津"}, {"兵庫県", "播磨 播州 但馬 淡路島 丹波"}, {"和歌山県", "紀州 紀伊"}, {"鳥取県", "因幡 伯耆"}, {"島根県", "出雲 石見 隠岐 雲州 石州"},
	{"岡山県", "備前 備中 美作"}, {"広島県", "備後 安芸"}, {"山口県", "長州 周防 長門"}, {"徳島県", "阿波"}, {"香川県", "讃岐 讃州 小豆島"}, {"愛媛県", "伊予"},
	{"高知県", "土佐"}, {"福岡県", "筑前 筑後 筑豊"}, {"佐賀県", "肥前"}, {"長崎県", "対馬 壱岐 五島列島"}, {"熊本県", "肥後 天草"}, {"大分県", "豊後"},
	{"宮崎県", "日向"}, {"鹿児島県", "薩摩 大隅 奄美"}, {"沖縄県", "琉球"},
}

// notAreas follow or stand before an old province in words that are none.
var notAreas = []string{"伊勢海老", "伊勢えび", "薩摩芋", "日向夏", "日向ぼっこ", "近江商人"}

// landmarks are known ones that no pattern finds, by what they are.
var landmarks = []struct{ kind, names string }{
	{"近隣の山", "富士山 阿蘇山 浅間山 桜島 大雪山 岩手山 鳥海山 蔵王 磐梯山 筑波山 赤城山 榛名山 高尾山 箱根山 立山 白山 御嶽山 槍ヶ岳 八ヶ岳 乗鞍岳 伊吹山 比叡山 " +
		"六甲山 生駒山 高野山 大山 石鎚山 霧島山 由布岳 雲仙岳 羊蹄山"},
	{"近隣の湖", "琵琶湖 諏訪湖 霞ヶ浦 浜名湖 洞爺湖 支笏湖 田沢湖 十和田湖 猪苗代湖 中禅寺湖 芦ノ湖 河口湖 山中湖 宍道湖 中海 摩周湖 屈斜路湖 サロマ湖"},
	{"近隣の川", "信濃川 利根川 石狩川 北上川 最上川 阿武隈川 荒川 多摩川 隅田川 天竜川 木曽川 長良川 揖斐川 大井川 淀川 鴨川 紀の川 吉野川 四万十川 筑後川 球磨川"},
	{"近隣の名所", "スカイツリー 東京タワー 通天閣 ハウステンボス ディズニーランド ユニバーサル・スタジオ・ジャパン USJ 道頓堀 兼六園 後楽園 偕楽園 清水寺 金閣寺 銀閣寺 東大寺 法隆寺 善光寺 " +
		"浅草寺 平等院 成田山 白川郷 天橋立 鳴門海峡 原爆ドーム 首里城 熊本城 大阪城 姫路城 名古屋城 松本城 松山城 犬山城 彦根城 会津若松城 弘前城 小田原城 二条城 五稜郭"},
}

// familyNames are frequent ones. A word after a role is taken for a person's name only if it begins with one of them.
var familyNames = strings.Fields("佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 齋藤 清水 山崎 阿部 池田 橋本 山下 石川 " +
	"中島 前田 藤田 後藤 小川 岡田 村上 長谷川 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 柴田 酒井 " +
	"工藤 横山 宮崎 宮本 内田 高木 安藤 谷口 大野 丸山 今井 高田 藤本 武田 村田 上野 杉山 増田 平野 大塚 千葉 久保 東野 松井 小島 岩崎 桜井 野口 松尾 野村 木下 菊地 菊池 佐野 大西 " +
	"杉本 新井 浜田 市川 古川 水野 小松 島田 小山 高野 山内 西田 西川 五十嵐 北村 安田 中田 川口 平田 川崎 飯田 吉川 本田 久保田 沢田 吉村 渡部 岩田 中西 服部 樋口 福島 川上 永井 " +
	"松岡 田口 山中 森本 矢野 広瀬 秋山 石原 松下 大橋 松浦 吉岡 小池 馬場 浅野 荒木 大久保 野田 小沢 田辺 川村 星野 黒田 尾崎 望月 永田 熊谷 内藤 松村 西山 大谷 平井 大島 岩本 片山 " +
	"本間 早川 横田 岡崎 荒井 大石 鎌田 成田 宮田 小田 石橋 篠原 須藤 河野 高山 大川 伊東 萩原 栗原 松原 三宅 福井 奥村 内山 片岡 白石 土屋 堀内 奥田 上原 小西 飯塚 水谷")

type knownPlace struct {
	name []rune
	kind HitKind
	word string // of a landmark what it is, of an area its prefecture
}

// knownPlaces are landmarks and old areas as foldWide gives them, by their first character, longest first.
var knownPlaces = sync.OnceValue(func() map[rune][]knownPlace {
	all := map[rune][]knownPlace{}
	for _, l := range landmarks {
		for _, name := range strings.Fields(l.names) {
			r := []rune(foldWide(name).text)
			all[r[0]] = append(all[r[0]], knownPlace{r, HitLandmark, l.kind})
		}
	}
	for _, a := range oldAreas {
		for _, name := range strings.Fields(a.names) {
			r := []rune(foldWide(name).text)
			all[r[0]] = append(all[r[0]], knownPlace{r, HitArea, a.prefecture})
		}
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(a, b knownPlace) int { return len(b.name) - len(a.name) })
	}
	return all
})
