/**
 * The frozen test that an operator reopened, for the agent.
 *
 * @module
 */
import { listItem, oneLine, quoteLines } from './bounded-list.ts';
import type { OpenTest } from './prompt-facts.ts';

const MAX = { lines: 20, characters: 500 } as const;

/** The section of the prompt, empty while no test is open. */
export const describeReopened = (open: OpenTest | null): readonly string[] =>
  open === null
    ? []
    : [
        '## Reopened test',
        '',
        `An operator reopened ${open.test === null ? `one test in ${oneLine(open.file)}` : oneLine(open.test)}. You may edit it, although its file is frozen:`,
        '',
        '- Change only the lines of this one test. Keep its name, and every other test as it is.',
        '- The edited test must fail on the code from before this phase, and pass on yours. dualgate runs both.',
        '- The first edit that meets this is frozen again.',
        '',
        listItem(`${open.by}:`),
        ...quoteLines(open.reason, MAX),
      ];
