/**
 * The findings of `doctor`, for people; pure.
 *
 * @module
 */
import type { Examination } from '../../doctor/examine.ts';
import type { Finding } from '../../doctor/finding.ts';
import { type Paint, plain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

const SIGNS = { ok: '✓', warning: '!', problem: '✗', skipped: '·' } as const satisfies Record<Finding['state'], string>;
const COLOURS = { ok: 'good', warning: 'warn', problem: 'bad', skipped: 'faint' } as const satisfies Record<
  Finding['state'],
  keyof Paint
>;
/** As wide as the longest name. */
const WIDTH = 15;

/** Its line, a line for each detail, and one for the fix. */
export const renderFinding = ({ name, state, says, details = [], fix }: Finding, paint: Paint): readonly string[] => {
  const colour = paint[COLOURS[state]];
  return [
    `${colour(SIGNS[state])} ${name.padEnd(WIDTH)}  ${state === 'skipped' ? paint.faint(plain(says)) : plain(says)}`,
    ...details.map((detail) => `${INDENT}- ${plain(detail)}`),
    ...(fix === undefined ? [] : [`${INDENT}→ ${plain(fix)}`]),
  ];
};

const INDENT = ' '.repeat(WIDTH + 4);

/** The last lines: the counts, and where the transcripts are. */
export const renderSummary = ({ problems, warnings, transcripts }: Examination, paint: Paint): readonly string[] => {
  const rest = warnings === 0 ? '' : `, ${showCount(warnings, 'warning')}`;
  return [
    '',
    ...(transcripts === null ? [] : [`The output of the agent is in ${plain(transcripts)}`]),
    problems === 0
      ? paint.good(`✓ ready for dualgate run${rest}`)
      : paint.bad(`✗ ${showCount(problems, 'problem')}${rest}`),
  ];
};
