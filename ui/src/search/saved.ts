import { api, call } from "@/api/client";
import { queryClient } from "@/api/query";
import { savedSearchesQuery } from "@/api/savedSearch";
import type { components } from "@/api/schema.gen";

/** A search of the user's own under a name, for one screen. */
export type SavedSearch = components["schemas"]["SavedSearch"];

/** Whether two texts are the same conditions, in whatever order they were written. */
export function sameConditions(a: string, b: string): boolean {
  const sorted = (text: string) => {
    const params = new URLSearchParams(text);
    params.sort();
    return params.toString();
  };
  return sorted(a) === sorted(b);
}

const reread = (area: string) => queryClient.invalidateQueries(savedSearchesQuery(area));

/** A new one; with `of` that one gets the name and, where they are given, the conditions. */
export async function saveSearch(
  area: string,
  name: string,
  conditions: string | undefined,
  of?: SavedSearch,
): Promise<void> {
  const stored = of && { savedSearchId: of.savedSearchId, version: of.version };
  try {
    await call(
      api.POST("/api/SavedSearch/RegistSavedSearch", { body: { ...stored, area, name, conditions } }),
    );
  } finally {
    await reread(area);
  }
}

/** How often its news are mailed; the rest stays. */
export async function saveNotice(of: SavedSearch, notice: number): Promise<void> {
  const { area, name, savedSearchId, version } = of;
  try {
    await call(
      api.POST("/api/SavedSearch/RegistSavedSearch", {
        body: { savedSearchId, version, area, name, notice },
      }),
    );
  } finally {
    await reread(area);
  }
}

export async function deleteSavedSearch({ area, savedSearchId, version }: SavedSearch): Promise<void> {
  try {
    await call(api.POST("/api/SavedSearch/DeleteSavedSearch", { body: { savedSearchId, version } }));
  } finally {
    await reread(area);
  }
}

/** What is new is counted from here on. That it cannot be noted is no reason to keep the reader waiting. */
export function noteUse({ area, savedSearchId }: SavedSearch): void {
  call(api.POST("/api/SavedSearch/UseSavedSearch", { body: { savedSearchId } }))
    .then(() => reread(area))
    .catch(() => undefined);
}
