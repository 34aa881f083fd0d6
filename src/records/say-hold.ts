/**
 * Why a decision held its phase, in the one text: the cause in words, what to do, the conditions, and the commands of
 * the way out. Events, terminal, pipe, `status`, STATE.md, report, page, session and prompt print these lines; each
 * only knows its width and how its medium marks a kind. `explain` has its own list of all conditions. Pure.
 */
import type { HaltCode } from '../../gates/decide.ts';
import { sayReason, warnOfMissing } from '../../gates/gate-warnings.ts';
import type { FailingTest, Finding } from '../../gates/iteration.ts';
import { isAbout } from '../evidence/findings/is-about.ts';
import { showNumber } from '../base/text/amounts.ts';
import type { Hold } from './hold.ts';

export type { Hold } from './hold.ts';

export interface HoldLine {
  /** `output`: a line of the failure of the test above it. */
  readonly kind: 'finding' | 'test' | 'output' | 'title' | 'clause';
  readonly text: string;
}

/** How many of many failing tests, and how many lines of each failure; `values`: only its values, on one line. */
interface Width {
  readonly tests: number;
  readonly lines: number | 'values';
}

/** `explain` has the rest of a screen. */
export const WIDTHS = {
  screen: { tests: 5, lines: 'values' },
  prompt: { tests: 20, lines: 6 },
  explain: { tests: 50, lines: 10 },
} as const satisfies Readonly<Record<string, Width>>;

/** A list of so many is shown whole. */
export const OPEN_LIST = 10;

/** Findings or clauses. */
const MOST = 20;
const MAX_CHARACTERS = 200;

/** The result of the gates, in one sentence. */
export const sayHold = ({ reason }: Pick<Hold, 'reason'>): string => sayReason(reason);

/** The work, then the conditions. */
export const holdLines = (hold: Hold, width: Width = WIDTHS.screen): readonly HoldLine[] => {
  const work = workLines(hold, width);
  return [
    ...work,
    ...(work.length > 0 && hold.unmet.length > 0 ? [{ kind: 'title', text: 'Conditions not met:' } as const] : []),
    ...bounded('clause', hold.unmet),
  ];
};

/** The cause, in words: each place begins with it. */
export const sayCauseOfHold = (hold: Hold): string => {
  const { halt, reason, findings, failing_count: count } = hold;
  const [first] = causesFirst(findings);
  if (first !== undefined && isAbout(first, 'tampering')) return sayFinding(first, findings);
  if (halt !== undefined && OF_THE_AGENT.has(halt.code)) return halt.says;
  if (warnOfMissing(reason) !== null) return sayHold(hold);
  if (count > 0) return sayFailing(hold);
  return first === undefined ? sayHold(hold) : sayFinding(first, findings);
};

/** The agent cannot continue by itself, whatever was measured. */
const OF_THE_AGENT: ReadonlySet<HaltCode> = new Set(['blocked', 'permission_denied', 'silent_agent']);

/** Below the cause, in a log: the work, the result of the gates, the conditions. */
export const linesBelowCause = (hold: Hold): readonly HoldLine[] => {
  const result = sayHold(hold);
  const title =
    sayCauseOfHold(hold) === result || hold.unmet.length === 0 ? [] : [{ kind: 'title', text: result } as const];
  return [...restOfWork(hold), ...title, ...clauseLines(hold)];
};

/** In a status, where the command comes before the details. */
export const clauseLines = ({ unmet }: Pick<Hold, 'unmet'>): readonly HoldLine[] => bounded('clause', unmet);

/** The work, without the finding that the cause says. */
export const restOfWork = (hold: Hold): readonly HoldLine[] => {
  const cause = sayCauseOfHold(hold);
  const findings = hold.findings.filter((each) => sayFinding(each, hold.findings) !== cause);
  return workLines({ ...hold, findings }, WIDTHS.screen);
};

/** Their sentence ends with how it is undone. */
const UNDONE: ReadonlySet<string> = new Set([
  'tampering.changed',
  'tampering.removed',
  'tampering.appeared',
  'tampering.lost_test',
]);

const sayFinding = ({ code, text }: Finding, findings: Hold['findings']): string => {
  const canAccept = UNDONE.has(code) && findings.some((each) => isAbout(each, 'tampering.way_out'));
  return `${text.replace(/\.$/, '')}${canAccept ? ', or accept it' : ''}`;
};

