/** The `agent` of a config: a program that dualgate knows by name, any command, or a script of turns. */
import { z } from 'zod';
import { command, listOf, map, oneOf, text, whole, anyText } from './fields.ts';
import { DEFAULT_PERMISSIONS } from '../../../agents/programs/preset.ts';
import { PRESETS, USE_NAMES } from '../../../agents/programs/presets.ts';
import type { SandboxConfig } from '../../../agents/sandbox/name-places.ts';
import { duration, memoryFor } from './duration.ts';

const has =
  (...keys: readonly string[]) =>
  (value: object): boolean =>
    keys.some((key) => Object.hasOwn(value, key));

const OF_BUBBLEWRAP = ['network', 'writable', 'readable', 'hidden'] as const;

const NO_SANDBOX: SandboxConfig = { use: 'none' };

const paths = () => listOf(text('a path'), 'paths');

const sandboxMap = map({
  use: oneOf(['none', 'bubblewrap'])
    .optional()
    .describe(
      '`bubblewrap` (Linux): the machine is read-only, the workspace is writable, the home folder and other processes are hidden.',
    ),
  network: oneOf(['keep', 'agent_only', 'none'])
    .optional()
    .describe(
      'With bubblewrap: who may use the network. `keep`: agent and tests. `agent_only`: only the agent. `none`: neither. Without the network there is no loopback of the machine either. Default: keep.',
    ),
  writable: paths()
    .optional()
    .describe(
      'With bubblewrap: more folders that may be written. Absolute, from `~/`, or relative to the workspace. They must exist.',
    )
    .meta({ examples: [['~/.cache/pip', '.git']] }),
  readable: paths()
    .optional()
    .describe('With bubblewrap: parts of the home folder to show, and parts of the workspace that are read-only.')
    .meta({ examples: [['~/.cache/ms-playwright']] }),
  hidden: paths()
    .optional()
    .describe('With bubblewrap: more paths to hide. Folders appear empty, files cannot be read.')
    .meta({ examples: [['.env', '/srv/secrets']] }),
  command: command('my-wrapper --strict')
    .optional()
    .describe('A program of your own that starts the agent and the test command, given as its arguments. No shell.'),
})
  .refine(...whole(has('use', 'command'), 'needs `use`, or a command'))
  .refine(...whole((value) => !(has('use')(value) && has('command')(value)), 'takes a command or `use`, not both'))
  .refine(
    ...whole(
      (value) => Reflect.get(value, 'use') === 'bubblewrap' || !has(...OF_BUBBLEWRAP)(value),
      `takes ${OF_BUBBLEWRAP.join(', ')} only with \`use: bubblewrap\``,
    ),
  )
  .transform(({ use, command, network = 'keep', writable = [], readable = [], hidden = [] }): SandboxConfig => {
    if (command !== undefined) return { use: 'command', command };
    return use === 'bubblewrap' ? { use, network, writable, readable, hidden } : NO_SANDBOX;
  });

const EXPECTED = 'must be none, bubblewrap, or a map with `use` or a command';

/** The value of `agent.sandbox`. No enum: it would report a map as a wrong word and hide the problems in it. */
const sandboxSchema = z.union(
  [
    z
      .string({ error: EXPECTED })
      .regex(/^(?:none|bubblewrap)$/, EXPECTED)
      .meta({ examples: ['bubblewrap'] })
      .transform((use) => sandboxMap.parse({ use })),
    sandboxMap,
  ],
  {
    error: EXPECTED,
  },
);

/** Keys of the agent that are written, right or wrong. `preset`: `use` names a program. */
interface Written {
  readonly has: (key: string) => boolean;
  readonly preset: boolean;
  /** The value of `use`. */
  readonly use: unknown;
}

/** A rule about several keys of the map. It is checked even when a value is wrong, to report all problems at once. */
const wholeAgent = (holds: (written: Written) => boolean, error: string) => {
  const read = (value: object): Written => ({
    has: (key) => Object.hasOwn(value, key),
    preset: Object.hasOwn(value, 'use') && !['scripted', 'session'].includes(String(Reflect.get(value, 'use'))),
    use: Reflect.get(value, 'use'),
  });
  return whole((value) => holds(read(value)), error);
};

/** A key that only a preset understands. */
const onlyWithPreset = (key: string) =>
  wholeAgent(
    ({ has, preset }) => preset || !has(key),
    `takes ${key} only when \`use\` names a program that dualgate knows`,
  );

const ONE_OF_BOTH = wholeAgent(
  ({ has, use }) => !(has('command') && has('use') && use !== 'acp'),
  'takes a command or `use`, not both',
);
const WITH_COMMAND = wholeAgent(
  ({ has, use }) => use !== 'acp' || has('command'),
  'needs a command when `use: acp` is set, such as [gemini, --acp]',
);
const FRESH = 'takes no session when `use: acp` is set: each turn starts a new agent session';

/** Variables that a config adds. */
export const agentEnvironment = () =>
  z
    .record(
      z
        .string()
        .regex(
          /^(?!DUALGATE_)[A-Za-z_][A-Za-z0-9_]*$/,
          'must be the name of a variable, and must not begin with DUALGATE_',
        ),
      anyText(),
      { error: 'must be a map of names to text' },
    )
    .default({});

/** A program that prints its events as they happen sends output often; a command may be silent until its end. */
const IDLE_TIMEOUT_OF_PRESETS_MS = 10 * 60_000;

