import { signal } from "@preact/signals-react";
import { wear } from "@/lib/colour";

/** What everybody may know of the network (domain.md 9; GET /api/Public/GetNetwork). */
interface Network {
  networkName: string;
  isDemo: boolean;
  isAccountRequestEnabled: boolean;
  officeMail: string;
  officePhone: string;
  /** "#rrggbb", or "" for the product's own. */
  colour: string;
  /** Address of the logo, or "". */
  logo: string;
}

/** Before the answer, and without one, nothing is offered that may be switched off. */
export const network = signal<Network>({
  networkName: "つなぐ",
  isDemo: false,
  isAccountRequestEnabled: false,
  officeMail: "",
  officePhone: "",
  colour: "",
  logo: "",
});

function know(found: Partial<Network>): void {
  network.value = { ...network.value, ...found, networkName: found.networkName || network.value.networkName };
  wear(network.value.colour);
}

/** Its name is worth a short wait, not a blank page. */
const WAIT_MS = 800;

/** At start: what the page brought with it, or else what the server says in a moment. */
export async function startNetwork(): Promise<void> {
  const note = document.querySelector<HTMLMetaElement>('meta[name="network"]')?.content;
  if (note) know(JSON.parse(note));
  else await Promise.race([loadNetwork(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

/** Asks for it anew, where it may have changed. Pages work without an answer. */
export async function loadNetwork(): Promise<void> {
  try {
    const answer = await fetch("/api/Public/GetNetwork", {
      cache: "no-store",
      headers: { "Cache-Control": "no-cache" },
    });
    if (answer.ok) know(await answer.json());
  } catch {
    // The name on the page is the product's then.
  }
}
