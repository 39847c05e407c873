import { useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import { bindByKey } from "./directory";

/** Binds the holder of an invitation to himself in the directory of his institution. */
export function DirectoryStart({
  linkKey,
  passcode,
  label,
  onInvalid,
}: {
  linkKey: string;
  passcode?: string;
  label: string;
  /** The link is not valid any more. */
  onInvalid: () => void;
}) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await bindByKey(linkKey, passcode);
    } catch (error) {
      setLeaving(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "directory_down" || error.status !== 400)
        notify.error(error.detail || "いまは始められません。もう一度お試しください。");
      else onInvalid();
    }
  };
  return (
    <Button kind="primary" busy={leaving} onClick={leave}>
      {label}
    </Button>
  );
}
