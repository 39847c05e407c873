import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "./Link";
import styles from "./Pagination.module.css";

/** The number of rows on a page (SPEC.md section 9). */
export const PAGE_SIZE = 10;

/** The current page and the number of pages, as links: the conditions are in the URL, so Back works. */
export function Pagination({
  page,
  allCount,
  pageSize = PAGE_SIZE,
  href,
}: {
  /** From 1. */
  page: number;
  allCount: number;
  pageSize?: number;
  /** The address of a page: useUrlState's `href({ pageNumber: n })`. */
  href: (page: number) => string;
}) {
  const last = Math.max(1, Math.ceil(allCount / pageSize));
  const from = allCount === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, allCount);
  return (
    <nav className={styles.nav} aria-label="ページ">
      <p className={styles.count} role="status">
        全{allCount.toLocaleString("ja-JP")}件
        {allCount > 0 && from <= to && `中 ${from.toLocaleString("ja-JP")}〜${to.toLocaleString("ja-JP")}件`}
      </p>
      {last > 1 && (
        <ul className={styles.pages}>
          <li>
            {page > 1 && (
              <Link button="quiet" href={href(page - 1)} icon={<ChevronLeft aria-hidden size={18} />}>
                前へ
              </Link>
            )}
          </li>
          {pagesAround(page, last).map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, distinguished by their position.
              <li key={`gap${index}`} className={styles.gap} aria-hidden>
                …
              </li>
            ) : (
              <li key={number}>
                <Link
                  button="quiet"
                  href={href(number)}
                  aria-label={`${number}ページ`}
                  aria-current={number === page ? "page" : undefined}
                >
                  {number}
                </Link>
              </li>
            ),
          )}
          <li>
            {page < last && (
              <Link button="quiet" href={href(page + 1)}>
                次へ
                <ChevronRight aria-hidden size={18} />
              </Link>
            )}
          </li>
        </ul>
      )}
    </nav>
  );
}

/** The first and last page and those around the current one; null stands for omitted pages. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  const out: (number | null)[] = [];
  for (const number of sorted) {
    const before = out.at(-1);
    if (typeof before === "number" && number - before === 2) out.push(number - 1);
    else if (typeof before === "number" && number - before > 2) out.push(null);
    out.push(number);
  }
  return out;
}
