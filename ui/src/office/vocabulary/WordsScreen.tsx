import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { triedWordQuery, wordGroupsQuery } from "@/api/office";
import { failureText, office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { Word } from "@/search/words";
import { DeedDialog } from "../deed";
import { State } from "../list";
import layout from "../office.module.css";
import { officePage } from "../page";
import { WordGroupDialog } from "./WordGroupDialog";
import type { WordGroup } from "./wordGroup";

/** /office/words: the words by which searches are widened, and those that the office adds. */
function WordsScreen() {
  const [open, setOpen] = useState<{ deed: "new" | "edit" | "delete"; id: string } | null>(null);
  const { data, error, refetch } = useQuery(wordGroupsQuery);
  const group = data?.wordGroupList.find(({ wordGroupId }) => wordGroupId === open?.id);
  const close = () => setOpen(null);
  return (
    <>
      <Heading level={1}>検索の言葉</Heading>
      {error && !data ? (
        <EmptyState
          title="検索の言葉を読み込めませんでした"
          action={<Button onClick={() => refetch()}>もう一度読み込む</Button>}
        >
          {failureText(error, "しばらくたってから、もう一度お試しください。")}
        </EmptyState>
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <p>
            「介護」で検索すると「老人ホーム」の案件も見つかるように、検索は同じ意味の言葉と、その種類の言葉でも探します。もとの辞書には
            {data.builtInCount.toLocaleString("ja-JP")}
            組の言葉があります。足りない言葉を、ここで加えられます（
            {data.maxCount}組まで）。加えた言葉は、すべての会員の次の検索から使われます。
          </p>
          <TryWord />
          <Heading
            level={2}
            actions={
              <Button kind="primary" onClick={() => setOpen({ deed: "new", id: "" })}>
                言葉を加える
              </Button>
            }
          >
            加えた言葉　{data.wordGroupList.length}組
          </Heading>
          {data.wordGroupList.length === 0 ? (
            <EmptyState title="加えた言葉はまだありません">
              検索で見つからないと言われた言葉を、上で確かめてから加えてください。
            </EmptyState>
          ) : (
            data.wordGroupList.map((one) => (
              <Group
                key={one.wordGroupId}
                group={one}
                onOpen={(deed) => setOpen({ deed, id: one.wordGroupId })}
              />
            ))
          )}
        </>
      )}
      {open?.deed === "new" && <WordGroupDialog onClose={close} />}
      {open?.deed === "edit" && group && <WordGroupDialog group={group} onClose={close} />}
      {open?.deed === "delete" && group && <DeleteDialog group={group} onClose={close} />}
    </>
  );
}

/** What the dictionary says of a word now. */
function TryWord() {
  const [word, setWord] = useState("");
  const { data, error, refetch } = useQuery({ ...triedWordQuery(word), enabled: word !== "" });
  const also = data && [...data.sameList, ...data.narrowerList];
  const others = data?.otherCount
    ? `、そのほかの種類（${data.otherCount.toLocaleString("ja-JP")}語。書かれている事業の内容からまとめて探します）`
    : "";
  return (
    <div className={panel.near}>
      <Word
        label="言葉を確かめる"
        help="入力してEnterを押すと、いっしょに探す言葉を表示します。"
        value={word}
        onChange={setWord}
      />
      {word !== "" && error && !data && (
        <div role="alert" className={panel.problem}>
          <p>{failureText(error, "言葉を確かめられませんでした。")}</p>
          <Button onClick={() => refetch()}>もう一度確かめる</Button>
        </div>
      )}
      {word !== "" && data && also && (
        <div role="status">
          <p>
            {also.length > 0
              ? `「${word}」で検索すると、次の言葉でも探します：${also.join("、")}${others}`
              : `「${word}」で検索すると、「${word}」だけを探します。`}
          </p>
          {data.headList.length > 0 && (
            <p>
              「{word}」がある組：{data.headList.join("、")}
            </p>
          )}
          {data.relatedList.length > 0 && <p>関連する言葉（探しません）：{data.relatedList.join("、")}</p>}
        </div>
      )}
    </div>
  );
}

function Group({ group, onOpen }: { group: WordGroup; onOpen: (deed: "edit" | "delete") => void }) {
  const id = `words-${group.wordGroupId}`;
  return (
    <section className={panel.near} aria-labelledby={id}>
      <Heading level={3} id={id}>
        {group.head}
      </Heading>
      <p>
        {group.isBuiltIn && <State kind="quiet">もとの辞書の組に追加</State>} {group.modifierName}（
        {formatTime(group.modified)}）
      </p>
      {group.sameList.length > 0 && <p>同じ意味の言葉：{group.sameList.join("、")}</p>}
      {group.narrowerList.length > 0 && <p>その種類の言葉：{group.narrowerList.join("、")}</p>}
      <div className={layout.actions}>
        <Button onClick={() => onOpen("edit")}>
          変更する<span className="visually-hidden">：{group.head}</span>
        </Button>
        <Button onClick={() => onOpen("delete")}>
          削除する<span className="visually-hidden">：{group.head}</span>
        </Button>
      </div>
    </section>
  );
}

function DeleteDialog({ group, onClose }: { group: WordGroup; onClose: () => void }) {
  const form = useForm();
  return (
    <DeedDialog
      title={`「${group.head}」に加えた言葉を削除する`}
      label="削除する"
      danger
      consequence={
        <p>すべての会員の次の検索から、この言葉では探さなくなります。もとの辞書の言葉は残ります。</p>
      }
      form={form}
      send={() =>
        call(
          office.POST("/api/Office/DeleteWordGroup", {
            body: { wordGroupId: group.wordGroupId, version: group.version },
          }),
        )
      }
      done="加えた言葉を削除しました。"
      failed="加えた言葉を削除できませんでした。"
      onClose={onClose}
    />
  );
}

export default officePage(WordsScreen);
