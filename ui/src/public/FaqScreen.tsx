import { useQuery } from "@tanstack/react-query";
import { faqQuery } from "@/api/public";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { foldForSearch } from "@/lib/kana";
import { useUrlState } from "@/lib/urlstate";
import { isSignedIn } from "@/session/session";
import { FaqItems, type FaqRow } from "./faq";
import styles from "./public.module.css";

const DEFAULTS = { word: "" };

/** Questions and answers, with a free-word search (domain.md 9 /faq). */
export default function FaqScreen() {
  const { state, set } = useUrlState(DEFAULTS);
  const faq = useQuery({ ...faqQuery, ...pageFetch });
  const contact = isSignedIn.value ? "/mypage/contact" : "/contact";
  const found = search(faq.data ?? [], state.word);
  const categories = [...new Set(found.map((row) => row.category))];
  return (
    <>
      <Heading level={1}>よくあるご質問</Heading>
      <search>
        <Form
          row
          label="質問を探す"
          onSubmit={(event) =>
            set({ word: String(new FormData(event.currentTarget).get("word") ?? "").trim() })
          }
        >
          <TextField
            // A changed word in the address remounts the field, so that it shows the new word.
            key={state.word}
            label="キーワードで探す"
            badge={false}
            type="search"
            name="word"
            data-search="page"
            defaultValue={state.word}
          />
          <Button type="submit" kind="primary">
            検索
          </Button>
          {state.word && <Button onClick={() => set({ word: "" })}>検索をやめる</Button>}
        </Form>
      </search>
      {faq.isPending && <Skeleton rows={6} />}
      {faq.data && (
        <p role="status" className={panel.note}>
          {state.word ? `「${state.word}」を含む質問　${found.length}件` : `全${found.length}件`}
        </p>
      )}
      {faq.data && found.length === 0 && (
        <EmptyState
          title={state.word ? "当てはまる質問がありません" : "まだ掲載されていません"}
          action={
            <Link href={contact} button="secondary">
              事務局に問い合わせる
            </Link>
          }
        >
          {state.word ? "別の言葉で探すか、事務局にお問い合わせください。" : "事務局が準備しています。"}
        </EmptyState>
      )}
      {categories.map((category) => (
        <section key={category} className={styles.section}>
          <Heading level={2}>{category}</Heading>
          <FaqItems rows={found.filter((row) => row.category === category)} open={state.word !== ""} />
        </section>
      ))}
      {found.length > 0 && (
        <p>
          解決しないときは、<Link href={contact}>事務局にお問い合わせください</Link>。
        </p>
      )}
    </>
  );
}

/** The rows that contain every word, without regard to character width and kind of kana. */
function search(rows: readonly FaqRow[], word: string): FaqRow[] {
  const words = foldForSearch(word).split(" ").filter(Boolean);
  return rows.filter((row) => {
    const text = foldForSearch(`${row.category} ${row.question} ${row.answer}`);
    return words.every((w) => text.includes(w));
  });
}
