/**
 * The `before` of a suite: the build that its tests read.
 *
 * @module
 */
import { duration } from './duration.ts';
import { command, glob, listOf, map } from './fields.ts';

/** Its keys. */
export const beforeSchema = map({
  command: command('npm run build').describe('Builds what the tests read. No shell.'),
  makes: listOf(glob(), 'globs', 1)
    .describe(
      'All files that the build makes, relative to the folder of the suite. git must ignore them. dualgate removes them before each build.',
    )
    .meta({ examples: [['dist/**']] }),
  timeout: duration().prefault('10m').describe('Time limit of one build.'),
});
