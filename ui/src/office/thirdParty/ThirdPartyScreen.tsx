import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { network } from "@/api/network";
import { proofQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { useUrlState } from "@/lib/urlstate";
import { reread } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { AuthorityDialog } from "./AuthorityDialog";
import { DailyFiles } from "./DailyFiles";
import { MarkList } from "./MarkList";
import { SiemBox } from "./SiemBox";

const DEFAULTS = { pageNumber: 1 };

/** /office/third-party: what proves the logs to somebody outside (papers.md 4). */
function ThirdPartyScreen() {
  const { state, href } = useUrlState(DEFAULTS);
  const { data } = useQuery({ ...proofQuery(state.pageNumber), placeholderData: keepPreviousData });
  return (
    <>
      <Heading level={1}>第三者による証明</Heading>
      <p>
        監査ログと開示台帳が、あとから書き換えられていないことを、このネットワークの外の人にも示せるようにします。毎日0時20分からの処理で前の日の記録を締め、タイムスタンプを押し、署名したファイルを作ります。
      </p>
      {data ? (
        <>
          <section className={styles.section}>
            <Heading>タイムスタンプ</Heading>
            <Authority authority={data.authority} />
            <MarkList data={data} page={state.pageNumber} href={(pageNumber) => href({ pageNumber })} />
          </section>
          <DailyFiles daily={data.daily} />
          <SiemBox siem={data.siem} />
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

/** The time-stamping authority that is set, and what went wrong with it last. */
function Authority({ authority }: { authority: Schemas["AuthorityShown"] }) {
  const [isOpen, setOpen] = useState(false);
  const isDemo = network.value.isDemo;
  return (
    <>
      {authority.problem && (
        <p className={panel.problem} role="alert">
          {formatTime(authority.problemAt)}　{authority.problem}
        </p>
      )}
      {authority.isCrlOld && (
        <p className={panel.warning}>
          失効リストが、次の更新の予定（{formatTime(authority.crlUntil)}
          ）を過ぎています。認証局から新しいものを受け取り、設定に貼り付けてください。
        </p>
      )}
      <DescriptionList
        items={[
          { term: "押し方", value: howText(authority, isDemo) },
          { term: "タイムスタンプ局", value: authority.address || "設定されていません" },
          {
            term: "認証局の証明書",
            value: authority.certificateList.length
              ? authority.certificateList.map((c) => (
                  <div key={c.fingerprint}>
                    {c.name}（{formatTime(c.until)}まで）
                    <div className={styles.small}>SHA-256 {c.fingerprint}</div>
                  </div>
                ))
              : "設定されていません。応答を確かめるために必要です",
          },
          { term: "ポリシー", value: authority.policy || "指定しない" },
          {
            term: "失効リスト",
            value: authority.crl
              ? authority.crlUntil
                ? `次の更新の予定 ${formatTime(authority.crlUntil)}`
                : "あり"
              : "なし（失効は確かめません）",
          },
        ]}
      />
      <div className={styles.actions}>
        <StampNow isOnline={authority.isOn && !isDemo} />
        <Button onClick={() => setOpen(true)}>
          {authority.version > 0 ? "局の設定を変更する" : "局を設定する"}
        </Button>
      </div>
      <p className={panel.note}>
        局へ送るのは、記録から計算したハッシュだけです。名前や内容は送りません。押せない日があっても、次に押したものが、それまでのすべての日を証明します。
      </p>
      {isOpen && <AuthorityDialog authority={authority} onClose={() => setOpen(false)} />}
    </>
  );
}

function howText(authority: Schemas["AuthorityShown"], isDemo: boolean) {
  if (isDemo) return "ファイルでやり取りする（デモでは、外のサーバに接続しません）";
  return authority.isOn ? (
    <State kind="done">自動で押す</State>
  ) : (
    "自動では押さない（ファイルでやり取りする）"
  );
}

/** Makes a proof of this moment and has it stamped. A second click is of the same form. */
function StampNow({ isOnline }: { isOnline: boolean }) {
  const [busy, setBusy] = useState(false);
  const [requestKey, setKey] = useState(randomKey);
  const press = async () => {
    setBusy(true);
    try {
      const answer = await call(office.POST("/api/Office/StampNow", { body: { requestKey } }));
      setKey(randomKey());
      if (answer.isStamped || !isOnline) notify.success(answer.detail);
      else notify.error(answer.detail);
    } catch (error) {
      notify.error(failureText(error, "押せませんでした。もう一度押してください。"));
    } finally {
      await reread();
      setBusy(false);
    }
  };
  return (
    <Button kind="primary" busy={busy} onClick={press}>
      いま押す
    </Button>
  );
}

export default officePage(ThirdPartyScreen);
