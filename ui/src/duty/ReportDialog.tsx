import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { reportDraftQuery } from "@/api/duty";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { FAILED_OWN } from "@/messages";

/**
 * The draft of a report to the association that a promise is not kept: read, completed and copied here, and sent by a person elsewhere. It
 * is neither sent nor kept, so that nobody takes it for a report that was sent (compliance.md 2).
 */
export function ReportDialog({
  dutyId,
  subject,
  onClose,
}: {
  dutyId: string;
  subject?: ReactNode;
  onClose: () => void;
}) {
  const query = useQuery(reportDraftQuery(dutyId));
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? query.data?.text ?? "";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success("報告の下書きをコピーしました。");
    } catch {
      notify.error("コピーできませんでした。文章を選択してコピーしてください。");
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="報告の下書き"
      wide
      actions={
        <>
          <Button onClick={onClose}>閉じる</Button>
          <Button
            kind="primary"
            onClick={copy}
            disabledReason={query.data ? undefined : "下書きがまだありません。"}
          >
            コピーする
          </Button>
        </>
      }
    >
      {subject}
      <p>
        自機関の記録から作った、団体への報告の下書きです。内容を確かめて補い、コピーして、団体の窓口へ人が送ります。
      </p>
      <p className={panel.note}>
        この画面からは送られません。直した文章は保存されず、閉じると消えます。送ったことは、確認事項の記録し直しでメモに残してください。
      </p>
      {query.isError && (
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED_OWN.dutyDraft, query.error)}
          <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
        </p>
      )}
      {!query.data && !query.isError && <Skeleton lines={6} />}
      {query.data && (
        <TextArea
          label="報告の文章"
          rows={18}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Dialog>
  );
}
