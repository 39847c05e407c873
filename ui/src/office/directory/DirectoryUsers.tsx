import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { directoryUsersQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { perform } from "../deed";
import { OfficeList, State } from "../list";
import { ReasonDialog } from "./ReasonDialog";

type Row = Schemas["DirectoryUserRow"];

/** Who of the institution is bound to its directory. */
export function DirectoryUsers() {
  const query = useQuery(directoryUsersQuery);
  const [unbinding, setUnbinding] = useState<Row | null>(null);
  const invite = ({ userId, userName }: Row) =>
    perform(
      call(office.POST("/api/Office/InviteToDirectory", { body: { userId } })),
      `${userName}さんに案内を送りました。`,
      "案内を送れませんでした。",
    );
  return (
    <section className={panel.stack} aria-labelledby="people">
      <Heading id="people">利用者の結び付け</Heading>
      <p>
        社内のアカウントとの結び付けは、ご本人が行います。案内のメールを送るか、ご本人がログインして「パスワード変更」の画面から行います。新しく登録する方は、登録の案内のメールから始められます。
      </p>
      <OfficeList
        query={query}
        page={1}
        href={() => ""}
        caption="利用者の結び付け"
        rowKey={(row) => row.userId}
        columns={[
          {
            key: "name",
            header: "利用者",
            primary: true,
            atLeast: "12em",
            cell: (row) => (
              <>
                {row.userName}
                <br />
                {row.loginId}
              </>
            ),
          },
          {
            key: "state",
            header: "結び付け",
            cell: (row) =>
              row.isBound ? (
                <State kind="done">{formatTime(row.bound)}から</State>
              ) : row.invited ? (
                <State kind="waiting">案内を送信ずみ（{formatTime(row.invited)}まで）</State>
              ) : (
                <State kind="quiet">ない</State>
              ),
          },
          {
            key: "deeds",
            header: "操作",
            cell: (row) =>
              row.isBound ? (
                <Button kind="quiet" onClick={() => setUnbinding(row)}>
                  解除する
                </Button>
              ) : (
                row.mayInvite && (
                  <Button kind="quiet" onClick={() => invite(row)}>
                    案内を送る
                  </Button>
                )
              ),
          },
        ]}
      />
      {unbinding && (
        <ReasonDialog
          title={`${unbinding.userName}さんの結び付けを解除する`}
          label="解除する"
          consequence="ご本人のログインは、すべて次の操作で終わります。ご本人にメールで知らせます。"
          danger
          send={(reason) =>
            call(office.POST("/api/Office/UnbindDirectory", { body: { userId: unbinding.userId, reason } }))
          }
          done="結び付けを解除しました。"
          failed="解除できませんでした。"
          onClose={() => setUnbinding(null)}
        />
      )}
    </section>
  );
}
