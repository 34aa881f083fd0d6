/**
 * Removes secrets from a text: known ones, and text that looks like one. Every pattern is anchored and bounded, since
 * an agent writes these texts; the cut comes last, so that no secret is cut in two and half of it shown.
 */
import { SEQUENCE } from './text/quote-text.ts';

/** Replaces removed text. */
export const REDACTED = '[redacted]';

/** Longest text that is shown, in UTF-16 code units. */
export const MAX_TEXT = 2_000;

const MAX_KNOWN = 10_000;
const MAX_KNOWN_TEXT = 200;

export type RedactText = (text: string, max?: number) => string;

/** The forms of tokens, by issuer; and a nonce, which is 16 hexadecimal digits. */
const TOKENS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_][\w-]{16,400}/g,
  /\b(?:gh[pousr]|github_pat|glpat|npm|hf|xox[a-z]|xapp)[_-][\w-]{16,400}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,100}/g,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,2000}(?:\.[\w-]{0,2000})?/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /(?<![\w-])[0-9a-fA-F]{16}(?![\w-])/g,
];

/** Here the words before the value stay. */
const ASSIGNED: readonly RegExp[] = [
  /\b(\w{0,60}(?:api_?key|secret|token|passw(?:or)?d|passphrase|credentials?|nonce)["']?\s{0,3}[=:]\s{0,3}(?!\[redacted\]|(?:true|false|null|VALUE)(?![^\s"',;.])))(?:"[^"\n]{1,4000}"|'[^'\n]{1,4000}'|[^\s"',;]{1,4000})/gi,
  /\b(authorization["']?\s{0,3}[=:]\s{0,3}["']?\w{1,20}\s{1,3}(?!\[redacted\])|bearer\s{1,3})[\w.~+/=-]{8,4000}/gi,
  /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,400}(?=@)/g,
];

/** @param secrets - removed in every form: plain, escaped for JSON, and escaped for a URL */
export const createRedactText = (secrets: readonly string[]): RedactText => {
  const secret = patternOf(secrets);
  const overlap = Math.max(4_096, ...secrets.map((each) => each.length * 3));
  const hideAll = (text: string): string => {
    let shown = secret === null ? text : text.replace(secret, hide);
    for (const pattern of TOKENS) shown = shown.replace(pattern, hide);
    for (const pattern of ASSIGNED) shown = shown.replace(pattern, `$1${REDACTED}`);
    return shown;
  };
  const redact = (text: string, max: number): string => {
    const near = text.length > max + overlap ? text.slice(0, max + overlap) : text;
    const coloured = hideAll(near);
    // A search colours what it found, also in the middle of a secret; what is shown has no colours.
    const bare = withoutSequences(near);
    const plain = bare === near ? coloured : hideAll(bare);
    const shown = withoutSequences(coloured) === plain ? coloured : plain;
    if (near === text && shown.length <= max) return shown;
    const most = near === text ? max : Math.min(max, shown.length - overlap);
    return `${shown.slice(0, Math.max(0, most))}… [cut: ${text.length} characters]`;
  };
  // Types, ids and hashes repeat often.
  const known = new Map<string, string>();
  return (text, max = MAX_TEXT) => {
    if (text.length > MAX_KNOWN_TEXT || text.length > max) return redact(text, max);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN) known.clear();
    const shown = redact(text, MAX_TEXT);
    known.set(text, shown);
    return shown;
  };
};

/** Lines keep their numbers. */
const withoutSequences = (text: string): string =>
  text.replaceAll(SEQUENCE, (found) => found.replaceAll(/[^\n]+/g, ''));

/** A key may have many lines: those behind it keep their numbers. */
const hide = (found: string): string => `${REDACTED}${found.replaceAll(/[^\n]+/g, '')}`;

const patternOf = (secrets: readonly string[]): RegExp | null => {
  const forms = secrets.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each)]);
  const longestFirst = [...new Set(forms)].filter((each) => each !== '').sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return null;
  return new RegExp(
    longestFirst.map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)).join('|'),
    'g',
  );
};

/** Names of variables, and of keys, with secret values. `tokens` are counted, a `token` is a secret. */
export const SECRET_NAME =
  /nonce|secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization|cookie|token(?!s)/i;
const SECRET_VARIABLE = new RegExp(`${SECRET_NAME.source}|_key$|^key_|_auth$|_dsn$|database_url`, 'i');

/** Shorter ones are ordinary words. */
const SHORTEST = 8;
const SHORTEST_OF_A_NAME = 4;
/** For a value of several lines, for example a key, each line that is too long to be an ordinary one. */
const SHORTEST_LINE = 20;

interface Environment {
  readonly env: Readonly<Record<string, string>>;
}

/** The parts of a config that contain secrets: of its agent, and of its reviewer. */
export interface SecretConfig {
  readonly agent: Environment;
  readonly review?: { readonly agent: Environment };
}

/** The secrets that an inspector must not show of a run. @param env - the environment of the run, for example `process.env` */
export const secretsOf = (
  config: SecretConfig,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  const { agent, review } = config;
  const given = [agent, review?.agent]
    .flatMap((each) => Object.entries(each?.env ?? {}))
    .filter(([name, value]) => isLong(name, value));
  const own = Object.entries(env).filter(([name, value]) => SECRET_VARIABLE.test(name) && isLong(name, value ?? ''));
  return [...new Set([...given, ...own].flatMap(([, value = '']) => [value, ...linesOf(value)]))];
};

const isLong = (name: string, value: string): boolean =>
  value.trim().length >= (SECRET_VARIABLE.test(name) ? SHORTEST_OF_A_NAME : SHORTEST);

const linesOf = (value: string): readonly string[] =>
  value.includes('\n') ? value.split('\n').filter((line) => line.trim().length >= SHORTEST_LINE) : [];

// For printing, display and views; the ledger and the transcripts keep the original text.

/** Returns a copy; keys, numbers and the order are unchanged. */
export type RedactData = <T>(value: T) => T;

/** Dualgate's own values, which programs read; a seed only looks like a nonce. */
const KEPT: ReadonlySet<string> = new Set(['at', 'folder', 'phase', 'run', 'seed', 'type']);

/** @param config - with the secrets of `agent.env` and of the reviewer; `null` where it is unknown @param env - of the run */
export const createRedactData = (
  config: SecretConfig | null,
  env: Readonly<Record<string, string | undefined>>,
): RedactData => {
  const redactText = createRedactText(
    secretsOf(config ?? { agent: { env: {} } }, env).filter((secret) => secret.length >= SHORTEST),
  );
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value, Number.POSITIVE_INFINITY);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, KEPT.has(key) ? each : walk(each)]));
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts stay texts, and everything else is as it was
  return <T>(value: T): T => walk(value) as T;
};
