import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureMessage, fieldErrors } from "@/api/errors";
import { candidatesQuery, longListQuery } from "@/api/longlist";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Deeds } from "@/kit/Deeds";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { useNavigate } from "@/lib/location";
import { useScreenTitle } from "@/lib/title";
import { FAILED_OWN } from "@/messages";
import { TeamRoleNote } from "@/persons/TeamRoleNote";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import type { ScreenProps } from "@/screen";
import { type Names, useNames } from "@/search/names";
import { Waiting } from "@/search/Waiting";
import { CandidateSearch } from "./CandidateSearch";
import { ListingPanel } from "./ListingPanel";
import styles from "./longlist.module.css";
import { OwnerListButton } from "./OwnerListButton";
import { deleteLongList, saveLongList } from "./queries";
import { SelectionBar } from "./SelectionBar";
import { useSelection } from "./selection";
import { type CandidateList, type LongList, ROUTES } from "./types";

const count = (n: number) => n.toLocaleString("ja-JP");

/** One saved long list: /buyer-company-longlist/{id}. */
export default function ListScreen({ params }: ScreenProps) {
  const { names } = useNames();
  const list = useQuery({ ...longListQuery(params.id ?? ""), ...pageFetch }).data;
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const { sellerBusinessId = "", companyIds = [] } = list ?? {};
  const all = useQuery({
    ...candidatesQuery({ sellerBusinessId, companyIds, limit: 1 }),
    enabled: companyIds.length > 0,
  }).data;
  const sellerId = all?.listing.companyId ?? "";
  const refusals = useTeamRefusals(sellerId);
  useScreenTitle(list?.name);
  return (
    <Deeds refusals={refusals}>
      <Heading
        level={1}
        actions={
          list && (
            <>
              <Button part="acts" onClick={() => setDialog("rename")}>
                名前を変える
              </Button>
              <Button part="acts" onClick={() => setDialog("delete")}>
                リストを削除する
              </Button>
            </>
          )
        }
      >
        {list?.name ?? "ロングリスト"}
      </Heading>
      {sellerId && <TeamRoleNote companyId={sellerId} />}
      {names && list ? (
        <Companies key={list.longListId} list={list} all={all} names={names} />
      ) : (
        <Waiting rows={6} />
      )}
      {list && dialog === "rename" && <RenameDialog list={list} onClose={() => setDialog(null)} />}
      {list && dialog === "delete" && <DeleteDialog list={list} onClose={() => setDialog(null)} />}
    </Deeds>
  );
}

function Companies({
  list,
  all,
  names,
}: {
  list: LongList;
  /** The listing, and how many of the list's buyers are still candidates; nothing before it is known. */
  all: CandidateList | undefined;
  names: Names;
}) {
  const { sellerBusinessId, companyIds } = list;
  const selection = useSelection(`list.${list.longListId}`);
  const add = (
    <Link href={ROUTES.candidates(sellerBusinessId)} button="secondary">
      候補から加える
    </Link>
  );
  const remove = async () => {
    const remaining = companyIds.filter((companyId) => !selection.ids.has(companyId));
    try {
      await saveLongList({
        longListId: list.longListId,
        version: list.version,
        name: list.name,
        companyIds: remaining,
      });
      notify.success(`${count(companyIds.length - remaining.length)}社をリストから外しました。`);
      selection.clear();
    } catch (error) {
      notify.error(failureMessage(FAILED_OWN.longListSave, error));
    }
  };
  if (companyIds.length === 0)
    return (
      <EmptyState title="このリストに表示できる買手はいません" action={add}>
        載せた買手が、公開をやめた可能性があります。候補から加えるか、リストを削除してください。
      </EmptyState>
    );
  const hiddenCount = all ? companyIds.length - all.allCount : 0;
  const isAllSelected = companyIds.every((companyId) => selection.ids.has(companyId));
  return (
    <>
      {all && <ListingPanel listing={all.listing} />}
      <div className={styles.row}>
        {add}
        <OwnerListButton sellerBusinessId={sellerBusinessId} companyIds={companyIds} />
      </div>
      {hiddenCount > 0 && (
        <p className={panel.note}>
          リストの{count(companyIds.length)}社のうち{count(hiddenCount)}
          社は、いまは候補の条件（案件の公開、公開先、交渉の状況など）に当てはまらないため、表示していません。
        </p>
      )}
      <CandidateSearch
        sellerBusinessId={sellerBusinessId}
        companyIds={companyIds}
        names={names}
        selection={selection}
        emptyState={(listing) => (
          <EmptyState title="いま候補に当てはまる買手はいません">
            案件の状態は「{listing.statusLabel}」です。案件が公開されると、リストの買手が表示されます。
          </EmptyState>
        )}
      />
      <SelectionBar
        sellerBusinessId={sellerBusinessId}
        selection={selection}
        actions={
          <Button
            part="acts"
            onClick={remove}
            disabledReason={isAllSelected ? "すべて外すときは、リストを削除してください。" : undefined}
          >
            リストから外す
          </Button>
        }
      />
    </>
  );
}

function RenameDialog({ list, onClose }: { list: LongList; onClose: () => void }) {
  const form = useForm<{ name: string }>({ defaultValues: { name: list.name } });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ name }) => {
    try {
      await saveLongList({ longListId: list.longListId, version: list.version, name });
      notify.success("リストの名前を変えました。");
      onClose();
    } catch (error) {
      if (!fieldErrors(error, form.setError, ["name"]))
        notify.error(failureMessage(FAILED_OWN.longListSave, error));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="リストの名前を変える"
      confirm={{ label: "名前を変える", onConfirm: save, busy: isSubmitting }}
    >
      <TextField
        label="リストの名前"
        required
        error={errors.name?.message}
        {...form.register("name", {
          validate: (value) => value.trim() !== "" || "リストの名前を入力してください。",
        })}
      />
    </Dialog>
  );
}

function DeleteDialog({ list, onClose }: { list: LongList; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = async () => {
    try {
      await deleteLongList(list);
      notify.success(`「${list.name}」を削除しました。`);
      navigate(ROUTES.lists, { replace: true });
    } catch (error) {
      notify.error(failureMessage(FAILED_OWN.longListDelete, error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="リストを削除する"
      consequence={`「${list.name}」（${count(list.companyCount)}社）を削除します。自機関のすべての担当者から見えなくなり、元に戻せません。送ったオファーはそのまま残ります。`}
      confirm={{ label: "リストを削除する", danger: true, onConfirm: remove }}
    />
  );
}
