import createClient from "openapi-fetch";
import { track } from "@/lib/loading";
import {
  endOfficeSession,
  officeToken,
  passwordDue,
  refreshOfficeToken,
  SignInError,
  secondStepDue,
} from "@/session/office";
import { askForProof } from "@/session/proof";
import { ApiError, NO_ANSWER, NOT_PROVEN, toApiError } from "./errors";
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];

/**
 * One request with the console's token; on a 401 one renewal and one retry. Where the server needs a proof
 * of who the user is, it asks for one and sends the same request once more.
 */
async function send(request: Request, isProven = false): Promise<Response> {
  const used = officeToken.peek();
  const spare = request.clone();
  const afterProof = isProven ? null : request.clone();
  let answer = await attempt(request, used);
  if (answer.status === 401) {
    let renewed: boolean;
    try {
      renewed = await refreshOfficeToken(used);
    } catch (error) {
      if (error instanceof SignInError) throw NO_ANSWER;
      throw error;
    }
    if (renewed) answer = await attempt(spare, officeToken.peek());
    if (renewed && answer.status === 401) endOfficeSession("expired");
  }
  if (answer.ok) return answer;
  const error = await toApiError(answer);
  if (error.code === "password_change_required") passwordDue.value = true;
  if (error.code === "second_step_required") secondStepDue.value = true;
  if (error.code !== "proof_needed" || afterProof === null) throw error;
  if (!(await askForProof("office"))) throw NOT_PROVEN;
  return send(afterProof, true);
}

async function attempt(request: Request, bearer: string | null): Promise<Response> {
  const headers = new Headers(request.headers);
  if (bearer !== null) headers.set("Authorization", `Bearer ${bearer}`);
  try {
    return await fetch(new Request(request, { headers, cache: "no-store", credentials: "same-origin" }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw NO_ANSWER;
  }
}

/** A file of the console, by its call and the conditions that are set. */
export async function officeFile(
  path: string,
  conditions: Readonly<Record<string, string | number | undefined>>,
): Promise<Response> {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(conditions))
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  return track(send(new Request(url)));
}

/** The typed client of the console's calls. */
export const office = createClient<paths>({
  baseUrl: typeof window === "undefined" ? "" : window.location.origin,
  fetch: (request) => track(send(request)),
});

/** The message about a failed action: the server's own text, or the fallback without one. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error;
  return error.detail || fallback;
}
