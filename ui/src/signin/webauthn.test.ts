import { afterEach, expect, it, vi } from "vitest";
import { bytesOf, PasskeyFailure, readOptions, signWithPasskey, textOf, writeAnswer } from "./webauthn";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

afterEach(() => vi.unstubAllGlobals());

it("reads and writes base64url of every length", () => {
  for (const length of [0, 1, 2, 3, 32, 64]) {
    const some = Uint8Array.from({ length }, (_, i) => (i * 37 + 251) % 256);
    const text = textOf(some.buffer);
    expect(text).not.toMatch(/[+/=]/);
    expect(bytesOf(text)).toEqual(some);
  }
});

it("reads options for browsers that do not read the JSON themselves", () => {
  const options = readOptions(
    '{"challenge":"-_8","rpId":"localhost","user":{"id":"AQ","name":"a"},"excludeCredentials":[{"type":"public-key","id":"Ag"}]}',
  );
  expect(options).toEqual({
    challenge: Uint8Array.of(251, 255),
    rpId: "localhost",
    user: { id: Uint8Array.of(1), name: "a" },
    excludeCredentials: [{ type: "public-key", id: Uint8Array.of(2) }],
  });
});

it("writes the answer of such a browser", () => {
  const key = {
    id: "-_8",
    rawId: bytes(251, 255),
    type: "public-key",
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes(1),
      authenticatorData: bytes(2),
      signature: bytes(3),
      userHandle: null,
    },
  };
  expect(JSON.parse(writeAnswer(key as unknown as PublicKeyCredential))).toEqual({
    id: "-_8",
    rawId: "-_8",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "Aw" },
  });
});

it.each([
  ["AbortError", "", true],
  ["NotAllowedError", "パスキーでの確認が終わりませんでした", false],
  ["SecurityError", "いま開いているアドレスでは", false],
  ["NotSupportedError", "この端末では、パスキーを使えません", false],
  ["UnknownError", "パスキーを使えませんでした", false],
])("says what %s means", async (name, words, isQuiet) => {
  vi.stubGlobal("PublicKeyCredential", {});
  vi.stubGlobal("navigator", {
    credentials: { get: () => Promise.reject(new DOMException("in English", name)) },
  });
  const error: unknown = await signWithPasskey('{"challenge":"AA"}').catch((e: unknown) => e);
  if (!(error instanceof PasskeyFailure)) throw error;
  expect(error.message).toContain(words);
  expect(error.message).not.toContain("English");
  expect(error.isQuiet).toBe(isQuiet);
});
