/*
 * The browser's side of passkeys (WebAuthn Level 3). Options and answers are JSON of the standard as one
 * text, as the server's calls have them. This file stands by itself, so that the sign-in can load it late.
 */

/** Why a device gave no answer, in words for the user; `isQuiet` where the user decided so. */
export class PasskeyFailure extends Error {
  override readonly name = "PasskeyFailure";
  constructor(
    message: string,
    readonly isQuiet = false,
  ) {
    super(message);
  }
}

type OptionsJSON = Record<string, unknown> & {
  challenge: string;
  user?: { id: string };
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
};

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const text = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const credentials = (list?: { id: string }[]) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }));

/** The options of the standard's JSON in the form of its calls, for browsers that do not read the JSON themselves. */
export function readOptions(text: string): unknown {
  const { challenge, user, allowCredentials, excludeCredentials, ...rest } = JSON.parse(text) as OptionsJSON;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    ...(allowCredentials && { allowCredentials: credentials(allowCredentials) }),
    ...(excludeCredentials && { excludeCredentials: credentials(excludeCredentials) }),
  };
}

/** A device's answer as the standard's JSON. */
export function writeAnswer(key: PublicKeyCredential): string {
  if (typeof key.toJSON === "function") return JSON.stringify(key.toJSON());
  const answer = key.response as AuthenticatorResponse & Partial<Record<string, unknown>>;
  const response: Record<string, unknown> = {};
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    const value = answer[name];
    if (value instanceof ArrayBuffer) response[name] = textOf(value);
  }
  const { getTransports } = key.response as AuthenticatorAttestationResponse;
  if (typeof getTransports === "function") response.transports = getTransports.call(key.response);
  return JSON.stringify({
    id: key.id,
    rawId: textOf(key.rawId),
    type: key.type,
    authenticatorAttachment: key.authenticatorAttachment ?? undefined,
    clientExtensionResults: key.getClientExtensionResults(),
    response,
  });
}

/** Why the browser refused, in words. */
function failure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  switch (error.name) {
    case "AbortError":
      return new PasskeyFailure("", true);
    case "NotAllowedError":
      return new PasskeyFailure(
        "パスキーでの確認が終わりませんでした（取り消したか、時間が過ぎたか、この端末に使えるパスキーがありません）。もう一度お試しください。",
      );
    case "InvalidStateError":
      return new PasskeyFailure("この端末（または鍵）のパスキーは、すでに登録されています。");
    case "SecurityError":
      return new PasskeyFailure(
        "いま開いているアドレスでは、パスキーを使えません。事務局から案内されたアドレスで開き直してください。",
      );
    case "NotSupportedError":
    case "ConstraintError":
      return new PasskeyFailure(
        "この端末では、パスキーを使えません。指紋や顔、暗証番号で画面のロックを解除する設定にするか、別の端末をお使いください。",
      );
  }
  return new PasskeyFailure("パスキーを使えませんでした。ブラウザを開き直して、もう一度お試しください。");
}

/** Has the device make a passkey. @throws PasskeyFailure */
export async function makePasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON
    ? PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options))
    : (readOptions(options) as PublicKeyCredentialCreationOptions);
  try {
    return writeAnswer((await navigator.credentials.create({ publicKey })) as PublicKeyCredential);
  } catch (error) {
    throw failure(error);
  }
}

/**
 * Has a device sign with a passkey. `inField`: the browser offers it among the suggestions of the login
 * ID's field, and waits.
 *
 * @throws PasskeyFailure
 */
export async function signWithPasskey(
  options: string,
  { inField = false, signal }: { inField?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON
    ? PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options))
    : (readOptions(options) as PublicKeyCredentialRequestOptions);
  try {
    const key = await navigator.credentials.get({
      publicKey,
      ...(signal && { signal }),
      ...(inField && { mediation: "conditional" as const }),
    });
    return writeAnswer(key as PublicKeyCredential);
  } catch (error) {
    throw failure(error);
  }
}

/** Whether the browser can offer passkeys in a field. */
export async function offersInField(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** What a sign-in asks the device. @throws PasskeyFailure with the server's own words */
export async function askSignIn(door: "platform" | "office"): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch("/api/Public/StartPasskeySignIn", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ door }),
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch {
    throw new PasskeyFailure("サーバに接続できませんでした。接続を確かめて、もう一度お試しください。");
  }
  const body: { options?: string; detail?: string } | null = await answer.json().catch(() => null);
  if (!answer.ok || !body?.options)
    throw new PasskeyFailure(
      body?.detail || "パスキーを使えませんでした。しばらく待って、もう一度お試しください。",
    );
  return body.options;
}
