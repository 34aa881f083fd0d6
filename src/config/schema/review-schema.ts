/**
 * `checks.review` of a config: the agent that reviews, in a fresh agent session.
 *
 * @module
 */
import { z } from 'zod';
import { PRESET_NAMES } from '../../agent-programs/presets.ts';
import { agentEnvironment } from './agent-schema.ts';
import { duration } from './duration.ts';
import { anyText, command, listOf, map, oneOf, text } from './fields.ts';
import { whole } from './whole.ts';

const has = (value: object, key: string): boolean => Object.hasOwn(value, key);

const reviewerSchema = map({
  use: oneOf(PRESET_NAMES).optional().describe('A known program on PATH.'),
  command: command('my-reviewer --print')
    .optional()
    .describe('A program that reads its prompt from stdin and prints its verdict. Replaces `use`. No shell.'),
  model: text().optional().describe('With `use`: the name of the model, as the program spells it.'),
  permissions: oneOf(['ask', 'edit', 'all'])
    .optional()
    .describe('With `use`: the permissions of the reviewer, as in `agent`. Default: ask, which is enough to read.'),
  args: listOf(anyText(), 'words').optional().describe("With `use`: arguments to add to the program's own."),
  timeout: duration().prefault('10m').describe('Time limit of one review.'),
  env: agentEnvironment()
    .describe('Environment variables to add for the reviewer.')
    .meta({ examples: [{ MODEL_EFFORT: 'high' }] }),
})
  .refine(...whole((value) => has(value, 'use') || has(value, 'command'), 'needs `use`, or a command'))
  .refine(...whole((value) => !(has(value, 'use') && has(value, 'command')), 'takes a command or `use`, not both'))
  .refine(
    ...whole(
      (value) => !has(value, 'command') || !['model', 'permissions', 'args'].some((key) => has(value, key)),
      'takes model, permissions and args only when a program that dualgate knows is used',
    ),
  );

/** A check of this name with a command stays a check. */
export const reviewSchema = z.union(
  [
    command('npm run review'),
    map({
      agent: reviewerSchema
        .optional()
        .describe(
          'The reviewer: a second agent, which gets the diff and the criteria before a phase exits. It can hold the phase.',
        ),
      command: command('npm run review').optional().describe('A check of this name, instead of a reviewer.'),
      timeout: duration().optional().describe('Time limit of that check. Default: 10m.'),
    })
      .refine(...whole((value) => has(value, 'agent') !== has(value, 'command'), 'needs an agent, or a command'))
      .refine(
        ...whole(
          (value) => !(has(value, 'agent') && has(value, 'timeout')),
          'takes the timeout of a review under agent: agent.timeout',
        ),
      ),
  ],
  { error: 'must be a map with an agent, or a command' },
);
