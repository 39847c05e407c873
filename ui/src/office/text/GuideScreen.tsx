import { useQuery } from "@tanstack/react-query";
import { guideQuery } from "@/api/office";
import { pageFetch } from "@/api/query";
import { Heading } from "@/kit/Heading";
import { Prose } from "@/kit/Prose";
import { Skeleton } from "@/kit/Skeleton";
import { officePage } from "../page";
import styles from "./Guide.module.css";

/** /office/guide: the guide for operating the network's server. */
function GuideScreen() {
  const { data } = useQuery({
    ...guideQuery,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>運用の手引き</Heading>
      {!data ? (
        <Skeleton lines={12} />
      ) : (
        <div className={styles.guide}>
          <nav aria-label="目次" className={styles.contents}>
            <p className={styles.title}>目次</p>
            <ol>
              {data.sections.map(({ title }, i) => (
                <li key={title}>
                  <a href={`#guide-${i + 1}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className={styles.text}>
            <Prose html={data.html} />
            {data.sections.map(({ title, html }, i) => (
              <section key={title} id={`guide-${i + 1}`} className={styles.section}>
                <Heading>{title}</Heading>
                <Prose html={html} />
              </section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

export default officePage(GuideScreen);
