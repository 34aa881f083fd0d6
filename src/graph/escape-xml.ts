/**
 * Words of others as text of an XML document: whatever stands in them, they are neither markup nor unreadable to a parser.
 *
 * @module
 */
import { plainLine } from '../markdown/plain-line.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const MOST_CHARACTERS = 20_000;

/** One line, good between tags and within quotes; without the characters that XML forbids. */
export const escapeXml = (text: string): string =>
  plainLine(text, MOST_CHARACTERS).replaceAll(/[&<>"'\uFFFE\uFFFF]/g, (found) => ENTITIES[found] ?? '');
