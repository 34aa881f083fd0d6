/**
 * The `agent` of a config: a program that dualgate knows by name, any command, or a script of turns.
 *
 * @module
 */
import { z } from 'zod';
import { USE_NAMES } from '../../agent-programs/presets.ts';
import { duration } from './duration.ts';
import { anyText, command, listOf, map, oneOf, text } from './fields.ts';
import { memoryFor } from './memory.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import { whole as ofWhole } from './whole.ts';

/** Keys of the agent that are written, right or wrong. `preset`: `use` names a program. */
interface Written {
  readonly has: (key: string) => boolean;
  readonly preset: boolean;
  /** The value of `use`. */
  readonly use: unknown;
}

/** A rule about several keys of the map. It is checked even when a value is wrong, to report all problems at once. */
const whole = (holds: (written: Written) => boolean, error: string) => {
  const read = (value: object): Written => ({
    has: (key) => Object.hasOwn(value, key),
    preset: Object.hasOwn(value, 'use') && !['scripted', 'session'].includes(String(Reflect.get(value, 'use'))),
    use: Reflect.get(value, 'use'),
  });
  return ofWhole((value) => holds(read(value)), error);
};

/** A key that only a preset understands. */
const onlyWithPreset = (key: string) =>
  whole(({ has, preset }) => preset || !has(key), `takes ${key} only when \`use\` names a program that dualgate knows`);

const ONE_OF_BOTH = whole(
  ({ has, use }) => !(has('command') && has('use') && use !== 'acp'),
  'takes a command or `use`, not both',
);
const WITH_COMMAND = whole(
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

/** The keys of `agent`. */
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
  .refine(...whole(({ has }) => has('command') || has('use'), 'needs `use`, or a command'))
  .refine(...ONE_OF_BOTH)
  .refine(...WITH_COMMAND)
  .refine(...whole(({ has, use }) => use !== 'acp' || !has('session'), FRESH))
  .refine(...whole(({ has, use }) => has('script') || use !== 'scripted', 'needs a script when `use: scripted` is set'))
  .refine(...whole(({ has, use }) => !has('script') || use === 'scripted', 'takes a script only with `use: scripted`'))
  .refine(...onlyWithPreset('model'))
  .refine(...onlyWithPreset('permissions'))
  .refine(...onlyWithPreset('session'))
  .refine(...onlyWithPreset('args'));

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
    ...whole(
      ({ has, use }) => use === 'acp' || !has('command') || !(has('model') || has('permissions') || has('args')),
      'takes model, permissions and args only when a program that dualgate knows is used',
    ),
  );
