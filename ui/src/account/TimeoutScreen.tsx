import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { ERROR_PAGES } from "@/messages";
import { type Ending, readEnding } from "@/session/session";

const TEXTS: Record<Ending, { title: string; text: string }> = {
  expired: ERROR_PAGES[401],
  logout: {
    title: "ログアウトしました",
    text: "もう一度お使いになるときは、ログインしてください。",
  },
  "logout-unsent": {
    title: "この端末からログアウトしました",
    text: "サーバーに接続できなかったため、サーバー側のセッションは最長60分残ります。共用の端末をお使いの場合は、もう一度ログインしてからログアウトしてください。",
  },
};

/** Where a session ends (SPEC.md section 4 "Session"). */
export default function TimeoutScreen() {
  const { title, text } = TEXTS[readEnding()] ?? TEXTS.expired;
  return (
    <>
      <Heading level={1}>{title}</Heading>
      <p>{text}</p>
      <p>
        <Link href="/login" button="primary">
          ログイン画面へ
        </Link>
      </p>
    </>
  );
}
