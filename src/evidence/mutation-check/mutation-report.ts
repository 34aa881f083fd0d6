/** The result of a mutation check, as the record has it. */
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import type { CriterionKills, AskedCriterion } from './criterion-kills.ts';
import type { Mutant } from './mutant.ts';
import type { Judgement } from './order-mutants.ts';
import type { UnreadCode } from './unread-code.ts';
import { percentReached, type Reach } from './reach/reach.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import type { Base } from '../../project/sources/earlier-state.ts';
import type { Without, Inside } from '../../project/checkout/checkout.ts';

/** A mutant that was tested. Text is shortened to one line. */
export interface TestedMutant extends Pick<Mutant, 'path' | 'line' | 'kind' | 'before' | 'after'>, Judgement, Asked {}

interface Asked {
  /** `new`: only the tests that are new in the run were asked; absent: the whole suite. */
  readonly asked?: 'new';
}

/** Lines without which every test that ran stays green. */
export interface UnprovenHunk extends Asked {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The first of them, from 1. */
  readonly line: number;
  /** How many; 0 where lines were removed. */
  readonly lines: number;
}

/** A file of which enough mutants ran, and how many tests killed: one is enough. */
export interface FileKills {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Mutants that ran. */
  readonly tested: number;
  /** Mutants that a test killed. */
  readonly killed: number;
}

/** A function that is as RED left it, and does nothing. */
export interface Stub {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Its first line, from 1. */
  readonly line: number;
  /** How many. */
  readonly lines: number;
}

export interface MutationReport {
  /** Chooses the mutants. */
  readonly seed: string;
  /** Mutants that were killed or survived. */
  readonly mutants_tested: number;
  /** Mutants that a test killed. */
  readonly mutants_killed: number;
  /** Every mutant that was tried. */
  readonly mutants: readonly TestedMutant[];
  /** The number of changed hunks, and how many of them were reverted as a test. */
  readonly hunks: { readonly total: number; readonly tried: number };
  /** Absent where nothing was measured. */
  readonly reach?: Reach;
  /** One answer for each criterion with an id and tests; absent without any. */
  readonly criteria?: readonly CriterionKills[];
  /** Changed files that others use, and of which enough mutants ran; absent without any. */
  readonly files?: readonly FileKills[];
  /** Functions that are as RED left them and do nothing; absent where it was not asked. */
  readonly stubs?: readonly Stub[];
  /** Changed code that cannot be mutated, as it is not read; absent without any. */
  readonly unread?: readonly UnreadCode[];
  /** Changes without which every test stays green. */
  readonly unproven: readonly UnprovenHunk[];
  /** Ignored code that this run wrote and without which the suite is not green; absent without any. */
  readonly needs?: readonly string[];
  /** Test files, and data beside tests, that came after RED and without which its tests fail; absent without any. */
  readonly late?: readonly string[];
  /** A test that no longer kills a mutant in a copy without what earlier test runs wrote; absent without one. */
  readonly recorded?: { readonly test: string; readonly path: string; readonly line: number };
  /** Why the suite is not green in a copy, as a clause; absent where it is, or where it did not run. */
  readonly red?: string;
  /** Why the check was inconclusive; `null` where it was not. */
  readonly inconclusive: string | null;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** The result of the mutation check. */
export type RecordedMutationCheck = MutationReport & {
  /** Hash of all sources but the documents: the code that was checked. */
  readonly subject: string;
};

const MAX_CHARACTERS = 60;

/** On one line, shortened. */
export const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
};

const SHOWN = 10;

/** Rounded down; 100 for none. Alike mutants on one line count as one: untested constants survive together. */
export const percentKilled = ({ mutants }: Pick<MutationReport, 'mutants'>): number => {
  const isKilled = new Map<string, boolean>();
  for (const { path, line, kind, before, end } of mutants) {
    if (end !== 'killed' && end !== 'survived') continue;
    const text = `${path}:${line} ${kind} ${before}`;
    isKilled.set(text, isKilled.get(text) === true || end === 'killed');
  }
  const killed = [...isKilled.values()].filter(Boolean).length;
  return isKilled.size === 0 ? 100 : Math.floor((100 * killed) / isKilled.size);
};

