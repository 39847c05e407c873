import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { forgetFailures } from "@/api/query";
import { Heading } from "@/kit/Heading";
import { PasskeyPanel } from "./PasskeyPanel";
import type { PasskeyCalls } from "./types";

/**
 * What somebody is led to before anything else: a passkey where the institution demands one, else the
 * steps of a code (`children`) or a passkey instead.
 */
export function SetupChoice({
  passkeys,
  due,
  onDone,
  children,
}: {
  passkeys: PasskeyCalls;
  due?: boolean;
  /** A passkey was registered. */
  onDone: () => void;
  children: ReactNode;
}) {
  const { data } = useQuery({ ...passkeys.list, enabled: due === true });
  if (!due) return children;
  const panel = (
    <PasskeyPanel
      calls={passkeys}
      onAdded={() => {
        // Calls made while it was due were refused.
        forgetFailures();
        onDone();
      }}
    />
  );
  if (data?.isDemanded)
    return (
      <>
        <Heading level={1}>パスキーの登録</Heading>
        <p>
          所属する金融機関が、パスキーでのログインを必須にしています。この端末にパスキーを登録すると、続きの画面に進みます。次のログインからは、パスワードではなくパスキーを使います。
        </p>
        {panel}
      </>
    );
  return (
    <>
      {children}
      {panel}
    </>
  );
}
