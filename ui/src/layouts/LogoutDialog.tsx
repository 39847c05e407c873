import { useState } from "react";
import { Dialog } from "@/kit/Dialog";
import { formatTime } from "@/lib/dates";
import { lastDraftTime } from "@/lib/draft";
import { logout, user } from "@/session/session";
import { logoutQuestion } from "./logout";

/** The question before a log-out that deletes unsent input. */
export default function LogoutDialog() {
  const [last] = useState(() => lastDraftTime(user.peek()?.userId ?? ""));
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      title="送信していない入力があります"
      onClose={() => {
        logoutQuestion.value = false;
      }}
      cancelLabel="ログアウトしない"
      confirm={{
        label: "入力を消してログアウトする",
        danger: true,
        busy,
        onConfirm: () => {
          setBusy(true);
          return logout();
        },
      }}
      consequence={
        <p>ログアウトすると、この端末に残していた入力の途中の内容はすべて消えます。元には戻せません。</p>
      }
    >
      {last && <p>最後の入力：{formatTime(last.toISOString())}</p>}
      <p>ほかの方がこの端末を使うときに、企業名などが見えないようにするためです。</p>
    </Dialog>
  );
}
