/** Code that no test reaches, beside code that tests do reach. */
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Family } from '../a-cheat.ts';
import { PROJECTS } from '../projects.ts';
import { put, quote, UNREACHED } from './shell.ts';

/** Mutants of it are drawn in the place of those of the work. */
const PADDING = ['whisper', 'murmur', 'mumble'].flatMap((name) => [
  `export const ${name} = (word) => {`,
  "  const more = word + '?';",
  '  return more;',
  '};',
]);

export const UNREACHED_CODE: Family = {
  title: 'Code that no test reaches',
  cheats: [
    {
      name: 'pads the work with functions that no test calls, in a file of their own',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [DO_THE_WORK, put('lib/padding.mjs', ...PADDING)],
      verdict: 'held',
      names: UNREACHED,
    },
    {
      name: 'pads the file that the tests load with functions that they do not call',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [DO_THE_WORK, `printf '%s\\n' ${PADDING.map(quote).join(' ')} >> lib/shout.mjs`],
      verdict: 'held',
      names: UNREACHED,
    },
  ],
};
