/**
 * The body of a request, bounded.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http';

/** `null` when it is longer, or does not come whole. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
};
