/** Text as bytes of UTF-8, chunk by chunk: a character that two chunks of text share is kept until it is whole. */

import { encodeText } from '../base/text/bytes.ts';

/** Bytes go through as they are. */
export const createTextEncoder = (): ((chunk: string | Uint8Array) => Uint8Array) => {
  let half = '';
  return (chunk) => {
    if (typeof chunk !== 'string') return chunk;
    const text = half + chunk;
    const last = text.charCodeAt(text.length - 1);
    half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
    return encodeText(half === '' ? text : text.slice(0, -1));
  };
};
