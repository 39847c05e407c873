import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { useScreenTitle } from "@/lib/title";
import { ERROR_PAGES } from "@/messages";
import { loginAddress } from "@/session/returnTarget";
import { type EndReason, readEndReason, readLastPage } from "@/session/session";

const TEXTS: Record<EndReason, { title: string; text: string }> = {
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

/** The page shown when a session has ended, with the reason (SPEC.md section 4 "Session"). */
export default function TimeoutScreen() {
  const { title, text } = TEXTS[readEndReason()] ?? TEXTS.expired;
  const lastPage = readLastPage();
  useScreenTitle(title);
  return (
    <>
      <Heading level={1}>{title}</Heading>
      <p>{text}</p>
      {lastPage && <p>ログインすると、開いていた画面に戻ります。</p>}
      <p>
        <Link href={lastPage ? loginAddress(lastPage) : "/login"} button="primary">
          ログイン画面へ
        </Link>
      </p>
    </>
  );
}
