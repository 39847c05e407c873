import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { ERROR_PAGES } from "@/messages";
import { isSignedIn } from "@/session/session";
import { BareLayout } from "./BareLayout";
import styles from "./ErrorPage.module.css";

/** The names of statuses; 503 is also used when there is no answer (SPEC.md section 8). */
const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/**
 * An error page, shown instead of a screen (SPEC.md section 2 "Error page").
 *
 * @param unknownRoute adds the text for an address that no route has
 */
export function ErrorPage({
  status,
  detail,
  unknownRoute,
}: {
  status: number;
  detail?: string;
  unknownRoute?: boolean;
}) {
  const page = ERROR_PAGES[status as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
  const signedIn = isSignedIn.value;
  const mayHelp = status >= 500;
  return (
    <BareLayout>
      <Heading level={1}>{page.title}</Heading>
      <p className={styles.status} lang="en">
        {status} {NAMES[status] ?? ""}
        {unknownRoute && <span> — This page could not be found.</span>}
      </p>
      <p>{page.text}</p>
      {detail && detail !== page.text && <p>{detail}</p>}
      <div className={styles.actions}>
        {status === 401 && (
          <Link href="/login" button="primary">
            ログイン画面へ
          </Link>
        )}
        {mayHelp && (
          <Button kind="primary" onClick={() => window.location.reload()}>
            もう一度読み込む
          </Button>
        )}
        <Link href={signedIn ? "/mypage" : "/"} button="secondary">
          {signedIn ? "トップページへ戻る" : "ホームへ戻る"}
        </Link>
      </div>
    </BareLayout>
  );
}
