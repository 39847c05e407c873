import { useCallback, useState } from "react";
import { clearDraft, readDraft, saveDraft } from "@/lib/draft";
import { user } from "@/session/session";

/** The selected buyers, kept over pages, conditions and a reload. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: Iterable<string>) => void;
  toggle: (companyId: string, on: boolean) => void;
  clear: () => void;
}

/**
 * A selection that is kept over pages, changed conditions and a reload: stored like a draft, per
 * user and place. It contains ids only, never a name.
 * @param place the listing or the saved list to which the selection belongs
 */
export function useSelection(place: string): Selection {
  const owner = user.value?.userId ?? "";
  const form = `longlist.${place}`;
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set(readDraft<{ ids: string[] }>(form, owner)?.values.ids),
  );
  const set = useCallback(
    (next: Iterable<string>) => {
      const all = new Set(next);
      setIds(all);
      if (all.size > 0) saveDraft(form, owner, { ids: [...all] });
      else clearDraft(form, owner);
    },
    [form, owner],
  );
  return {
    ids,
    set,
    toggle: (companyId, on) => {
      const next = new Set(ids);
      if (on) next.add(companyId);
      else next.delete(companyId);
      set(next);
    },
    clear: () => set([]),
  };
}
