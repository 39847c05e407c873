import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import type { ReadQuery } from "@/api/read";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { type DrawnPasscode, PasscodeDialog } from "./dialog/PasscodeDialog";

type Delivery = components["schemas"]["Delivery"];

/**
 * How a request went to an owner, for the seller's bank: a mail that left or waits, or a letter. An approver
 * who did not print the letter is shown its passcode here, to tell it to the owner (team.md 3).
 */
export function OwnerDelivery({
  query,
  draw,
  reread,
}: {
  query: ReadQuery<Delivery>;
  draw: (letterId: string) => Promise<DrawnPasscode>;
  reread: () => Promise<unknown>;
}) {
  const { data } = useQuery(query);
  const [asks, setAsks] = useState(false);
  const [drawn, setDrawn] = useState<DrawnPasscode | null>(null);
  if (drawn)
    return (
      <PasscodeDialog
        told={drawn}
        isLetter
        onClose={() => {
          setDrawn(null);
          void reread();
        }}
      />
    );
  if (!data?.text) return null;
  const show = async () => {
    try {
      setDrawn(await draw(data.letterId));
      setAsks(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage("パスコードを表示できませんでした。", error));
      setAsks(false);
      await reread();
    }
  };
  return (
    <>
      <DescriptionList items={facts(data)} />
      {!data.isLetter && data.text !== SENT && data.isAlive && (
        <p className={panel.warning}>
          メールは、まだ売手に届いていません。急ぐときや、メールを使わないときは、もう一度依頼して「招待状を印刷する」を選んでください。
        </p>
      )}
      {data.isLetter && data.isAlive && data.canDraw && (
        <div>
          <Button part="confirms" kind="primary" onClick={() => setAsks(true)}>
            パスコードを表示して伝える
          </Button>
        </div>
      )}
      {data.isLetter && data.isAlive && data.whyNot && <p className={panel.note}>{data.whyNot}</p>}
      {asks && (
        <Dialog
          open
          onClose={() => setAsks(false)}
          title={`${data.userName}様へパスコードを伝えますか`}
          consequence={
            <ul>
              <li>
                パスコードを一度だけ表示します。お手元の台帳にある{data.userName}
                様の電話番号へ、あなたがかけて伝えてください。
              </li>
              <li>
                招待状を作った{data.madeBy}
                さんには、パスコードを渡さないでください。リンクとパスコードの両方があると、ご本人に代わって答えられてしまいます。
              </li>
              {data.codeBy && <li>前に表示したパスコードは、使えなくなります。</li>}
            </ul>
          }
          confirm={{ label: "パスコードを表示する", onConfirm: show }}
        />
      )}
    </>
  );
}

const SENT = "メールを送付済み";

function facts(data: Delivery) {
  if (!data.isLetter) return [{ term: "お届けの状況", value: data.text }];
  return [
    { term: "お届けの状況", value: data.text },
    { term: "招待状を作った方", value: `${data.madeBy}（${formatTime(data.made)}）` },
    ...(data.isAlive
      ? [
          {
            term: "パスコード",
            value: data.codeBy
              ? `${data.codeBy}さんが表示（${formatTime(data.codeAt)}）`
              : "まだ伝えていません。招待状を作った方とは別の承認者が伝えます。",
          },
        ]
      : []),
  ];
}
