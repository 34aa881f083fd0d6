/**
 * The `agent` of a config: a program that dualgate knows by name, any command, or a script of turns.
 *
 * @module
 */
import { z } from 'zod';
import { PRESET_NAMES } from '../../agent-programs/presets.ts';
import { duration } from './duration.ts';
import { anyText, command, listOf, map, oneOf, text } from './fields.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import { whole as ofWhole } from './whole.ts';

/** Which of the agent's keys are written, right or wrong; `preset`: `use`, and not for the scripted one. */
interface Written {
  readonly has: (key: string) => boolean;
  readonly preset: boolean;
}

/** A demand on the map as a whole, asked even when a value in it is wrong: all problems at once. */
const whole = (holds: (written: Written) => boolean, error: string) => {
  const read = (value: object): Written => ({
    has: (key) => Object.hasOwn(value, key),
    preset: Object.hasOwn(value, 'use') && Reflect.get(value, 'use') !== 'scripted',
  });
  return ofWhole((value) => holds(read(value)), error);
};

/** A key that only a preset can follow. */
const onlyWithPreset = (key: string) =>
  whole(({ has, preset }) => preset || !has(key), `takes ${key} only with \`use\` of a program that it knows`);

/** What `agent` may hold. */
export const agentSchema = map({
  use: oneOf([...PRESET_NAMES, 'scripted'])
    .optional()
    .describe('The agent: a program that dualgate knows and that is found on PATH, or the scripted one.'),
  command: command('my-agent --print')
    .optional()
    .describe(
      'Instead of `use`: a program that reads its prompt from stdin. A list of words, or one line that is split into words. No shell.',
    ),
  script: text('a path')
    .optional()
    .describe('With `use: scripted`: the file of turns that it plays.')
    .meta({ examples: ['turns.yaml'] }),
  model: text()
    .optional()
    .describe('With `use`: the model, as the program spells it. The one that it is configured for when absent.')
    .meta({ examples: ['sonnet'] }),
  permissions: oneOf(['ask', 'edit', 'all'])
    .optional()
    .describe(
      'With `use`: what the agent may do without asking; what it would have to ask for is denied, as nobody is there. `ask`: what its own configuration allows. `edit`: write files of the workspace and run commands. `all`: everything, its own sandbox switched off. Default: edit.',
    ),
  session: oneOf(['fresh', 'resume'])
    .optional()
    .describe(
      'With `use`: whether each turn begins a session of its own, or goes on with that of the turn before it in the same phase. Default: fresh.',
    ),
  args: listOf(anyText(), 'words')
    .optional()
    .describe('With `use`: arguments that are added to those of the program.')
    .meta({ examples: [['--max-turns', '40']] }),
  timeout: duration().prefault('30m').describe('How long one turn may take.'),
  idle_timeout: duration()
    .optional()
    .describe(
      'How long nothing may be heard from the agent; the time in which it waits for its provider does not count. Default: 10m with `use`; none for a command, as many print only at their end.',
    )
    .meta({ examples: ['10m'] }),
  grace: duration()
    .prefault('2s')
    .describe('When a turn is ended: how long after SIGINT until SIGTERM, and again until SIGKILL.'),
  env: z
    .record(
      z
        .string()
        .regex(
          /^(?!DUALGATE_)[A-Za-z_][A-Za-z0-9_]*$/,
          'must be the name of a variable, and not one that begins with DUALGATE_',
        ),
      anyText(),
      { error: 'must be a map of names to text' },
    )
    .default({})
    .describe("Variables added to the agent's environment.")
    .meta({ examples: [{ MODEL_EFFORT: 'high' }] }),
  sandbox: sandboxSchema
    .optional()
    .describe(
      'What the agent and the tests, which it writes, are started in: none, bubblewrap, or a map that says more. Where it cannot be had, no run begins. Default: none.',
    ),
})
  .refine(...whole(({ has }) => has('command') || has('use'), 'needs `use`, or a command'))
  .refine(...whole(({ has }) => !(has('command') && has('use')), 'takes a command or `use`, not both'))
  .refine(
    ...whole(({ has, preset }) => has('script') || preset || !has('use'), 'needs a script when `use: scripted` is set'),
  )
  .refine(
    ...whole(
      ({ has, preset }) => !has('script') || (has('use') && !preset),
      'takes a script only with `use: scripted`',
    ),
  )
  .refine(...onlyWithPreset('model'))
  .refine(...onlyWithPreset('permissions'))
  .refine(...onlyWithPreset('session'))
  .refine(...onlyWithPreset('args'));
