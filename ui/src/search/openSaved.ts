import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { savedSearchesQuery } from "@/api/savedSearch";
import { useRawSearch } from "@/lib/location";
import { SAVED } from "./filter";
import { noteUse } from "./saved";

/**
 * Opens the saved search that the address names, as choosing it from the list would. "opening" until its conditions are
 * in the address, "missing" where the user has no such search any more.
 */
export function useSavedOfAddress(area: string): "opening" | "missing" | undefined {
  const [path, navigate] = useLocation();
  const id = new URLSearchParams(useRawSearch()).get(SAVED);
  const list = useQuery({ ...savedSearchesQuery(area), enabled: id !== null });
  const one = id === null ? undefined : list.data?.find(({ savedSearchId }) => savedSearchId === id);
  useEffect(() => {
    if (!one) return;
    noteUse(one);
    navigate(one.conditions ? `${path}?${one.conditions}` : path, { replace: true });
  }, [one, path, navigate]);
  if (id === null) return undefined;
  return one || (!list.data && !list.isError) ? "opening" : "missing";
}
