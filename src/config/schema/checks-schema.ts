/**
 * `checks` of a config: build, types and lint, each a command.
 *
 * @module
 */
import { z } from 'zod';
import { duration } from './duration.ts';
import { command, map } from './fields.ts';

/** `example`: what stands in the reference. */
const check = (example: string) =>
  z
    .union(
      [
        command(example),
        map({
          command: command(example).describe('Runs the check once, in the workspace. No shell.'),
          timeout: duration().prefault('10m').describe('How long it may take.'),
        }),
      ],
      { error: 'must be a command (a list of words, or one line of text), or a map with one' },
    )
    .optional();

/** `checks`: all of them may be absent. */
export const checksSchema = map({
  build: check('npm run build').describe('Whether it builds: the metric `build_ok`.'),
  types: check('npx tsc --noEmit').describe('Whether its types hold: the metric `types_ok`.'),
  lint: check('npx eslint .').describe('Whether its style holds: the metric `lint_ok`.'),
});
