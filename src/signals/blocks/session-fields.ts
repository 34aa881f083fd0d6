/** Fields of spec 003 that the agent may name, by an exit signal or by the signal command: their limits. */
import { encodeText } from '../../base/text/bytes.ts';

/** Bytes of UTF-8. */
const MAX_BYTES = { pr_url: 2_048, evidence_bundle_ref: 2_048, notes: 10_240 } as const;

type Fields = Readonly<Record<string, unknown>>;

export const OPTIONAL_FIELDS = [
  'pr_url',
  'evidence_bundle_ref',
  'notes',
] as const satisfies readonly (keyof typeof MAX_BYTES)[];

export const findBadOptional = (fields: Fields): string | null =>
  OPTIONAL_FIELDS.map((name) => (Object.hasOwn(fields, name) ? findBadText(fields, name, MAX_BYTES[name]) : null)).find(
    (it) => it !== null,
  ) ??
  findBadUrl(fields['pr_url']) ??
  findBadPath(fields['evidence_bundle_ref']);

/** The problem of a required text field with a maximum of bytes in UTF-8, or `null`. */
export const findBadText = (fields: Fields, name: string, maxBytes: number): string | null => {
  const value = fields[name];
  if (value === undefined) return `missing field '${name}'`;
  if (typeof value !== 'string') return `invalid ${name}: expected a string`;
  const bytes = encodeText(value).length;
  return bytes > maxBytes ? `${name} too long: ${bytes} bytes, at most ${maxBytes}` : null;
};

const findBadUrl = (url: unknown): string | null => {
  if (typeof url !== 'string') return null;
  if (!/^https:\/\/[^/\s]/.test(url)) return 'invalid pr_url: expected an https URL';
  return /[;|`$\s\p{Cc}]/u.test(url)
    ? 'invalid pr_url: it contains a shell character, a blank or a control character'
    : null;
};

const findBadPath = (path: unknown): string | null => {
  if (typeof path !== 'string') return null;
  if (path === '' || /^[/\\]|^[A-Za-z]:/.test(path)) return 'invalid evidence_bundle_ref: expected a relative path';
  return path.includes('..') || /\p{Cc}/u.test(path)
    ? "invalid evidence_bundle_ref: it contains '..' or a control character"
    : null;
};
