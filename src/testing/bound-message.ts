/**
 * Cuts the failure message of a runner to the limits of a prompt and a ledger.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 10;
const MAX_CHARACTERS = 2_000;

/** The first 10 lines, at most 2,000 characters, without terminal codes. */
export const boundMessage = (message: string): string => {
  const lines = stripVTControlCharacters(message).replaceAll('\r\n', '\n').trim().split('\n');
  const text = lines.slice(0, MAX_LINES).join('\n').trimEnd();
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
};
