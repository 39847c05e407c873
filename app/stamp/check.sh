#!/bin/sh
# 監査ログと開示台帳の行が、締めた日のタイムスタンプの前から、このとおりであったことを確かめます。
# このファイルのあるフォルダで「sh check.sh」とします。sha256sum、grep、openssl だけを使い、どこにも接続しません。
# openssl が確かめるのは、authority.pem の証明書の局が押したことです。その証明書が局のものであることは、局に確かめてください。
LC_ALL=C
export LC_ALL
bad=0
tell() {
  echo "違います: $1"
  bad=1
}
sum() {
  set -- $(sha256sum)
  echo "$1"
}

# 1 ページは、一覧（pages.txt）のとおりで、その一覧のハッシュが、日の証明（proof.txt）にある
for page in */page-*.txt; do
  grep -q "  ${page##*/}\$" "${page%/*}/pages.txt" || tell "$page が一覧にありません"
done
for list in */pages.txt; do
  day=${list%/*}
  (cd "$day" && sha256sum --check --strict --quiet --ignore-missing pages.txt) || tell "$day のページ"
  grep -qx "lines $(sum <"$list")" "$day/proof.txt" || tell "$list"
done

# 2 日の証明にはタイムスタンプがあるか、次の証明にそのハッシュがあり、その先の証明にタイムスタンプがある
for list in */pages.txt; do
  at=${list%/*}
  while [ ! -f "$at/stamp.tsr" ]; do
    next=$(grep -lx "before $(sum <"$at/proof.txt")" */proof.txt) || break
    at=${next%/*}
  done
  if [ ! -f "$at/stamp.tsr" ]; then
    tell "${list%/*} には、タイムスタンプがまだないか、次の証明につながりません"
  elif ! openssl ts -verify -data "$at/proof.txt" -in "$at/stamp.tsr" -CAfile authority.pem -partial_chain -no_check_time >/dev/null 2>&1; then
    tell "$at/stamp.tsr（タイムスタンプ）"
  fi
done

# 3 行のハッシュが、ページのどれかにある。行に続く、開いた項目のハッシュが、その行の中にある
lines=0
parts=0
row=0
line=""
while IFS= read -r text; do
  row=$((row + 1))
  hash=$(printf '%s\n' "$text" | sum)
  case $text in
  "tsunagu-line "*)
    lines=$((lines + 1))
    line=$text
    grep -qx "$hash" */page-*.txt || tell "lines.txt の $row 行目"
    ;;
  *)
    parts=$((parts + 1))
    case "$line " in
    *" ${text%% *}=$hash "*) ;;
    *) tell "lines.txt の $row 行目（開いた項目）" ;;
    esac
    ;;
  esac
done <lines.txt

if [ "$bad" = 0 ]; then echo "OK: ${lines} 行、開いた項目 ${parts} 件を確かめました。"; fi
exit $bad
