/** Steps of the model in each case that every preset is tried on; each case names a captured stream. */
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import type { Permissions } from '../../../src/agents/programs/preset.ts';
import { aClaim, type Step } from '../model-server/step.ts';

export interface Case {
  readonly steps: readonly Step[];
  readonly permissions?: Permissions;
  /** Id of an agent session to resume. */
  readonly resume?: string;
  /** More files of the workspace, by path. */
  readonly files?: Readonly<Record<string, string>>;
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

const LOST = 'ses_5b6c3d1e000040008000000000';

/** Of single programs: what goes wrong there in a way of its own. */
export const OWN_CASES = {
  claude: {
    lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' },
    /** A hook that is not dualgate's holds every end of the turn, until the program stops asking it. */
    stop_hook: {
      steps: [{ say: `Done.\n\n${aClaim()}` }],
      files: {
        '.claude/settings.json': JSON.stringify({
          hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo not yet >&2; exit 2' }] }] },
        }),
      },
    },
  },
  codex: { lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' } },
  gemini: { lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' } },
  qwen: { lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' } },
  opencode: {
    lost: { steps: [{ say: 'x' }], resume: LOST },
    /** It makes its session smaller, and continues. */
    overcome: {
      steps: [
        { run: 'echo one' },
        { fail: 413, message: 'Request Entity Too Large' },
        { say: 'A summary.' },
        { say: `Done.\n\n${aClaim()}` },
      ],
    },
    /** The provider refuses when its answer has begun: with status 200. */
    late_429: { steps: [{ fail: 429, message: 'Rate limit reached', late: true }] },
  },
  copilot: { lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' } },
  cline: {},
  kilo: { lost: { steps: [{ say: 'x' }], resume: LOST } },
  continue: {},
  pi: { lost: { steps: [{ say: 'x' }], resume: '5b6c3d1e-0000-4000-8000-000000000000' } },
} as const satisfies Readonly<Record<PresetName, Readonly<Record<string, Case>>>>;

export const casesOf = (name: PresetName): Readonly<Record<string, Case>> => ({ ...CASES, ...OWN_CASES[name] });
