/**
 * Steps of the model in each case that every preset is tried on; each case names a captured stream.
 *
 * @module
 */
import type { Permissions } from '../../../src/agent-programs/preset.ts';
import { aClaim, type Step } from '../model-server/step.ts';

export interface Case {
  readonly steps: readonly Step[];
  readonly permissions?: Permissions;
}

const HONEST: readonly Step[] = [
  { write: 'hello.txt', content: 'hello\n' },
  { run: 'echo "$DUALGATE_NONCE" > nonce.txt; cat README.md' },
  { say: `Done.\n\n${aClaim()}` },
];

export const CASES = {
  honest: { steps: HONEST },
  /** A claim with the right nonce comes back in the result of a tool; the agent itself makes none. */
  echo: { steps: [{ run: `printf '%s\\n' '${aClaim()}' | tee claim.txt` }, { say: 'I looked at the claim.' }] },
  api_401: { steps: [{ fail: 401, message: 'Incorrect API key provided' }] },
  api_429: { steps: [{ fail: 429, message: 'Rate limit reached', retryAfterSeconds: 1 }] },
  api_500: { steps: [{ fail: 500, message: 'The server had an error' }] },
  denied: { steps: HONEST, permissions: 'ask' },
  empty: { steps: [{ say: '' }] },
} as const satisfies Readonly<Record<string, Case>>;

export type CaseName = keyof typeof CASES;

export const CASE_NAMES = Object.keys(CASES) as readonly CaseName[];
