import type { ReactNode } from "react";
import { Button } from "@/kit/Button";
import { Form } from "@/kit/Form";
import { TextField } from "@/kit/TextField";

/** The search field above a list, with further conditions beside it. The word is kept in the address. */
export function WordSearch({
  label,
  word,
  onSearch,
  children,
}: {
  label: string;
  word: string;
  onSearch: (word: string) => void;
  children?: ReactNode;
}) {
  return (
    <search>
      <Form
        row
        label="絞り込む"
        onSubmit={(event) => onSearch(String(new FormData(event.currentTarget).get("word") ?? "").trim())}
      >
        <TextField
          // A changed word in the address remounts the field, so that it shows the new word.
          key={word}
          label={label}
          badge={false}
          size="medium"
          type="search"
          name="word"
          data-search="page"
          defaultValue={word}
        />
        {children}
        <Button type="submit" kind="primary">
          検索
        </Button>
      </Form>
    </search>
  );
}
