/**
 * The nonce of an iteration in the notes of an exit signal: a word `nonce:…`, since the fields of the protocol are closed
 * (rule 3.8).
 *
 * @module
 */

/** Every nonce of the notes; a dot or comma behind one belongs to the sentence. */
export const noncesIn = (notes: string): readonly string[] =>
  notes.split(/\s+/).flatMap((word) => (word.startsWith('nonce:') ? [word.slice(6).replace(/[.,;]$/, '')] : []));

/** For people: the nonce is a word to dualgate, and none of the protocol. */
export const withoutNonces = (notes: string): string => notes.replaceAll(/(?:^|\s+)nonce:\S+/g, '').trim();
