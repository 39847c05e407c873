import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { importQuery } from "@/api/import";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { notify } from "@/kit/notify";
import { useNavigate } from "@/lib/location";
import type { Kind } from "../kinds";
import { ImportSamples } from "./ImportSamples";
import { commitImport, type Import, importPath } from "./imports";

const count = (n: number) => n.toLocaleString("ja-JP");

/** Registers the correct rows of a file with errors, after a dialog that shows what they come to and what is left out. */
export function CorrectRowsButton({ kind, one }: { kind: Kind; one: Import }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const written = one.newCount + one.changedCount;
  if (one.state !== "wrong" || written === 0) return null;
  const commit = async () => {
    const { queryKey } = importQuery(one.importId);
    setBusy(true);
    try {
      client.setQueryData(queryKey, await commitImport(one.importId, true));
      navigate(`${importPath(kind)}?importId=${one.importId}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(kind.failed.import, error));
      setOpen(false);
      await client.invalidateQueries({ queryKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>正しい{count(written)}件だけを登録する</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        wide
        title="正しい行だけを登録する"
        consequence={`新しく${count(one.newCount)}件を登録し、${count(one.changedCount)}件を更新します。エラーのある${count(one.wrongCount)}行は登録しません。登録したあとで、まとめて取り消すことはできません。`}
        confirm={{ label: `${count(written)}件を登録・更新する`, busy, onConfirm: commit }}
      >
        <p>エラーの行は、理由付きのCSVで保存しておき、直してから、その行だけを読み込めます。</p>
        <ImportSamples one={one} />
      </Dialog>
    </>
  );
}
