import { network } from "@/api/network";
import { Link } from "@/kit/Link";
import styles from "./Footer.module.css";

/** Footer links (SPEC.md section 2); for members they lead to pages in the members' frame. */
export function Footer({ member }: { member: boolean }) {
  const own = member ? "/mypage" : "";
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        <li>
          <Link href={`${own}/company`}>運営会社</Link>
        </li>
        {network.value.hasDeclaration && (
          <li>
            <Link href={`${own}/declaration`}>ネットワークの宣言</Link>
          </li>
        )}
        <li>
          <Link href={`${own}/terms`}>利用規約</Link>
        </li>
        <li>
          <Link href={`${own}/privacy`}>プライバシーポリシー</Link>
        </li>
        <li>
          <Link href={`${own}/contact`}>お問い合わせ</Link>
        </li>
        {!member && (
          <li>
            <Link href="/office">事務局・管理者の方</Link>
          </li>
        )}
      </ul>
      <p>{network.value.networkName}</p>
    </footer>
  );
}