/** @param limits - `percent`: the share of mutants that must be killed */
export const findingsOfMutationCheck = (
  report: MutationReport,
  { percent }: { readonly percent: number },
): readonly Finding[] => {
  const { mutants, mutants_tested, mutants_killed, unproven, inconclusive, reach } = report;
  const isTooFew = inconclusive === null && percentKilled(report) < percent;
  const survived = mutants.filter(({ end }) => end === 'survived');
  return [
    ...(inconclusive === null ? [] : [finding('mutants.inconclusive', { why: inconclusive })]),
    ...(isTooFew && mutants_killed === 0 ? [finding('mutants.none_killed', { tested: mutants_tested })] : []),
    ...(isTooFew && mutants_killed > 0
      ? [finding('mutants.too_few_killed', { killed: mutants_killed, tested: mutants_tested, percent })]
      : []),
    ...(reach === undefined ? [] : findingsOfReach(reach, percent)),
    ...survived.map(({ path, line, before, after, asked }) =>
      finding('mutants.survived', { path, line, before, after, only_new: asked === 'new' }),
    ),
    ...unproven
      .slice(0, SHOWN)
      .map(({ path, line, lines, asked }) =>
        finding('mutants.unproven', { path, line, lines, only_new: asked === 'new' }),
      ),
    ...(unproven.length > SHOWN ? [finding('mutants.unproven.more', { count: unproven.length - SHOWN })] : []),
  ];
};

const findingsOfReach = (reach: Reach, percent: number): readonly Finding[] => {
  const { lines, lines_unreached, unreached, not_asked } = reach;
  const reached = percentReached(reach);
  if (reached === null) return [finding('mutants.reach_unknown', { lines, not_asked: not_asked?.lines ?? 0 })];
  return reached >= percent ? [] : [finding('mutants.unreached', { lines, lines_unreached, unreached, percent })];
};

// The input of a mutation check, and its progress.

export interface MutationCheckLimits {
  /** The most mutants to test: those with a conclusive run. */
  readonly mutants: number;
  /** With fewer tested mutants, the check is inconclusive. */
  readonly at_least: number;
  /** The share of tested mutants that must be killed, in percent, 1 to 100. */
  readonly percent: number;
  /** For the whole check. */
  readonly minutes: number;
}

export type MutationEvent =
  | { readonly type: 'mutation_check.started'; readonly files: number; readonly mutants: number; readonly seed: string }
  | ({ readonly type: 'mutant.tested' } & TestedMutant);

/** `new`: the tests that are new in the run, alone. */
/** Inconclusive mutants are replaced by others, up to this multiple of the wanted number. */
export const TRIES = 4;

export type Scope = 'new' | 'whole';

/** The tests of RED, and the files that came since its exit. */
export interface Standing {
  /** Ids of the tests of RED, which pass now; at least one. */
  readonly tests: readonly string[];
  /** Those that run them. */
  readonly suites: readonly PlacedSuite[];
  /** Test files, and data beside tests, that came since, relative to the workspace. */
  readonly late: readonly string[];
}

export interface MutationQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute: the root of its repository. */
  readonly root: string;
  /** The earlier state of the code. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  /** Ignored code that the copy leaves out. @default none */
  readonly without?: Without;
  /** Tests and their dependencies get no mutants. */
  readonly isTest: (path: string) => boolean;
  /** At least one. */
  readonly suites: readonly PlacedSuite[];
  /** Those that can run the new tests alone, set to do so: they are asked first. @default none */
  readonly first?: readonly PlacedSuite[];
  /** The tests of RED, and the files that came since. @default it is not known */
  readonly standing?: Standing;
  /** Ids of tests that no count includes. */
  readonly ignored: ReadonlySet<string>;
  /** Names of the tests that can kill a mutant. @default all */
  readonly counts?: (name: string) => boolean;
  /** Each needs a mutant of its own. @default none */
  readonly criteria?: readonly AskedCriterion[];
  /** The text of a source when RED was exited, and null without one. @default RED is not known */
  readonly atRed?: (path: string) => Promise<string | null>;
  /** Chooses the mutants, with the text of each. */
  readonly seed: string;
  readonly limits: MutationCheckLimits;
  /** The value of DUALGATE_RUN, by which processes that the suite leaves running are found. */
  readonly mark: string;
  /** The words before the command in the copy: a sandbox. @default none */
  readonly sandbox?: (copy: Inside, suite: PlacedSuite) => Promise<readonly string[]>;
  /** Whether these words are some. @default false */
  readonly hasSandbox?: boolean;
  readonly onEvent?: (event: MutationEvent) => void;
  /** After each test run: what ran, and for how many milliseconds. */
  readonly onRun?: (scope: Scope, ms: number) => void;
  /** Ends the check: it rejects, and the copy is removed. */
  readonly signal?: AbortSignal;
}
