import { Dialog } from "@/kit/Dialog";
import { leaveQuestion } from "@/lib/leave";

/** The question before leaving a page with unsaved input. */
export default function LeaveDialog() {
  const question = leaveQuestion.value;
  if (!question) return null;
  return (
    <Dialog
      open
      title="入力中の内容があります"
      onClose={() => question.answer(false)}
      cancelLabel="入力を続ける"
      confirm={{ label: "保存せずに移動する", danger: true, onConfirm: () => question.answer(true) }}
    >
      <p>まだ保存されていません。このまま移動しますか。</p>
    </Dialog>
  );
}
