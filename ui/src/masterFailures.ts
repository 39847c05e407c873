import { failureMessage } from "@/api/errors";
import { masterName } from "@/api/master";
import { queryClient } from "@/api/query";
import { notify } from "@/kit/notify";
import { masterFailed } from "./messages";

/**
 * Notifies the user when a master list that a screen uses cannot be loaded: otherwise a choice would
 * stay empty without explanation. A failed prefetch is not reported (SPEC.md section 2). Returns
 * the function that ends the subscription.
 */
export function notifyMasterFailures(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const [noun, path] = event.query.queryKey;
    if (noun !== "master" || event.query.getObserversCount() === 0) return;
    notify.error(failureMessage(masterFailed(masterName(path)), event.action.error));
  });
}
