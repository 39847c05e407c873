import { signal } from "@preact/signals-react";
import { pending } from "@/lib/loading";

/*
 * Some calls ask who sits in front of the screen (403 proof_needed): an open session may be used by
 * somebody else. The API clients ask the user here and then make the same request again, so that no
 * screen needs to know of it and nothing that was entered is lost.
 */

/** Where the user is signed in: as a member, or at the console. */
type Door = "member" | "office";

interface ProofQuestion {
  door: Door;
  answer: (isProven: boolean) => void;
}

/** The question that is open; the dialog shows it. */
export const proofQuestion = signal<ProofQuestion | null>(null);

let asked: Promise<boolean> | null = null;

/** Asks the user to prove who he is. Requests that need it at the same time share one question. */
export function askForProof(door: Door): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    proofQuestion.value = { door, answer: resolve };
  }).finally(() => {
    proofQuestion.value = null;
    asked = null;
  });
  // Meanwhile it is the user who is waited for, not the server.
  pending.value--;
  return asked.finally(() => {
    pending.value++;
  });
}
