import { codesOf, useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage } from "@/api/errors";
import { notify } from "@/kit/notify";
import { Select } from "@/kit/Select";
import { FAILED_OWN } from "@/messages";
import { type SavedSearch, saveNotice } from "./saved";

/** The screen whose saved searches can mail what is new. */
export const NOTICED_AREA = "seller-business";

/** How often what is new by a saved search is mailed; saved as soon as it is chosen. */
export function SavedNotice({ saved, label }: { saved: SavedSearch; label: string }) {
  const choices = codesOf(useEnumerations(), "searchNotice");
  const save = async (notice: number) => {
    const chosen = choices.find(({ code }) => code === notice)?.label ?? "";
    try {
      await saveNotice(saved, notice);
      notify.success(`「${saved.name}」の新着のお知らせを「${chosen}」にしました。`);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      notify.error(failureMessage(FAILED_OWN.savedSearch, failure));
    }
  };
  return (
    <Select
      label={label}
      aria-label={`「${saved.name}」の新着のお知らせ`}
      badge={false}
      size="short"
      value={saved.notice}
      options={choices.map((choice) => ({ value: choice.code, label: choice.label }))}
      onChange={(event) => save(Number(event.target.value))}
    />
  );
}
