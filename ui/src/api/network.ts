import { signal } from "@preact/signals-react";
import { applyColour } from "@/lib/colour";

/** What everybody may see of the network (domain.md 9; GET /api/Public/GetNetwork). */
interface Network {
  networkName: string;
  isDemo: boolean;
  isAccountRequestEnabled: boolean;
  officeMail: string;
  officePhone: string;
  /** "#rrggbb", or "" for the product's own colour. */
  colour: string;
  /** Address of the logo, or "". */
  logo: string;
  /** Mail arrives: a mail server is set, and sending is not held. */
  isMailSent: boolean;
  /** The network's declaration is published. */
  hasDeclaration: boolean;
  /** People of some institution sign in by its own directory. */
  hasDirectory: boolean;
}

/** Until the answer arrives, or without one, functions that can be switched off are hidden. */
export const network = signal<Network>({
  networkName: "つなぐ",
  isDemo: false,
  isAccountRequestEnabled: false,
  officeMail: "",
  officePhone: "",
  colour: "",
  logo: "",
  isMailSent: false,
  hasDeclaration: false,
  hasDirectory: false,
});

/** What a screen says of a mail: `sent` only where mail goes out, else what to do instead. */
export const ofMail = <T>(sent: T, otherwise: T): T => (network.value.isMailSent ? sent : otherwise);

function apply(found: Partial<Network>): void {
  network.value = { ...network.value, ...found, networkName: found.networkName || network.value.networkName };
  applyColour(network.value.colour);
}

/** How long the first page waits for the network's name. */
const WAIT_MS = 800;

/** At the start: the data embedded in the page, or else the server's answer if it comes in time. */
export async function startNetwork(): Promise<void> {
  const embedded = document.querySelector<HTMLMetaElement>('meta[name="network"]')?.content;
  if (embedded) apply(JSON.parse(embedded));
  else await Promise.race([loadNetwork(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

/** Reads it again where it may have changed. Pages work without an answer. */
export async function loadNetwork(): Promise<void> {
  try {
    const answer = await fetch("/api/Public/GetNetwork", {
      cache: "no-store",
      headers: { "Cache-Control": "no-cache" },
    });
    if (answer.ok) apply(await answer.json());
  } catch {
    // The page shows the product's name then.
  }
}
