import { ChevronRight } from "lucide-react";
import styles from "./Breadcrumb.module.css";
import { Link } from "./Link";

export interface Crumb {
  label: string;
  /** None for the current page. */
  href?: string;
}

/**
 * The path to the current page. Always starts with HOME, which leads to /mypage (SPEC.md section
 * 2), in the console to its own first page.
 */
export function Breadcrumb({ crumbs, home = "/mypage" }: { crumbs: readonly Crumb[]; home?: string }) {
  return (
    <nav className={styles.nav} aria-label="現在位置">
      <ol className={styles.list}>
        <li>
          <Link href={home}>HOME</Link>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={crumb.href ?? crumb.label}>
            <ChevronRight aria-hidden size={14} />
            {crumb.href && index < crumbs.length - 1 ? (
              <Link href={crumb.href}>{crumb.label}</Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
