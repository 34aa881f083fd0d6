/**
 * The `agent.sandbox` of a config: a word, or a map with details.
 *
 * @module
 */
import { z } from 'zod';
import { command, listOf, map, oneOf, text } from './fields.ts';
import { whole } from './whole.ts';

const has =
  (...keys: readonly string[]) =>
  (value: object): boolean =>
    keys.some((key) => Object.hasOwn(value, key));

const OF_BUBBLEWRAP = ['network', 'writable', 'readable', 'hidden'] as const;

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
  );

const EXPECTED = 'must be none, bubblewrap, or a map with `use` or a command';

/** The value of `agent.sandbox`. No enum: it would report a map as a wrong word and hide the problems in it. */
export const sandboxSchema = z.union(
  [
    z
      .string({ error: EXPECTED })
      .regex(/^(?:none|bubblewrap)$/, EXPECTED)
      .meta({ examples: ['bubblewrap'] }),
    sandboxMap,
  ],
  {
    error: EXPECTED,
  },
);

/** The output for a valid value. */
export type WrittenSandbox = z.output<typeof sandboxSchema>;
