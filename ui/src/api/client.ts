import createClient from "openapi-fetch";
import { track } from "@/lib/loading";
import { askForProof } from "@/session/proof";
import { endEverywhere, token } from "@/session/session";
import { refresh, TokenError } from "@/session/token";
import { ApiError, NO_ANSWER, NOT_PROVEN, toApiError } from "./errors";
import type { paths } from "./schema.gen";

/** Called when the server requires a new password before any other call; the router sets it. */
let onPasswordDue: () => void = () => {};
export function whenPasswordDue(callback: () => void): void {
  onPasswordDue = callback;
}

/**
 * Called when the server requires the second step to be set up before any other call; the router
 * sets it.
 */
let onSecondStepDue: () => void = () => {};
export function whenSecondStepDue(callback: () => void): void {
  onSecondStepDue = callback;
}

/** Options of every request: no caching. */
const INIT = {
  cache: "no-store",
  credentials: "same-origin",
  headers: { "Cache-Control": "no-cache" },
} satisfies RequestInit;

/**
 * Sends one request with the bearer token and without caching; on a 401 it refreshes the token
 * once and retries once (SPEC.md sections 4 and 7). Where the server needs a proof of who the user
 * is, it asks for one and sends the same request once more.
 * @throws ApiError for every answer that is not 2xx, and when there is no answer
 */
async function send(request: Request): Promise<Response> {
  const used = token.peek();
  let next = request;
  return authorised(used, (bearer) => {
    const now = next;
    // A body can be sent only once: the retry needs a copy.
    if (used !== null && now.method !== "GET") next = now.clone();
    return attempt(now, bearer);
  });
}

/**
 * Asks with the current token and, if that is refused, once more with a refreshed one; and once more after
 * the user has proven who he is.
 */
async function authorised(
  used: string | null,
  ask: (bearer: string | null) => Promise<Response>,
  isProven = false,
): Promise<Response> {
  let answer = await ask(used);
  if (answer.status === 401 && used !== null) {
    let renewed: boolean;
    try {
      renewed = await refresh(used);
    } catch (error) {
      if (error instanceof TokenError) throw NO_ANSWER;
      throw error;
    }
    // If the refresh was refused, the page is already being redirected to /timeout.
    if (renewed) answer = await ask(token.peek());
    if (renewed && answer.status === 401) endEverywhere("expired");
  }
  if (answer.ok) return answer;
  const error = await toApiError(answer);
  if (error.code === "password_change_required") onPasswordDue();
  if (error.code === "second_step_required") onSecondStepDue();
  if (error.code !== "proof_needed" || isProven) throw error;
  if (!(await askForProof("member"))) throw NOT_PROVEN;
  return authorised(token.peek(), ask, true);
}

async function attempt(request: Request, bearer: string | null): Promise<Response> {
  if (bearer === null) request.headers.delete("Authorization");
  else request.headers.set("Authorization", `Bearer ${bearer}`);
  try {
    return await fetch(request);
  } catch (error) {
    // The request was aborted by the page: react-query handles that.
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw NO_ANSWER;
  }
}

/** The typed client: `call(api.GET("/api/…", { params: { query: { … } } }))`. */
export const api = createClient<paths>({
  ...INIT,
  baseUrl: typeof window === "undefined" ? "" : window.location.origin,
  fetch: (request) => track(send(request)),
  // Lists as a=1,2, the form in which the server reads them.
  querySerializer: { array: { style: "form", explode: false } },
});

/**
 * The data of a call.
 *
 * @throws ApiError
 */
export async function call<T>(promise: Promise<{ data?: T }>): Promise<T> {
  return (await promise).data as T;
}

/** For fetches where 400 means "none yet" (SPEC.md section 7, "What the product does with answers"). */
export async function noneOn400<T>(promise: Promise<{ data?: T }>): Promise<T | null> {
  try {
    return await call(promise);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}

/** A multipart body: `api.POST(path, { body: body as never, bodySerializer: multipart })`. */
export function multipart(body: Readonly<Record<string, string | Blob | null | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== null && value !== undefined) form.append(name, value);
  return form;
}

/**
 * Sends a form with a large file and reports the progress from 0 to 1, which fetch cannot.
 * @throws ApiError
 */
export async function upload<T>(
  path: keyof paths,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<T> {
  const ask = (bearer: string | null) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", path);
      request.setRequestHeader("Cache-Control", "no-cache");
      if (bearer !== null) request.setRequestHeader("Authorization", `Bearer ${bearer}`);
      request.upload.onprogress = (event) => {
        if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
      };
      request.onload = () =>
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: { "Content-Type": request.getResponseHeader("Content-Type") ?? "" },
          }),
        );
      request.onerror = () => reject(NO_ANSWER);
      request.onabort = request.onerror;
      request.send(form);
    });
  return (await track(authorised(token.peek(), ask))).json();
}

/**
 * Fetches a file and hands it to the browser to save, under the name that the answer's
 * Content-Disposition gives, else `name` (SPEC.md section 7).
 *
 * @throws ApiError
 */
/** A condition of a file's call; a list is several of the same name. */
type FileCondition = string | number | boolean | undefined | readonly (string | number)[];

export async function download(
  path: string,
  name: string,
  { query, body }: { query?: Readonly<Record<string, FileCondition>>; body?: unknown } = {},
): Promise<void> {
  const url = new URL(path, window.location.origin);
  for (const [key, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(key, String(one));
  const request =
    body === undefined
      ? new Request(url, INIT)
      : new Request(url, {
          ...INIT,
          method: "POST",
          headers: { ...INIT.headers, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
  await save(await track(send(request)), name);
}

/** Hands a fetched file to the browser to save, under the answer's own name for it, else `name`. */
export async function save(answer: Response, name: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(answer.headers.get("Content-Disposition")) ?? name;
  link.click();
  // Later, as the browser reads the address only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name in a Content-Disposition, preferably the UTF-8 one, without any path. */
export function fileName(disposition: string | null): string | null {
  if (!disposition) return null;
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  let found = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition)?.slice(1).find(Boolean);
  if (encoded) {
    try {
      found = decodeURIComponent(encoded.trim());
    } catch {
      // Malformed encoding: the plain name is used.
    }
  }
  return found?.trim().replace(/^.*[/\\]/, "") || null;
}
