/** Bytes of UTF-8 without `Buffer`: the exit signal is also read in browsers and in workflows. @module */

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Broken UTF-8 becomes U+FFFD; a byte order mark stays. */
export const decodeBytes = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export const concatBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/** Finds the first occurrence at or after a place, or -1. */
export const findWord = (text: string): ((bytes: Uint8Array, from: number) => number) => {
  const word = encodeText(text);
  // The byte to look for is one that prose seldom has: the search for one byte is the engine's own.
  const anchor = Math.max(0, text.search(/[_{<>`~A-Z]/));
  const byte = word[anchor] ?? 0;
  return (bytes, from) => {
    for (let at = bytes.indexOf(byte, from + anchor); at !== -1; at = bytes.indexOf(byte, at + 1))
      if (standsAt(bytes, at - anchor, word)) return at - anchor;
    return -1;
  };
};

/** @param as - the value that a byte is compared as. @default itself */
export const standsAt = (bytes: Uint8Array, start: number, word: Uint8Array, as?: Readonly<Uint8Array>): boolean => {
  if (start < 0 || start + word.length > bytes.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const byte = bytes[start + at] ?? 0;
    if ((as === undefined ? byte : as[byte]) !== word[at]) return false;
  }
  return true;
};