/** The keys of `agent`. At most one of `use`, `command` and `script` is set after them, but `use: acp` has a command; none: the turns are those of an agent session. */
export const agentSchema = map({
  use: oneOf([...USE_NAMES, 'scripted', 'session'])
    .optional()
    .describe(
      'The agent: a known program on PATH, `acp`: the agent of the Agent Client Protocol that `command` starts, `scripted`, or `session`: your own agent session, by its hooks.',
    ),
  command: command('my-agent --print')
    .optional()
    .describe(
      'A program that reads its prompt from stdin. Replaces `use`; with `use: acp`, the agent. A list of words, or one line that is split into words. No shell.',
    ),
  script: text('a path')
    .optional()
    .describe('With `use: scripted`: the file with the turns to play.')
    .meta({ examples: ['turns.yaml'] }),
  model: text()
    .optional()
    .describe(
      'With `use`: the name of the model, as the program spells it. Default: the model that the program is configured for.',
    )
    .meta({ examples: ['sonnet'] }),
  permissions: oneOf(['ask', 'edit', 'all'])
    .optional()
    .describe(
      'With `use`: what the agent may do without asking. Every other request is denied. `ask`: what its own configuration allows. `edit`: write files of the workspace and run commands. `all`: everything, with its own sandbox switched off. Default: edit.',
    ),
  session: oneOf(['fresh', 'resume'])
    .optional()
    .describe(
      'With `use`: `fresh`: each turn starts a new agent session. `resume`: a turn continues the agent session of the previous turn in the same phase. Default: fresh.',
    ),
  args: listOf(anyText(), 'words')
    .optional()
    .describe("With `use`: arguments to add to the program's own.")
    .meta({ examples: [['--max-turns', '40']] }),
  timeout: duration().prefault('30m').describe('Time limit of one turn.'),
  idle_timeout: duration()
    .optional()
    .describe(
      'Maximum time without output from the agent. Time spent waiting for its provider does not count. Default: 10m with `use`; no limit for `continue` or a command, which may print only at their end.',
    )
    .meta({ examples: ['10m'] }),
  memory: memoryFor('one turn'),
  grace: duration()
    .prefault('2s')
    .describe('The wait between SIGINT and SIGTERM when dualgate ends a turn, and again between SIGTERM and SIGKILL.'),
  env: agentEnvironment()
    .describe('Environment variables to add for the agent.')
    .meta({ examples: [{ MODEL_EFFORT: 'high' }] }),
  sandbox: sandboxSchema
    .optional()
    .describe(
      'The sandbox of the agent and of the tests: none, bubblewrap, or a map. If the sandbox cannot start, the run does not start. Default: none.',
    ),
})
  .refine(...wholeAgent(({ has }) => has('command') || has('use'), 'needs `use`, or a command'))
  .refine(...ONE_OF_BOTH)
  .refine(...WITH_COMMAND)
  .refine(...wholeAgent(({ has, use }) => use !== 'acp' || !has('session'), FRESH))
  .refine(
    ...wholeAgent(({ has, use }) => has('script') || use !== 'scripted', 'needs a script when `use: scripted` is set'),
  )
  .refine(
    ...wholeAgent(({ has, use }) => !has('script') || use === 'scripted', 'takes a script only with `use: scripted`'),
  )
  .refine(...onlyWithPreset('model'))
  .refine(...onlyWithPreset('permissions'))
  .refine(...onlyWithPreset('session'))
  .refine(...onlyWithPreset('args'))
  .transform(({ use: name, idle_timeout, memory, sandbox = NO_SANDBOX, ...written }) => {
    const use = name === 'scripted' || name === 'session' ? null : (name ?? null);
    const isSilent = use === null || (use !== 'acp' && PRESETS[use].printsAtEnd === true);
    return {
      use,
      command: written.command ?? null,
      script: written.script ?? null,
      model: written.model ?? null,
      permissions: written.permissions ?? DEFAULT_PERMISSIONS,
      session: written.session ?? 'fresh',
      args: written.args ?? [],
      timeout_ms: written.timeout,
      idle_timeout_ms: idle_timeout ?? (isSilent ? null : IDLE_TIMEOUT_OF_PRESETS_MS),
      grace_ms: written.grace,
      ...(memory !== undefined && { memory_bytes: memory }),
      env: written.env,
      sandbox,
    };
  });

/** `agent` of a phase: a program or its settings, where they differ from those of the run. */
export const phaseAgentSchema = map({
  use: oneOf(USE_NAMES).optional().describe('A known program on PATH. Replaces the program of `agent`.'),
  command: command('my-agent --print')
    .optional()
    .describe('A program that reads its prompt from stdin. Replaces `use`.'),
  model: text().optional().describe('The name of the model, as the program spells it.'),
  permissions: oneOf(['ask', 'edit', 'all']).optional().describe('The permissions of the agent, as in `agent`.'),
  args: listOf(anyText(), 'words').optional().describe("Arguments to add to the program's own."),
})
  .refine(...ONE_OF_BOTH)
  .refine(...WITH_COMMAND)
  .refine(
    ...wholeAgent(
      ({ has, use }) => use === 'acp' || !has('command') || !(has('model') || has('permissions') || has('args')),
      'takes model, permissions and args only when a program that dualgate knows is used',
    ),
  );
