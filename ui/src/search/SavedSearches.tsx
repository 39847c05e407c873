import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useRef, useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { savedSearchesQuery } from "@/api/savedSearch";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { isComposing } from "@/kit/Form";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { FAILED_OWN } from "@/messages";
import { NOTICED_AREA, SavedNotice } from "./SavedNotice";
import styles from "./SavedSearches.module.css";
import { deleteSavedSearch, noteUse, type SavedSearch, sameConditions, saveSearch } from "./saved";

/** The longest name (the server's own limit). */
const NAME_LENGTH = limits.SavedSearchInput.name.maxLength;

interface Current {
  /** The screen, as the first part of its address. */
  area: string;
  /** The current conditions in the form in which they are saved; empty for none. */
  conditions: string;
  /** The conditions in words, for the user who names them. */
  words: readonly string[];
}

/** The button that opens the user's saved searches, with their new hits. */
export function SavedSearches({ path, ...current }: Current & { path: string }) {
  const [open, setOpen] = useState(false);
  const list = useQuery(savedSearchesQuery(current.area));
  const newCount = (list.data ?? []).reduce((sum, one) => sum + (one.newCount ?? 0), 0);
  return (
    <>
      <Button icon={<Bookmark aria-hidden size={18} />} onClick={() => setOpen(true)}>
        保存した検索条件{list.data && list.data.length > 0 && `（${list.data.length}）`}
        <Badge count={newCount} label="新着" />
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="保存した検索条件">
        <div className={styles.rows}>
          <SaveCurrent {...current} saved={list.data ?? []} />
          {list.data ? (
            <SavedList list={list.data} path={path} onChosen={() => setOpen(false)} />
          ) : list.isError ? (
            <EmptyState
              title="保存した検索条件を取得できませんでした"
              action={<Button onClick={() => list.refetch()}>もう一度読み込む</Button>}
            >
              通信の状態を確認して、もう一度お試しください。
            </EmptyState>
          ) : (
            <Skeleton lines={3} />
          )}
        </div>
      </Dialog>
    </>
  );
}

/**
 * Saves the current conditions under a name. If the name exists, the user is asked before it is
 * replaced.
 */
function SaveCurrent({ area, conditions, words, saved }: Current & { saved: readonly SavedSearch[] }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const trimmed = name.trim();
  const sameName = saved.find((one) => one.name === trimmed);
  const sameConditionsSearch = saved.find((one) => sameConditions(one.conditions, conditions));
  if (conditions === "")
    return <p className={panel.note}>条件を指定してから開くと、その条件に名前を付けて保存できます。</p>;
  const save = async () => {
    if (trimmed === "") {
      setError("名前を入力してください。");
      return;
    }
    try {
      await saveSearch(area, trimmed, conditions, sameName);
      notify.success(
        sameName
          ? `「${trimmed}」をいまの条件に置き換えました。`
          : `検索条件を「${trimmed}」として保存しました。`,
      );
      setName("");
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.errors[0]?.detail ?? failureMessage(FAILED_OWN.savedSearch, failure));
    }
  };
  return (
    <section className={styles.save} aria-label="いまの条件を保存する">
      <h3>いまの条件を保存する</h3>
      <p className={panel.note}>{words.length > 0 ? words.join("、") : "並び順"}</p>
      {sameConditionsSearch && (
        <p className={panel.note}>この条件は「{sameConditionsSearch.name}」として保存してあります。</p>
      )}
      <TextField
        label="名前"
        required
        example="東海の製造業"
        maxLength={NAME_LENGTH}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event) || sameName) return;
          event.preventDefault();
          void save();
        }}
      />
      {sameName && (
        <p role="status" className={styles.warning}>
          「{trimmed}」は保存してあります。置き換えると、前の条件は元に戻せません。
        </p>
      )}
      <Button kind="primary" onClick={save}>
        {sameName ? "いまの条件に置き換える" : "この条件を保存する"}
      </Button>
    </section>
  );
}

function SavedList({
  list,
  path,
  onChosen,
}: {
  list: readonly SavedSearch[];
  path: string;
  onChosen: () => void;
}) {
  const head = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<{ id: string; deed: "rename" | "delete" }>();
  // What had the focus goes away with the row's own buttons.
  const finish = () => {
    setEdited(undefined);
    head.current?.focus();
  };
  return (
    <section className={styles.rows}>
      <h3 ref={head} tabIndex={-1} className={styles.head}>
        保存してある条件
      </h3>
      {list.some(({ area }) => area === NOTICED_AREA) && (
        <p className={panel.note}>
          新しく公開された案件を、条件ごとにメールでお知らせできます。該当がない日（週）は送りません。
        </p>
      )}
      {list.length === 0 ? (
        <p className={panel.note}>まだありません。よく使う条件に名前を付けると、次からここで選べます。</p>
      ) : (
        <ul className={styles.list}>
          {list.map((one) => (
            <li key={one.savedSearchId}>
              {edited?.id === one.savedSearchId && edited.deed === "rename" ? (
                <Rename saved={one} onDone={finish} />
              ) : edited?.id === one.savedSearchId ? (
                <Delete saved={one} onDone={finish} />
              ) : (
                <div className={styles.row}>
                  <Link
                    href={one.conditions ? `${path}?${one.conditions}` : path}
                    onClick={() => {
                      noteUse(one);
                      onChosen();
                    }}
                  >
                    {one.name}
                  </Link>
                  {one.newCount !== undefined && one.newCount > 0 && (
                    <span className={styles.news}>前回から新着 {one.newCount.toLocaleString("ja-JP")}件</span>
                  )}
                  {one.area === NOTICED_AREA && <SavedNotice saved={one} label="新着のお知らせ" />}
                  <span className={styles.deeds}>
                    <Button kind="quiet" onClick={() => setEdited({ id: one.savedSearchId, deed: "rename" })}>
                      名前を変える<span className="visually-hidden">：{one.name}</span>
                    </Button>
                    <Button kind="quiet" onClick={() => setEdited({ id: one.savedSearchId, deed: "delete" })}>
                      削除する<span className="visually-hidden">：{one.name}</span>
                    </Button>
                  </span>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Rename({ saved, onDone }: { saved: SavedSearch; onDone: () => void }) {
  const [name, setName] = useState(saved.name);
  const [error, setError] = useState<string>();
  const save = async () => {
    try {
      await saveSearch(saved.area, name.trim(), undefined, saved);
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.errors[0]?.detail ?? failureMessage(FAILED_OWN.savedSearch, failure));
    }
  };
  return (
    <div className={styles.edit}>
      <TextField
        label={`「${saved.name}」の新しい名前`}
        badge={false}
        maxLength={NAME_LENGTH}
        autoFocus
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      <span className={styles.deeds}>
        <Button kind="primary" onClick={save}>
          名前を変える
        </Button>
        <Button onClick={onDone}>やめる</Button>
      </span>
    </div>
  );
}

function Delete({ saved, onDone }: { saved: SavedSearch; onDone: () => void }) {
  const remove = async () => {
    try {
      await deleteSavedSearch(saved);
      notify.success(`「${saved.name}」を削除しました。`);
    } catch (failure) {
      notify.error(failureMessage(FAILED_OWN.savedSearchDelete, failure));
    }
    onDone();
  };
  return (
    <div className={styles.edit}>
      <p className={styles.warning} role="alert">
        「{saved.name}」を削除します。元に戻せません。
      </p>
      <span className={styles.deeds}>
        <Button kind="danger" onClick={remove} autoFocus>
          削除する
        </Button>
        <Button onClick={onDone}>やめる</Button>
      </span>
    </div>
  );
}
