import { useEffect, useRef, useState } from "react";
import { hasPasskeys } from "./passkeySupport";

/** A question to a device is good for five minutes; the field asks anew before that. */
const ASK_ANEW_MS = 4 * 60_000;

const load = () => import("./webauthn");

/**
 * Signing in with a passkey: by a button, and among the suggestions of the login ID's field where the
 * browser has that. Nothing is loaded before the page is shown, and a browser without passkeys is left alone.
 */
export function usePasskeySignIn({
  door,
  isOpen,
  enter,
  fail,
}: {
  door: "platform" | "office";
  /** Whether the fields are shown. */
  isOpen: boolean;
  /** Sends the device's answer. */
  enter: (answer: string) => Promise<void>;
  /** Tells why it did not succeed; `undefined` where there is nothing to tell. */
  fail: (error: unknown) => void;
}) {
  const [isOffered] = useState(hasPasskeys);
  const [busy, setBusy] = useState(false);
  // Counts the field's offers. After an answer that was refused there is none: a device that answers by itself would
  // be refused again and again.
  const [round, setRound] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const waiting = useRef<AbortController | null>(null);
  const latest = useRef({ enter, fail });
  latest.current = { enter, fail };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the offer anew.
  useEffect(() => {
    if (!isOffered || !isOpen || busy || isRefused) return;
    const end = new AbortController();
    waiting.current = end;
    const offer = async () => {
      const { askSignIn, offersInField, signWithPasskey } = await load();
      if (!(await offersInField()) || end.signal.aborted) return;
      const options = await askSignIn(door);
      if (end.signal.aborted) return;
      const answer = await signWithPasskey(options, { inField: true, signal: end.signal });
      try {
        await latest.current.enter(answer);
      } catch (error) {
        setRefused(true);
        latest.current.fail(error);
      }
    };
    // What is only offered fails without a word: the fields and the button are there.
    const start = setTimeout(() => offer().catch(() => undefined), 0);
    const again = setTimeout(() => setRound((n) => n + 1), ASK_ANEW_MS);
    return () => {
      clearTimeout(start);
      clearTimeout(again);
      end.abort();
    };
  }, [isOffered, isOpen, busy, isRefused, door, round]);

  const signIn = async () => {
    if (busy) return;
    // The browser has one question at a time.
    waiting.current?.abort();
    setBusy(true);
    try {
      const { askSignIn, signWithPasskey } = await load();
      await latest.current.enter(await signWithPasskey(await askSignIn(door)));
    } catch (error) {
      latest.current.fail(error);
    } finally {
      setBusy(false);
    }
  };
  return { isOffered, busy, signIn };
}
