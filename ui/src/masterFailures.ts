import { failureMessage } from "@/api/errors";
import { masterName } from "@/api/master";
import { queryClient } from "@/api/query";
import { notify } from "@/kit/notify";
import { masterFailed } from "./messages";

/**
 * Tells of a master list that a screen waits for and that cannot be had: without it the form would
 * stay empty without a word. What is only loaded ahead fails in silence (SPEC.md section 2).
 */
export function tellMasterFailures(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const [noun, path] = event.query.queryKey;
    if (noun !== "master" || event.query.getObserversCount() === 0) return;
    notify.error(failureMessage(masterFailed(masterName(path)), event.action.error));
  });
}
