import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { officeFindQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { useNavigate, useRawSearch } from "@/lib/location";
import { officePage } from "./page";

type Hit = Schemas["OfficeHit"];

const KINDS: Record<Hit["kind"], { label: string; href: (hit: Hit) => string }> = {
  request: { label: "利用申請", href: ({ key }) => `/office/requests/${key}` },
  inquiry: { label: "お問い合わせ", href: ({ caseNumber }) => `/office/inquiries?word=${caseNumber}` },
  listing: { label: "売却案件", href: ({ caseNumber }) => `/office/listings?word=${caseNumber}` },
  negotiation: { label: "交渉", href: ({ caseNumber }) => `/office/break-glass?word=${caseNumber}` },
};

const hrefOf = (hit: Hit) => KINDS[hit.kind].href(hit);

/** /office/find: what the console's search box finds. After Enter the only hit opens at once. */
function FindScreen() {
  const word = (new URLSearchParams(useRawSearch()).get("word") ?? "").trim();
  const navigate = useNavigate();
  const query = useQuery({ ...officeFindQuery(word), ...pageFetch });
  const found = query.data;
  const only = found?.hitList.length === 1 ? found.hitList[0] : undefined;
  const isOpening =
    only !== undefined &&
    !query.isFetching &&
    (history.state as { opensOnly?: boolean } | null)?.opensOnly === true;
  useEffect(() => {
    if (isOpening && only) navigate(hrefOf(only), { replace: true });
  }, [isOpening, only, navigate]);
  return (
    <>
      <Heading level={1}>番号の検索結果</Heading>
      {!found || isOpening ? (
        <Skeleton rows={2} />
      ) : (
        <DataList
          caption="番号が合うもの"
          rows={found.hitList}
          rowKey={(hit) => hit.key}
          rowHref={hrefOf}
          columns={[
            { key: "number", header: "番号", primary: true, nowrap: true, cell: (hit) => hit.caseNumber },
            { key: "kind", header: "種類", cell: (hit) => KINDS[hit.kind].label },
            { key: "name", header: "名前・案件名", cell: (hit) => hit.name },
            { key: "status", header: "状態", cell: (hit) => hit.statusLabel },
          ]}
          empty={
            <EmptyState
              title={
                found.caseNumber
                  ? `${found.caseNumber} は見つかりません`
                  : `「${word}」には番号が含まれていません`
              }
            >
              利用申請（A-）、お問い合わせ（Q-）、売却案件（L-）、交渉（N-）の番号を、画面上部の欄に入力してください。
            </EmptyState>
          }
        />
      )}
    </>
  );
}

export default officePage(FindScreen);
