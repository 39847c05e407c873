import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { failureMessage, fieldErrors } from "@/api/errors";
import { longListsQuery } from "@/api/longlist";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { useNavigate } from "@/lib/location";
import { FAILED_OWN } from "@/messages";
import { getLongList, saveLongList } from "./queries";
import type { Selection } from "./selection";
import { ROUTES } from "./types";

const NEW = "new";

interface Values {
  longListId: string;
  name: string;
}

/** Saves the selected buyers as a new list, or adds them to a list of the same listing. */
export function SaveDialog({
  sellerBusinessId,
  selection,
  onClose,
}: {
  sellerBusinessId: string;
  selection: Selection;
  onClose: () => void;
}) {
  const lists = useQuery(longListsQuery(sellerBusinessId));
  const navigate = useNavigate();
  const form = useForm<Values>({ defaultValues: { longListId: NEW, name: "" } });
  const { errors, isSubmitting } = form.formState;
  const isNew = form.watch("longListId") === NEW;

  const save = form.handleSubmit(async ({ longListId, name }) => {
    try {
      const ids = [...selection.ids];
      let saved: { longListId: string; name: string };
      if (longListId === NEW) saved = await saveLongList({ sellerBusinessId, name, companyIds: ids });
      else {
        const existing = await getLongList(longListId);
        const { version, name } = existing;
        saved = await saveLongList({
          longListId,
          version,
          name,
          companyIds: [...new Set([...existing.companyIds, ...ids])],
        });
      }
      notify.success(`「${saved.name}」に保存しました。`);
      selection.clear();
      navigate(ROUTES.list(saved.longListId));
    } catch (error) {
      if (!fieldErrors(error, form.setError, ["name", "longListId"]))
        notify.error(failureMessage(FAILED_OWN.longListSave, error));
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${selection.ids.size.toLocaleString("ja-JP")}社をリストに保存する`}
      confirm={{ label: "リストに保存する", onConfirm: save, busy: isSubmitting }}
    >
      {lists.isPending ? (
        <Skeleton lines={3} />
      ) : (
        <>
          {lists.data && lists.data.length > 0 && (
            <RadioGroup
              label="保存先"
              required
              column
              options={[
                { value: NEW, label: "新しいリスト" },
                ...lists.data.map((list) => ({
                  value: list.longListId,
                  label: `「${list.name}」に加える`,
                  help: `いま${list.companyCount.toLocaleString("ja-JP")}社`,
                })),
              ]}
              {...form.register("longListId")}
            />
          )}
          {isNew && (
            <TextField
              label="リストの名前"
              required
              example="関東の製造業 一次候補"
              error={errors.name?.message}
              {...form.register("name", {
                validate: (value) => value.trim() !== "" || "リストの名前を入力してください。",
              })}
            />
          )}
          {errors.root?.server?.message && <p role="alert">{errors.root.server.message}</p>}
        </>
      )}
    </Dialog>
  );
}
