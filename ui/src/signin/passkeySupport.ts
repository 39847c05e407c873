/**
 * Whether this browser has passkeys at this address. They are made for names: at an address that is a
 * number, or without encryption, browsers make none.
 */
export function hasPasskeys(): boolean {
  return (
    typeof window !== "undefined" &&
    "PublicKeyCredential" in window &&
    window.isSecureContext &&
    !/^(\d+(\.\d+){3}|\[.*\])$/.test(window.location.hostname)
  );
}
