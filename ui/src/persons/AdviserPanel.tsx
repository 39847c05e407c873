import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "@/api/errors";
import { ownAdviserQuery } from "@/api/persons";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";

/** あなたの資格: what is told to a customer of the user who explains to him, and who changes it (compliance.md 3). */
export function AdviserPanel() {
  const { data, error, refetch } = useQuery(ownAdviserQuery);
  return (
    <div className={panel.panel}>
      <Heading>あなたの資格</Heading>
      {error ? (
        <div role="alert" className={panel.problem}>
          <p>{failureMessage(FAILED_OWN.ownAdviserLoad, error)}</p>
          <Button onClick={() => refetch()}>もう一度読み込む</Button>
        </div>
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <p>重要事項説明で、お客さまに伝える内容です。{whoChanges(data.editorList)}</p>
          {data.version === 0 ? (
            <p>まだ登録されていません。</p>
          ) : (
            <>
              <DescriptionList
                items={[
                  { term: "資格", value: data.qualification },
                  { term: "登録番号", value: data.registrationNumber },
                  { term: "経験年数", value: data.yearsLabel },
                  { term: "成約件数", value: data.dealCount === null ? "" : `${data.dealCount}件` },
                  {
                    term: "最後に受けた研修",
                    value: `${data.training}${data.trainedOn && `（${formatDate(data.trainedOn)}）`}`,
                  },
                ]}
              />
              <p className={panel.note}>
                第{data.version}版　{data.editorName}（{formatTime(data.created)}）
              </p>
            </>
          )}
        </>
      )}
    </div>
  );
}

function whoChanges(editors: readonly string[]): string {
  return editors.length > 0
    ? `登録と変更は、金融機関の管理者（${editors.join("、")}）に頼んでください。`
    : "登録と変更は、金融機関の管理者が行います。管理者がいないため、事務局に管理者の登録を頼んでください。";
}
