/**
 * The exit signal of spec 003: its fields, their limits, and what is said of one that does not hold to them.
 *
 * @module
 */

export const PROTOCOL = 'apm2_agent_exit';
/** What is written; every 1.x.y is read. */
export const VERSION = '1.0.0';

export const WORK_PHASES = [
  'DRAFT',
  'IMPLEMENTATION',
  'CI_PENDING',
  'READY_FOR_REVIEW',
  'REVIEW',
  'READY_FOR_MERGE',
  'COMPLETED',
  'BLOCKED',
] as const;
export type WorkPhase = (typeof WORK_PHASES)[number];

/** `completed` is a yes; `blocked` and `error` call for a person. */
export const EXIT_REASONS = ['completed', 'blocked', 'error'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

/** What blocks an agent that gives no notes. */
export const describeReason = (reason: ExitReason): string => `exit_reason: ${reason}`;

/** Names are the protocol's. */
export interface ExitSignal {
  readonly protocol: typeof PROTOCOL;
  /** 1.x.y */
  readonly version: string;
  readonly phase_completed: WorkPhase;
  readonly exit_reason: ExitReason;
  /** https, at most 2 KiB. */
  readonly pr_url?: string;
  /** A path inside the work area, at most 2 KiB. */
  readonly evidence_bundle_ref?: string;
  /** At most 10 KiB. */
  readonly notes?: string;
}

/** Bytes of UTF-8. */
export const MAX_BYTES = {
  signal: 65_536,
  protocol: 64,
  version: 64,
  pr_url: 2_048,
  evidence_bundle_ref: 2_048,
  notes: 10_240,
} as const;

type Checked = { readonly signal: ExitSignal } | { readonly problem: string };

/** The signal that these fields are, or the first thing that is wrong with them; whoever read them has seen that none stands twice. */
export const checkExitSignal = (fields: Readonly<Record<string, unknown>>): Checked => {
  const problem =
    findUnknown(fields) ??
    findShape(fields, 'protocol') ??
    findShape(fields, 'version') ??
    (fields['protocol'] === PROTOCOL
      ? null
      : `unknown protocol: expected '${PROTOCOL}', got '${String(fields['protocol'])}'`) ??
    (/^1\.\d+\.\d+$/.test(String(fields['version']))
      ? null
      : `unsupported version: expected '1.x', got '${String(fields['version'])}'`) ??
    findForeign(fields, 'phase_completed', WORK_PHASES) ??
    findForeign(fields, 'exit_reason', EXIT_REASONS) ??
    findBadOptional(fields);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field was looked at above
  return problem === null ? { signal: { ...fields } as unknown as ExitSignal } : { problem };
};

/** What is wrong with the optional fields that are there, or `null`. */
export const findBadOptional = (fields: Readonly<Record<string, unknown>>): string | null =>
  OPTIONAL.map((name) => (Object.hasOwn(fields, name) ? findShape(fields, name) : null)).find((it) => it !== null) ??
  findBadUrl(fields['pr_url']) ??
  findBadPath(fields['evidence_bundle_ref']);

const OPTIONAL = ['pr_url', 'evidence_bundle_ref', 'notes'] as const;
const KNOWN: ReadonlySet<string> = new Set(['protocol', 'version', 'phase_completed', 'exit_reason', ...OPTIONAL]);

const findUnknown = (fields: Readonly<Record<string, unknown>>): string | null => {
  const unknown = Object.keys(fields).find((name) => !KNOWN.has(name));
  return unknown === undefined ? null : `unknown field '${unknown}'`;
};

const findShape = (fields: Readonly<Record<string, unknown>>, name: Exclude<keyof typeof MAX_BYTES, 'signal'>) => {
  const value = fields[name];
  if (value === undefined) return `missing field '${name}'`;
  if (typeof value !== 'string') return `invalid ${name}: expected a string`;
  const bytes = Buffer.byteLength(value);
  return bytes > MAX_BYTES[name] ? `${name} too long: ${bytes} bytes, at most ${MAX_BYTES[name]}` : null;
};

/** Enumerations are exact. */
const findForeign = (fields: Readonly<Record<string, unknown>>, name: string, words: readonly string[]) => {
  const value = fields[name];
  if (value === undefined) return `missing field '${name}'`;
  if (typeof value === 'string' && words.includes(value)) return null;
  return `invalid ${name}: expected one of ${words.join(', ')}, got ${JSON.stringify(value)}`;
};

const findBadUrl = (url: unknown): string | null => {
  if (typeof url !== 'string') return null;
  if (!/^https:\/\/[^/\s]/.test(url)) return 'invalid pr_url: expected an https URL';
  return /[;|`$\s\p{Cc}]/u.test(url)
    ? 'invalid pr_url: it holds a character of shells, a blank or a control character'
    : null;
};

const findBadPath = (path: unknown): string | null => {
  if (typeof path !== 'string') return null;
  if (path === '' || /^[/\\]|^[A-Za-z]:/.test(path)) return 'invalid evidence_bundle_ref: expected a relative path';
  return path.includes('..') || /\p{Cc}/u.test(path)
    ? "invalid evidence_bundle_ref: it holds '..' or a control character"
    : null;
};
