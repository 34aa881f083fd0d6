/**
 * Plain data of a run with its secrets taken out of every text, and nothing else changed: for what is printed, shown or written as a
 * view. The ledger and the transcripts keep what was said.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { createRedactText } from './redact-text.ts';
import { secretsOf } from './secrets-of.ts';

/** Gives back a copy; keys, numbers and the order stay as they are. */
export type RedactData = <T>(value: T) => T;

/** Words of dualgate's own, which programs go by; a seed only looks like a nonce. */
const KEPT: ReadonlySet<string> = new Set(['at', 'folder', 'phase', 'run', 'seed', 'type']);
/** A password such as `test` stands in every path: redacted, nothing could be read any more. */
const SHORTEST = 8;

/**
 * @param config - whose `agent.env` holds secrets; `null` where it is not known
 * @param env - the environment that the run has, `process.env` say
 */
export const createRedactData = (
  config: { readonly agent: Pick<Config['agent'], 'env'> } | null,
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
