package demo

import (
	"bytes"
	"fmt"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

// demoPaper is a document of the demo: its file and how it is disclosed.
type demoPaper struct {
	kind       deal.DocumentKind
	title      string
	file       string
	content    []byte
	isDownload bool
	isHeld     bool // registered, and not disclosed yet
}

// disclose registers a listing's documents and grants them to the buyer of a deal, as SF does
// once the names are open.
func (d *demo) disclose(t *demoDeal) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		n, err := tx.NegotiationOf(t.listing.id, t.buyer.id)
		if err != nil {
			return err
		}
		by := t.listing.seller.bank.first
		for _, p := range d.papers(t.listing) {
			file, err := d.a.KeepFile(p.file, bytes.NewReader(p.content))
			if err != nil {
				return err
			}
			doc, err := listing.In(d.a.Platform).UploadDocument(tx, by,
				&listing.DocumentInput{SellerBusinessID: t.listing.id, Kind: int(p.kind), Title: p.title}, file)
			if err != nil {
				return err
			}
			if p.isHeld {
				continue
			}
			if err := listing.In(d.a.Platform).GrantDocument(tx, by, &listing.GrantInput{DocumentID: doc.DocumentID,
				Version: doc.Version, BuyerNegotiationID: n.ID, IsDownload: p.isDownload}); err != nil {
				return err
			}
		}
		return nil
	}
}

// browse lets a user of the buyer's side open the disclosed documents.
func (d *demo) browse(t *demoDeal, by *web.Actor) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		n, err := tx.NegotiationOf(t.listing.id, t.buyer.id)
		if err != nil {
			return err
		}
		found, err := tx.GrantedDocuments(by.Viewer, n.ID)
		if err != nil {
			return err
		}
		for _, doc := range found {
			f, err := tx.File(doc.FileID)
			if err != nil {
				return err
			}
			r, err := listing.ReadDocument(&tx.Q, *by, &listing.DocumentQuery{DocumentID: doc.ID, BuyerNegotiationID: n.ID})
			if err != nil {
				return err
			}
			kind := "view"
			if !deal.IsViewable(f.MediaType) {
				kind = "download"
			}
			if err := listing.RecordReading(tx, *by, r, kind, ""); err != nil {
				return err
			}
		}
		return nil
	}
}

// papers are the documents of a listing, made from its figures.
func (d *demo) papers(l *demoListing) []demoPaper {
	s, r := l.seller.row, l.row
	memorandum := demoPDF(
		"# 企業概要書\n"+s["companyName"]+"\n--\nこの資料は、実名交渉を承認された買手候補の方に、検討の目的に限って開示するものです。\n複写と第三者への提供はできません。\n\n## 目次\n1　会社の概要\n2　事業の内容\n3　財務の状況",
		fmt.Sprintf("## 1　会社の概要\n--\n商号|%s\n代表者|代表取締役　%s\n所在地|%s%s%s\n設立|%s年\n資本金|%s千円\n従業員|%s名\n--\n\n## 2　事業の内容\n%s\n\n強み\n%s",
			s["companyName"], s["representativeName"],
			s["prefectureName"], s["cityName"], s["townName"], s["establishedYear"], s["capitalAmount"], s["numberOfEmployees"],
			wrapped(r["services"]), wrapped(r["advantage"])),
		fmt.Sprintf("## 3　財務の状況（千円）\n--\n科目|前期|当期\n--\n売上高|%s|%s\n営業利益|%s|%s\n経常利益|%s|%s\n当期純利益|%s|%s\n役員報酬|%s|%s\n--\n総資産||%s\n純資産||%s\n有利子負債||%s\n\n## 譲渡の理由\n%s", r["preAmountOfSales"], r["amountOfSales"],
			r["preOperatingProfit"], r["operatingProfit"], r["preOrdinaryIncome"], r["ordinaryIncome"], r["preNetIncome"], r["netIncome"],
			r["preExecutiveRemuneration"], r["executiveRemuneration"],
			r["assetAmount"], r["netAsset"], r["interestBearingDebt"], wrapped(r["supplementaryDescription"])))
	accounts := demoPDF("# 決算書（要約）\n"+s["companyName"]+"\n"+r["fiscalYear"]+"年度\n--\n科目|金額（千円）\n--\n売上高|"+r["amountOfSales"]+"\n営業利益|"+r["operatingProfit"]+"\n経常利益|"+r["ordinaryIncome"]+"\n当期純利益|"+r["netIncome"],
		"## 貸借対照表（要約）\n--\n科目|金額（千円）\n--\n総資産|"+r["assetAmount"]+"\n負債|"+r["debitAmount"]+"\n純資産|"+r["netAsset"]+"\n現預金|"+r["cashDeposit"])
	trial := []byte("月,売上高（千円）,営業利益（千円）\n4月,8120,310\n5月,7980,295\n6月,8410,352\n")
	return []demoPaper{
		{deal.DocumentMemorandum, "企業概要書", "企業概要書_最終.pdf", memorandum, false, false},
		{deal.DocumentAccounts, "決算書（直近期）", "kessan.pdf", accounts, true, false},
		{deal.DocumentTrial, "月次試算表", "試算表.csv", trial, true, false},
		{deal.DocumentContract, "主要取引先との基本契約書", "契約書一式.pdf", demoPDF("# 取引基本契約書\n（写し）\n--\n主要取引先との契約の写しです。条件交渉が進んだ段階で開示します。"), false, true},
	}
}

// wrapped breaks a text into lines that fit a page.
func wrapped(s string) string {
	const perLine = 40
	var lines []string
	for rest := []rune(strings.ReplaceAll(s, "\n", " ")); len(rest) > 0; {
		n := min(perLine, len(rest))
		lines, rest = append(lines, string(rest[:n])), rest[n:]
	}
	return strings.Join(lines, "\n")
}
