/**
 * Removes the secrets from every text of a run's data, and changes nothing else: for printing, display or views. The
 * ledger and the transcripts keep the original text.
 *
 * @module
 */
import { createRedactText } from './redact-text.ts';
import { type SecretConfig, secretsOf } from './secrets-of.ts';

/** Returns a copy; keys, numbers and the order are unchanged. */
export type RedactData = <T>(value: T) => T;

/** Dualgate's own values, which programs read; a seed only looks like a nonce. */
const KEPT: ReadonlySet<string> = new Set(['at', 'folder', 'phase', 'run', 'seed', 'type']);
/** A password such as `test` is in every path: without it, no text would be readable. */
const SHORTEST = 8;

/**
 * @param config - whose `agent.env`, and that of the reviewer, have secrets; `null` where it is unknown
 * @param env - the environment of the run, for example `process.env`
 */
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
