import type { components } from "@/api/schema.gen";
import { negotiationHref, unreadHref } from "@/negotiation/href";

export type Task = components["schemas"]["DeskTask"];
export type TaskKind = Task["kind"];
export type FunnelStep = components["schemas"]["DeskStep"];

/** The groups of the first page's tasks, in their order, with the kinds of each. */
export const TASK_GROUPS: readonly { title: string; help: string; kinds: readonly TaskKind[] }[] = [
  {
    title: "期限",
    help: "日付が決まっているもの",
    kinds: ["answer", "closing", "next", "duty", "listing", "trial"],
  },
  {
    title: "承認",
    help: "相手や同僚が、あなたの機関の判断を待っているもの",
    kinds: ["decide", "offer", "start", "disposal"],
  },
  { title: "未読", help: "まだ読んでいないメッセージ", kinds: ["unread"] },
  { title: "停滞", help: "しばらく動いていない交渉", kinds: ["stalled"] },
];

/** The tasks of each group that has any; `count` may exceed the tasks sent. */
export function grouped(tasks: readonly Task[], kinds: readonly { kind: TaskKind; count: number }[]) {
  return TASK_GROUPS.map(({ title, help, kinds: own }) => ({
    title,
    help,
    tasks: tasks.filter(({ kind }) => own.includes(kind)),
    count: kinds.filter(({ kind }) => own.includes(kind)).reduce((sum, { count }) => sum + count, 0),
  })).filter(({ count }) => count > 0);
}

/** The address of the page on which a task is done (domain.md 9, /mypage). */
export function taskHref({
  kind,
  place,
  sellerBusinessId = "",
  buyerNegotiationId = "",
  companyId = "",
}: Partial<Pick<Task, "kind">> &
  Pick<Task, "place" | "sellerBusinessId" | "buyerNegotiationId" | "companyId">): string {
  switch (place) {
    case "bf":
    case "sf":
      return (kind === "unread" ? unreadHref : negotiationHref)({
        sellerBusinessId,
        buyerNegotiationId,
        side: place,
      });
    case "listing":
      return `/seller-company-manage/seller-business/${sellerBusinessId}`;
    case "offers":
      return `/seller-company-manage/seller-business/${sellerBusinessId}?tab=offers`;
    case "buyer":
      return `/buyer-company-manage/${companyId}`;
    case "seller":
      return `/seller-company-manage/${companyId}`;
    case "user":
      return `/buyer-company-manage/${companyId}?tab=users`;
  }
}
