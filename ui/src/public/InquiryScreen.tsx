import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, call } from "@/api/client";
import { ownInquiryQuery } from "@/api/inquiry";
import { pageFetch } from "@/api/query";
import { rereadAfter } from "@/api/reread";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { InquiryThread } from "./InquiryThread";

/** /mypage/contact/:id: one of the member's own inquiries, with its answers. Opening it reads them. */
export default function InquiryScreen({ params }: ScreenProps) {
  const inquiryId = params.id ?? "";
  const { data } = useQuery({ ...ownInquiryQuery(inquiryId), ...pageFetch });
  const isUnread = data?.isUnread ?? false;
  useScreenTitle(data?.caseNumber);
  useEffect(() => {
    if (!isUnread) return;
    // What could not be marked stays unread, and is marked when it is opened again.
    call(api.POST("/api/Inquiry/MarkRead", { body: { inquiryId } })).then(
      () => rereadAfter("inquiry"),
      () => undefined,
    );
  }, [inquiryId, isUnread]);
  if (!data)
    return (
      <>
        <Heading level={1}>お問い合わせ</Heading>
        <Skeleton lines={6} />
      </>
    );
  return (
    <>
      <Heading level={1}>{`お問い合わせ ${data.caseNumber}`}</Heading>
      <InquiryThread
        thread={data}
        send={async (body) => {
          await call(api.POST("/api/Inquiry/ReplyInquiry", { body: { inquiryId, body } }));
          await rereadAfter("inquiry");
        }}
      />
    </>
  );
}
