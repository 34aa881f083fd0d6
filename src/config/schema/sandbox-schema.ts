/**
 * The `agent.sandbox` of a config: a word, or a map that says more.
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
    .describe('`bubblewrap` (Linux): the machine read-only, the workspace writable, the home away, processes unseen.'),
  network: oneOf(['keep', 'agent_only', 'none'])
    .optional()
    .describe(
      'Of bubblewrap: the network as it is, for the agent and not for the tests, or for neither; its loopback goes with it. Default: keep.',
    ),
  writable: paths()
    .optional()
    .describe(
      'Of bubblewrap: what may be written besides the workspace. Absolute, from `~/`, or relative to the workspace. It has to be there.',
    )
    .meta({ examples: [['~/.cache/pip', '.git']] }),
  readable: paths()
    .optional()
    .describe('Of bubblewrap: what of the home is shown, and what of the workspace may only be read.')
    .meta({ examples: [['~/.cache/ms-playwright']] }),
  hidden: paths()
    .optional()
    .describe('Of bubblewrap: what is shut besides: folders are empty, files cannot be read.')
    .meta({ examples: [['.env', '/srv/secrets']] }),
  command: command('my-wrapper --strict')
    .optional()
    .describe('A program of your own that is put before the words of the agent and of the test command. No shell.'),
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

/** What `agent.sandbox` may be. No enum: to one of those a map would be a wrong word, and what is wrong in it not be told. */
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

/** What it gives for a value without problems. */
export type WrittenSandbox = z.output<typeof sandboxSchema>;
