import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import { office } from "@/api/officeClient";

/*
 * Signing in by an institution's own directory (OpenID Connect). The browser leaves for the directory and comes back to
 * /directory with a code, which the server exchanges.
 */

const CHANNEL = "tsunagu.directory";
/** Where the user wanted to go before the sign-in. */
const TARGET = "tsunagu.directory.target";
/** As long as the server waits for a way to come back. */
const WAIT_MS = 10 * 60_000;

interface Outcome {
  state: string;
  /** "" where it went well. */
  problem: string;
}

const isConsole = () => window.location.pathname.startsWith("/office");

/** Leaves for the directory of the login ID's institution. @throws ApiError where it has none, or it is down */
export async function signInAtDirectory(loginId: string, target: string | null): Promise<void> {
  const door = isConsole() ? "office" : "platform";
  const { address } = await call(api.POST("/api/Directory/Begin", { body: { loginId, door } }));
  if (target) sessionStorage.setItem(TARGET, target);
  else sessionStorage.removeItem(TARGET);
  window.location.assign(address);
}

/** Leaves for the directory to bind the signed-in user to himself there. @throws ApiError */
export async function bindAtDirectory(): Promise<void> {
  const { address } = await call(
    isConsole()
      ? office.POST("/api/Office/BeginDirectoryBinding")
      : api.POST("/api/Directory/BeginDirectoryBinding"),
  );
  window.location.assign(address);
}

/** The same for who holds an invitation. @throws ApiError */
export async function bindByKey(key: string, passcode?: string): Promise<void> {
  const { address } = await call(
    api.POST("/api/Directory/BeginByKey", { body: { key, ...(passcode && { passcode }) } }),
  );
  sessionStorage.removeItem(TARGET);
  window.location.assign(address);
}

/** Leaves for the directory to try a setting that is not in force. @throws ApiError */
export async function tryDirectory(version: number): Promise<void> {
  const { address } = await call(office.POST("/api/Office/BeginDirectoryTrial", { body: { version } }));
  window.location.assign(address);
}

/**
 * Proves at the directory that it is the session's own user who is at the screen: in a window of its own, so that nothing
 * typed here is lost. Must be called at a press, or the browser refuses the window. Whether that window is closed cannot be
 * seen from here once it has left for the directory (Cross-Origin-Opener-Policy): who closed it begins anew, and aborts this.
 *
 * @throws ApiError when it was not proven, with the text to show
 */
export async function proveAtDirectory({ signal, onOpened }: ProofWay): Promise<void> {
  const popup = window.open("about:blank", "_blank", "popup,width=560,height=760");
  if (popup === null)
    throw new ApiError(
      0,
      "popup_blocked",
      "確認の画面を開けませんでした。ブラウザでポップアップを許可してから、もう一度押してください。入力した内容は残っています。",
    );
  try {
    const { address } = await call(
      isConsole()
        ? office.POST("/api/Office/BeginDirectoryProof")
        : api.POST("/api/Directory/BeginDirectoryProof"),
    );
    const outcome = outcomeOf(new URL(address).searchParams.get("state") ?? "", signal);
    popup.location.replace(address);
    onOpened();
    await outcome;
  } catch (error) {
    popup.close();
    throw error;
  }
}

export interface ProofWay {
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal;
  /** The user is led elsewhere: this screen waits, and can begin anew. */
  onOpened: () => void;
}

/** Resolves when the window with this state has come back and the server has accepted it. */
function outcomeOf(state: string, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (code: string, text: string) => reject(new ApiError(0, code, text));
    signal.addEventListener("abort", () => fail("directory_over", ""), { once: true });
    timer = setTimeout(
      () =>
        fail(
          "directory_over",
          "確認の時間（10分）が過ぎました。もう一度押してください。入力した内容は残っています。",
        ),
      WAIT_MS,
    );
    channel.onmessage = ({ data }: MessageEvent<Outcome>) => {
      if (data.state !== state) return;
      if (data.problem === "") resolve();
      else fail("directory_refused", data.problem);
    };
  }).finally(() => {
    clearTimeout(timer);
    channel.close();
  });
}

export type Returned = { purpose: "signin" | "bind" | "trial" | "proof"; page: string };

/** Ends the way on which this page was opened, and tells the window that waits for it. @throws ApiError */
export async function returnFromDirectory(search: string): Promise<Returned> {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name) ?? "";
  const state = text("state");
  const tell = (problem: string) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ state, problem } satisfies Outcome);
    channel.close();
  };
  // Opened by hand: there is no way that could end here.
  if (state === "")
    throw new ApiError(400, "directory_over", "ログインの画面から、もう一度はじめてください。");
  // The code is good for once: the page's address does not keep it.
  window.history.replaceState(null, "", window.location.pathname);
  try {
    const answer = await call(
      api.POST("/api/Directory/Return", {
        body: { state, code: text("code"), error: text("error"), issuer: text("iss") },
      }),
    );
    tell("");
    return answer as Returned;
  } catch (error) {
    tell(
      error instanceof ApiError && error.detail
        ? error.detail
        : "確認できませんでした。もう一度お試しください。",
    );
    throw error;
  }
}

/** Goes on after the return, as a page that is loaded anew: it reads the session's cookies. */
export function goOn({ purpose, page }: Returned): void {
  const target = purpose === "signin" ? sessionStorage.getItem(TARGET) : null;
  sessionStorage.removeItem(TARGET);
  window.location.replace(target ?? page);
}
