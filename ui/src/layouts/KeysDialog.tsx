import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";

/** The list of keyboard shortcuts, opened by the key `?`. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="キーボード操作" onClose={onClose}>
      <DescriptionList
        items={[
          { term: "/", value: "画面上部の検索欄（番号・名前・案件名）へ移動する" },
          { term: "Ctrl + K / ⌘ + K", value: "画面の移動と検索を、一つの欄で行う" },
          { term: "?", value: "この一覧を開く" },
          { term: "Esc", value: "開いている画面を閉じる" },
          { term: "Tab / Shift + Tab", value: "次の項目 / 前の項目へ移動する" },
          { term: "Enter", value: "リンクを開く、ボタンを押す、フォームを送る" },
          { term: "← →", value: "タブの間を移動する（Enter で開く）" },
        ]}
      />
    </Dialog>
  );
}
