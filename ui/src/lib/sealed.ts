import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from "@noble/ciphers/utils.js";

/*
 * Text that is kept on the machine and read by nobody but its writer: sealed with a key that only the
 * server has while the writer is not signed in. At once and not by the browser's own cryptography, which
 * answers too late while a page is being closed.
 */

const cipher = managedNonce(xchacha20poly1305);

/** Seals a text under the name under which it is kept, so that it opens nowhere else. */
export function seal(keyInHex: string, name: string, text: string): string {
  return bytesToHex(cipher(hexToBytes(keyInHex), utf8ToBytes(name)).encrypt(utf8ToBytes(text)));
}

/** The sealed text; throws where it was changed, or sealed with another key or under another name. */
export function open(keyInHex: string, name: string, sealed: string): string {
  return bytesToUtf8(cipher(hexToBytes(keyInHex), utf8ToBytes(name)).decrypt(hexToBytes(sealed)));
}