/** Names of tests in a sentence, and characters of each. */
const MAX_NAMED = 3;
const MAX_NAME = 80;

/** `40 of 3000 tests fail: A, B, C and 37 more; skipped: D`. */
const sayFailing = ({ failing, failing_count: count, failing_of: of = 0, findings }: Hold): string => {
  const all = of >= count ? ` of ${showNumber(of)}` : '';
  const names = failing.map(({ name, file }) => (name === '' ? file : name));
  const skipped = findings.find((each) => isAbout(each, 'tests.skipped'))?.values['tests'];
  const noun = count === 1 && all === '' ? 'test' : 'tests';
  return [
    `${showNumber(count)}${all} ${noun} ${count === 1 ? 'fails' : 'fail'}`,
    names.length === 0 ? '' : `: ${nameSome(names, count)}`,
    Array.isArray(skipped) && skipped.length > 0 ? `; skipped: ${nameSome(skipped, skipped.length)}` : '',
  ].join('');
};

/** @param count - of all, of which `names` may be some */
const nameSome = (names: readonly string[], count: number): string => {
  const shown = names.slice(0, MAX_NAMED).map((name) => cut(name.replaceAll(/\s+/g, ' ').trim(), MAX_NAME));
  const left = count - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${showNumber(left)} more` : ''}`;
};

/** The work: the findings, then the failing tests. */
export const workLines = (
  { findings, failing, failing_count: count }: Pick<Hold, 'findings' | 'failing' | 'failing_count'>,
  { tests, lines }: Width,
): readonly HoldLine[] => {
  const shown = failing.slice(0, count <= OPEN_LIST ? OPEN_LIST : tests);
  const left = count - shown.length;
  return [
    ...bounded(
      'finding',
      causesFirst(findings).map(({ text }) => text),
    ),
    ...shown.flatMap((each): readonly HoldLine[] => [
      { kind: 'test', text: `fails: ${nameTest(each)}` },
      ...(lines === 'values' ? valuesIn(each.message) : firstLines(each.message, lines)).map(
        (text) => ({ kind: 'output', text }) as const,
      ),
    ]),
    ...(left > 0 ? [{ kind: 'test', text: `fails: ${left} more` } as const] : []),
  ];
};

const nameTest = ({ file, name }: FailingTest): string => (file === '' ? name : `${file} > ${name}`);

/** For a medium that has only text. */
const MARKS = { finding: '! ', test: '✗ ', output: '  | ', title: '', clause: '- ' } as const satisfies Record<
  HoldLine['kind'],
  string
>;

/** Behind the mark of its kind, on one line. */
export const markLine = ({ kind, text }: HoldLine): string =>
  `${MARKS[kind]}${kind === 'output' ? text.trimEnd() : text.trim()}`;

/** A changed frozen file is often the cause of the others. */
const causesFirst = (findings: Hold['findings']): Hold['findings'] => {
  const isCause = (each: Finding) => isAbout(each, 'tampering');
  return [...findings.filter(isCause), ...findings.filter((each) => !isCause(each))];
};

const bounded = (kind: HoldLine['kind'], texts: readonly string[]): readonly HoldLine[] =>
  [...texts.slice(0, MOST), ...(texts.length > MOST ? [`… and ${texts.length - MOST} more`] : [])].map((text) => ({
    kind,
    text,
  }));

/** Without empty lines: the values of an assertion often come below its title. */
const linesIn = (message: string): readonly string[] => message.split(/\r?\n/).filter((each) => each.trim() !== '');

const firstLines = (message: string, most: number): readonly string[] => {
  const said = linesIn(message);
  const kept = said.slice(0, most).map((each) => cut(each, MAX_CHARACTERS));
  return said.length > most ? [...kept, '…'] : kept;
};

/** A title has no value: that of node:assert, of Jest, of RSpec, and the key of a difference. */
const TITLE =
  /:\s*$|^\s*(?:expect\(received\)|\(compared using |[+-] \w+ {1,2}[+-] \w+\s*$|- Expected\b|\+ Received\b)/;

/** The values of a failure on one line; none without a message. */
const valuesIn = (message: string): readonly string[] => {
  const said = linesIn(message);
  const values = said.filter((line) => !TITLE.test(line));
  const shown = (values.length === 0 ? said : values).map((line) => line.trim().replaceAll(/\s+/g, ' ')).join('  ');
  return shown === '' ? [] : [cut(shown, MAX_CHARACTERS)];
};

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
