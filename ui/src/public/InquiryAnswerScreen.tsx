import { useCallback, useEffect, useState } from "react";
import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { hideKey, takeKey } from "@/lib/mailedKey";
import { InquiryThread } from "./InquiryThread";

type Thread = components["schemas"]["SenderThread"];

/** Name under which the tab's session storage keeps the key. */
const STORED = "tsunagu.inquiry";

/** /contact/answer?key=…: the answer to a visitor's inquiry, by the link of the mail. */
export default function InquiryAnswerScreen() {
  const [key] = useState(() => takeKey(STORED));
  const [thread, setThread] = useState<Thread | null>(null);
  const [failure, setFailure] = useState<"" | "link" | "other">(key === "" ? "link" : "");
  const load = useCallback(async () => {
    try {
      setThread(await call(api.POST("/api/Public/GetInquiryByKey", { body: { key } })));
      setFailure("");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.status === 400 ? "link" : "other");
    }
  }, [key]);
  useEffect(() => {
    hideKey();
    if (key !== "") void load();
  }, [key, load]);
  if (failure !== "")
    return (
      <>
        <Heading level={1}>お問い合わせへの回答</Heading>
        <div className={panel.box} role="alert">
          {failure === "link" ? (
            <>
              <p>
                リンクが正しくないか、期限が切れています。いちばん新しいメールのリンクを、途中で切れないように開いてください。
              </p>
              <p>
                <Link href="/contact">もう一度お問い合わせを送る</Link>
              </p>
            </>
          ) : (
            <>
              <p>回答を読み込めませんでした。通信の状態を確認して、もう一度お試しください。</p>
              <Button onClick={load}>もう一度読み込む</Button>
            </>
          )}
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>お問い合わせへの回答</Heading>
      {thread ? (
        <InquiryThread
          thread={thread}
          send={async (body) => {
            await call(api.POST("/api/Public/ReplyInquiryByKey", { body: { key, body } }));
            await load();
          }}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}
