import { signal } from "@preact/signals-react";
import { wear } from "@/lib/colour";

/** What everybody may know of the network (domain.md 9; GET /api/Public/GetNetwork). */
export interface Network {
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

/** Asks once, at start. Pages work without an answer. */
export async function loadNetwork(): Promise<void> {
  try {
    const answer = await fetch("/api/Public/GetNetwork", {
      cache: "no-store",
      headers: { "Cache-Control": "no-cache" },
    });
    if (!answer.ok) return;
    const found = (await answer.json()) as Partial<Network>;
    network.value = {
      ...network.value,
      ...found,
      networkName: found.networkName || network.value.networkName,
    };
    wear(network.value.colour);
  } catch {
    // The name on the page is the product's then.
  }
}
