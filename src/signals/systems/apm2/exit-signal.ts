/** The exit signal of spec 003: its fields, their limits, and what is said of one that does not hold to them. */
import { EXIT_REASONS, type ExitReason, WORK_PHASES, type WorkPhase } from '../../../../machines/work-item.refusals.ts';
import { findBadOptional, findBadText, OPTIONAL_FIELDS } from '../../blocks/session-fields.ts';

/** Every nonce of the notes; a dot or comma behind one belongs to the sentence. */
export const noncesIn = (notes: string): readonly string[] =>
  notes.split(/\s+/).flatMap((word) => (word.startsWith('nonce:') ? [word.slice(6).replace(/[.,;]$/, '')] : []));

/** For people: the nonce is a word to dualgate, and none of the protocol. */
export const withoutNonces = (notes: string): string => notes.replaceAll(/(?:^|\s+)nonce:\S+/g, '').trim();

export const PROTOCOL = 'apm2_agent_exit';
/** The written version; every 1.x.y is read. */
export const VERSION = '1.0.0';

export const describeReason = (reason: ExitReason): string => `exit_reason: ${reason}`;

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

/** Bytes of UTF-8 of a whole signal. */
export const MAX_SIGNAL_BYTES = 65_536;

const MAX_WORD_BYTES = 64;

type Checked = { readonly signal: ExitSignal } | { readonly problem: string };

/** The signal in these fields, or their first problem; the caller has checked that none occurs twice. */
export const checkExitSignal = (fields: Readonly<Record<string, unknown>>): Checked => {
  const problem =
    findUnknown(fields) ??
    findBadText(fields, 'protocol', MAX_WORD_BYTES) ??
    findBadText(fields, 'version', MAX_WORD_BYTES) ??
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

const KNOWN: ReadonlySet<string> = new Set([
  'protocol',
  'version',
  'phase_completed',
  'exit_reason',
  ...OPTIONAL_FIELDS,
]);

const findUnknown = (fields: Readonly<Record<string, unknown>>): string | null => {
  const unknown = Object.keys(fields).find((name) => !KNOWN.has(name));
  return unknown === undefined ? null : `unknown field '${unknown}'`;
};

/** Enumerations are exact. */
const findForeign = (fields: Readonly<Record<string, unknown>>, name: string, words: readonly string[]) => {
  const value = fields[name];
  if (value === undefined) return `missing field '${name}'`;
  if (typeof value === 'string' && words.includes(value)) return null;
  return `invalid ${name}: expected one of ${words.join(', ')}, got ${JSON.stringify(value)}`;
};
