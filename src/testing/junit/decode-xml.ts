/**
 * The bytes of an XML file as text: by its byte order mark, else by its declaration, else as UTF-8.
 *
 * @module
 */

/** Bytes in which a declaration has to end. */
const HEAD_BYTES = 256;

/** Never throws. */
export const decodeXml = (bytes: Uint8Array): { readonly text: string } | { readonly problem: string } => {
  const encoding = findMark(bytes) ?? findDeclared(bytes) ?? 'utf-8';
  try {
    const decoder = new TextDecoder(encoding);
    const text = decoder.decode(bytes);
    return { text: decoder.encoding === 'windows-1252' ? text.replaceAll(CONTROLS, nameControl) : text };
  } catch {
    return { problem: `it is written in ${encoding}, an encoding that dualgate cannot read: write it in UTF-8` };
  }
};

/** A file in UTF-16 without a mark begins with `<` in two bytes. */
const findMark = ([first, second]: Uint8Array): string | null => {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
};

/** A declaration can be read in every encoding that is ASCII in its lower half. */
const findDeclared = (bytes: Uint8Array): string | null => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'<>]+)["']/.exec(head)?.[1] ?? null;
};

/** Node 20 and 22 read windows-1252 as latin1, which has control characters in these places. */
const CONTROLS = /[\u0080-\u009F]/g;
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const nameControl = (control: string): string => OF_WINDOWS.charAt(control.charCodeAt(0) - 0x80);
