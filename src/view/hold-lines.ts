/**
 * Why a phase is held, line by line: what to do, the failing tests with the first lines of each failure, then the
 * conditions. Terminal, pipe, `status`, `explain`, STATE.md, report, page and prompt print these lines and no others;
 * each only knows how its medium marks a kind. Pure.
 *
 * @module
 */
import { sayReason } from '../../gates/gate-warnings.ts';
import { isAbout } from '../findings/is-about.ts';
import type { Hold } from '../records/hold.ts';

export interface HoldLine {
  /** `output`: a line of the failure of the test above it. */
  readonly kind: 'finding' | 'test' | 'output' | 'title' | 'clause';
  readonly text: string;
}

interface HoldLimits {
  /** Failing tests. */
  readonly tests: number;
  /** Lines of each failure. */
  readonly lines: number;
}

/** `explain` has the rest. */
const ON_SCREEN: HoldLimits = { tests: 5, lines: 6 };
const MOST = 20;
const MAX_CHARACTERS = 200;

/** The result of the gates, in one sentence. */
export const sayHold = ({ reason }: Pick<Hold, 'reason'>): string => sayReason(reason);

/** The work, then the conditions. */
export const holdLines = (hold: Hold, limits?: HoldLimits): readonly HoldLine[] => {
  const work = workLines(hold, limits);
  return [
    ...work,
    ...(work.length > 0 && hold.unmet.length > 0 ? [{ kind: 'title', text: 'Conditions not met:' } as const] : []),
    ...bounded('clause', hold.unmet),
  ];
};

/** The first of these lines: for a place with one. */
export const sayHoldBriefly = (hold: Hold): string =>
  holdLines(hold, { tests: 1, lines: 0 }).find(({ kind }) => kind !== 'title')?.text ?? sayHold(hold);

/** The work: the findings, then the failing tests. */
export const workLines = (
  { findings, failing, failing_count: count }: Pick<Hold, 'findings' | 'failing' | 'failing_count'>,
  { tests, lines }: HoldLimits = ON_SCREEN,
): readonly HoldLine[] => {
  const shown = failing.slice(0, tests);
  const left = count - shown.length;
  return [
    ...bounded(
      'finding',
      causesFirst(findings).map(({ text }) => text),
    ),
    ...shown.flatMap(({ file, name, message }): readonly HoldLine[] => [
      { kind: 'test', text: `fails: ${file === '' ? name : `${file} > ${name}`}` },
      ...firstLines(message, lines).map((text) => ({ kind: 'output', text }) as const),
    ]),
    ...(left > 0 ? [{ kind: 'test', text: `fails: ${left} more` } as const] : []),
  ];
};

/** A changed frozen file is often the cause of the others. */
const causesFirst = (findings: Hold['findings']): Hold['findings'] => {
  const isCause = (each: Hold['findings'][number]) => isAbout(each, 'tampering');
  return [...findings.filter(isCause), ...findings.filter((each) => !isCause(each))];
};

const bounded = (kind: HoldLine['kind'], texts: readonly string[]): readonly HoldLine[] =>
  [...texts.slice(0, MOST), ...(texts.length > MOST ? [`… and ${texts.length - MOST} more`] : [])].map((text) => ({
    kind,
    text,
  }));

/** Without empty lines: the values of an assertion often come below its title. */
const firstLines = (message: string, most: number): readonly string[] => {
  const said = message.split(/\r?\n/).filter((each) => each.trim() !== '');
  const kept = said
    .slice(0, most)
    .map((each) => (each.length > MAX_CHARACTERS ? `${each.slice(0, MAX_CHARACTERS - 1)}…` : each));
  return said.length > most ? [...kept, '…'] : kept;
};
