/** Facts about an iteration that are no metrics. Each kind has a code and one sentence; no code parses a sentence. */
import type { Finding, FindingValue } from '../../../gates/iteration.ts';
import { listIds } from '../../../gates/name-criteria.ts';
import { showCount } from '../../base/text/amounts.ts';
import { sayCause } from '../../base/text/describe-cause.ts';
import { DOCUMENT_SENTENCES, EDIT_SENTENCES, REVIEW_SENTENCES, RUNNER_SENTENCES } from './evidence-sentences.ts';
import {
  MUTATION_SENTENCES,
  TRAP_SENTENCES,
  are,
  type Counts,
  listed,
  type Lists,
  type Several,
  type Texts,
  type Where,
} from './mutation-sentences.ts';

/** Facts of a finding. `path` and `line` go to its `where`, the rest to its `values`. */
type Facts = Readonly<Record<string, FindingValue>>;

/** Each fact is in the values: a number in the sentence is a number there. */
const SENTENCES = {
  'tests.part': ({ failing }: Counts<'failing'>) =>
    `Only the files with new tests ran, and ${failing} of their tests ${failing === 1 ? 'fails' : 'fail'}. Make them pass: the whole suite runs after that.`,
  'tests.report': ({ problem }: Texts<'problem'>) => problem,
  'tests.report_note': ({ note }: Texts<'note'>) => note,
  ...RUNNER_SENTENCES,
  ...REVIEW_SENTENCES,
  ...TRAP_SENTENCES,
  ...EDIT_SENTENCES,
  'tests.not_loaded': ({ path, message }: Texts<'path' | 'message'>) =>
    `${path === '' ? 'A test file' : path} does not load: ${sayCause(message)}`,
  'tests.stale_build': ({ path, built, newer }: Where & Texts<'built' | 'newer'>) =>
    `${path} imports ${built}, which git ignores, and ${newer === '' ? 'it was not built' : `which is older than ${newer}: the tests see an old build`}. Build it now. An operator can set tests.before in the config, so that each test run builds first.`,
  'tests.installed_copy': ({ path, module, loaded, own }: Where & Texts<'module' | 'loaded' | 'own'>) =>
    `${path} loads ${module} from ${loaded}, outside the workspace, and not ${own}. Install the project here (python3 -m pip install --editable .), or report BLOCKED: an operator can set pythonpath in the config of pytest.`,
  'tests.unhandled_error': ({ message }: Texts<'message'>) =>
    `Fix this error, which is outside any test: ${sayCause(message)}`,
  'tests.empty_suite': ({ suite }: Texts<'suite'>) =>
    `The suite ${suite} has 0 tests that count, and tests of other suites do not count for it. Add a test to it, or report BLOCKED: an operator can remove it from tests in the config.`,
  'tests.not_run': ({ count, loads }: Counts<'count'> & { readonly loads: boolean }) =>
    `${showCount(count, 'earlier test')} did not run, because ${loads ? 'of an error outside any test' : 'a test file does not load'}.`,
  'tests.flaky': ({ test, states }: Texts<'test'> & Lists<'states'>) =>
    `Flaky on the same sources: "${test}" ${states.join(', then ')}. Give it the same result in every run.`,
  'tests.shared_name': ({ test, states }: Texts<'test'> & Lists<'states'>) =>
    `The report names "${test}" ${states.length} times: ${states.join(', ')}. Give each test a name of its own; if they are attempts of one test, run it once.`,
  'tests.shared_name.more': ({ count }: Counts<'count'>) =>
    `And ${showCount(count, 'more name')} ${are(count)} used several times.`,
  'tests.flaky.more': ({ count }: Counts<'count'>) => `And ${showCount(count, 'more test')} ${are(count)} flaky.`,
  'tests.write': ({ paths, more, order, config }: Several<'paths'> & Texts<'order' | 'config'> & Lists<'globs'>) =>
    `Each test run writes ${listed(paths, more)}. Make the tests write outside the workspace, or report BLOCKED so that an operator excludes these files: ` +
    `${order}. To exclude them in later runs, add under tests in the config: ${config}.`,
  'tests.write.withheld': ({ path, why }: Texts<'path' | 'why'>) => `Each test run writes ${path}, which ${why}.`,
  'tests.write.more': ({ count }: Counts<'count'>) => `Each test run also writes ${showCount(count, 'more source')}.`,
  'sources.written_in_background': ({ paths, more }: Several<'paths'>) =>
    `A background process wrote ${listed(paths, more)} while no test ran. Stop that process.`,
  'sources.moved_since': () =>
    'The sources changed after they were measured, while dualgate waited for a person. They are measured again after this turn: give your exit signal again if the phase is done.',
  'sources.moved': ({ paths, more }: Several<'paths'>) =>
    `The sources changed while they were measured: ${listed(paths, more)}. ` +
    'Stop the background process that writes them. If the suite itself writes them, add them to .gitignore. If git tracks them, report BLOCKED: an operator can add them to tests.writes.',

  // Frozen things (rule 2.7). Any of these makes `tests_intact` false.
  'tampering.changed': ({ path }: Where) => `${path} was changed after it was frozen: restore it.`,
  'tampering.nothing_frozen': () =>
    'No file is frozen, so nothing shows that the tests are unchanged. Begin with createRun or openLedger, or give each measurement the frozen of the one before.',
  'tampering.removed': ({ path }: Where) => `${path} was removed after it was frozen: restore it.`,
  'tampering.appeared': ({ path }: Where) => `${path} was added where no file is allowed: remove it.`,
  'tampering.repository_changed': ({ path }: Where) =>
    `${path} changed: the workspace is in a different repository than when the run began. Restore the original one.`,
  'tampering.repository_removed': ({ path }: Where) =>
    `${path} is missing: the workspace was in a repository when the run began. Restore its .git.`,
  'tampering.repository_appeared': ({ path }: Where) =>
    `${path} was added: there was no repository around the workspace when the run began. Remove its .git.`,
  'tampering.unexpected_file': ({ path, why }: Where & Texts<'why'>) => `${path} ${why}.`,
  'checks.suppressed': ({ path, why }: Where & Texts<'why'>) =>
    `${path} ${why}. It holds nothing: no gate asks for that check.`,
  'tampering.hides': ({ path, why }: Where & Texts<'why'>) => `${path} ${why}.`,
  'tampering.lost_test': ({ test }: Texts<'test'>) => `The test "${test}" is missing: restore it under the same name.`,
  'tampering.lost_test.renumbered': ({ test, now }: Texts<'test' | 'now'>) =>
    `The test "${test}" is missing, and "${now}" is new: only digits differ, so the runner renames tests by a line, a number or a time. If you renamed it, restore the name. If the runner did, write new tests behind the earlier ones, or report BLOCKED: an operator can make the runner leave this out of names.`,
  'tampering.lost_test.more': ({ count }: Counts<'count'>) =>
    `And ${showCount(count, 'more test')} ${are(count)} missing.`,
  'tampering.lost_item': ({ path, item }: Where & Texts<'item'>) =>
    `${path}: the item "${item}" is missing: restore it.`,
  'tampering.lost_item.more': ({ count }: Where & Counts<'count'>) =>
    `And ${showCount(count, 'more item')} ${are(count)} missing.`,
  'tampering.way_out': ({
    command,
    beyond,
    more,
    reopen,
  }: Texts<'command'> & Counts<'more'> & Lists<'beyond'> & { readonly reopen?: string }) =>
    `${
      beyond.length === 0
        ? 'The agent must undo this, or report BLOCKED if it cannot or if the work needs the change'
        : `The agent must report BLOCKED now if it cannot undo the change to ${listed(beyond, more)}`
    }. Only an operator can accept it (${command}).${reopen === undefined ? '' : ` If one test has a wrong expectation, an operator can reopen it (${reopen}).`}`,

  'criteria.without_test': ({ ids }: Lists<'ids'>) =>
    `${haveNot(ids, 'test')}: write one for each criterion, with its id in the name.`,
  'criteria.without_passing': ({ ids }: Lists<'ids'>) =>
    `${haveNot(ids, 'passing test')}: a test with ${ids.length === 1 ? 'this id' : 'each id'} in its name must pass.`,
  'criteria.look_alike': ({ id, test }: Texts<'id' | 'test'>) =>
    `The name of the test "${test}" has characters that only look like ${id}: write the id as the spec has it.`,
  'criteria.one_test': ({ ids, test }: Texts<'test'> & Lists<'ids'>) =>
    `The test "${test}" names ${listIds(ids)}, and stands for one of them. Write a test for each criterion.`,
  'criteria.earlier_test': ({ id, test }: Texts<'id' | 'test'>) =>
    `The test "${test}" was there before the run: only a new test covers ${id}, or one that ${id} changes.`,

  'check.failed': (facts: CheckFacts) =>
    `The check ${facts.check} failed: ${facts.because} (${facts.command}).${automatic(facts)}`,
  'check.not_measured': (facts: CheckFacts) =>
    `The check ${facts.check} was not measured: ${facts.because} (${facts.command}).${automatic(facts)}`,
  'check.waits': ({ phase, names }: Texts<'phase'> & Lists<'names'>) =>
    `Not run until the tests have the result that ${phase} needs: ${names.join(', ')}.`,
  'check.writes_sources': (facts: Several<'paths'> & Texts<'check'>) => writes(`The check ${facts.check}`, facts),
  'measure.not_measured': ({ measure, problem }: Texts<'measure' | 'problem'>) =>
    `The measure ${measure} was not measured: ${problem}.`,
  'measure.writes_sources': (facts: Several<'paths'> & Texts<'measure'>) =>
    writes(`The measure ${facts.measure}`, facts),

  ...DOCUMENT_SENTENCES,

  // Indicators of completion (spec 000) and confidence (spec 002).
  'completion.evidence_missing': ({ names }: Lists<'names'>) => `Missing evidence of completion: ${names.join(', ')}.`,
  'completion.patterns_missing': ({ patterns, more }: Counts<'more'> & Lists<'patterns'>) =>
    patterns.length === 0
      ? 'The message contains every completion pattern.'
      : `Completion patterns that the message does not contain: ${listed(
          patterns.map((pattern) => `/${pattern}/`),
          more,
        )}.`,
  'completion.threshold_lifted': ({ threshold }: Counts<'threshold'>) =>
    `EXIT_OVERRIDE removed the indicator threshold of ${threshold}, as the config allows. It changed nothing else.`,
  'completion.without_signal': ({ basis }: Texts<'basis'>) =>
    `Completion is indicated without the structured signal: ${
      basis === 'block_without_nonce'
        ? 'the status block has no NONCE, so it does not count'
        : 'no status block says that the phase is complete'
    }`,
  'completion.signal_alone': () =>
    'The structured signal is set, but nothing else indicates completion: the message contains no completion keyword',
  'completion.low_confidence': ({ iterations, score }: Counts<'iterations' | 'score'>) =>
    `${iterations} iterations in a row claim completion with low confidence (${score} of 100). Review each of them: dualgate explain`,

  // The agent's numbers, compared with the measured ones (rule 1.6).
  'claim.differs': ({
    metric,
    said,
    measured,
  }: Texts<'metric'> & { readonly said: number | boolean; readonly measured: FindingValue }) =>
    `The agent reports ${metric} = ${said}, but the measured value is ${JSON.stringify(measured)}.`,

  ...MUTATION_SENTENCES,
} as const satisfies Readonly<Record<string, (facts: never) => string>>;

interface CheckFacts {
  readonly check: string;
  readonly command: string;
  readonly because: string;
  /** The phase, when no condition of it uses the metric of the check; '' otherwise. */
  readonly unasked_in: string;
}

const haveNot = (ids: readonly string[], what: string): string =>
  `${listIds(ids)} ${ids.length === 1 ? 'has' : 'have'} no ${what}`;

const automatic = ({ check, unasked_in }: CheckFacts): string =>
  unasked_in === '' ? '' : ` No condition of ${unasked_in} uses ${check}_ok.`;

const writes = (what: string, { paths, more }: Several<'paths'>): string =>
  `${what} writes sources: ${listed(paths, more)}. Make it only report, and fix nothing. If it writes files for itself, add them to .gitignore. If git tracks them, report BLOCKED: an operator can add them to tests.writes.`;

/** Every kind. A part of a name covers all kinds below it: see `is-about.ts`. */
export type FindingCode = keyof typeof SENTENCES;

export const FINDING_CODES: readonly FindingCode[] =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
  Object.keys(SENTENCES) as FindingCode[];

export type FactsOf<C extends FindingCode> = Parameters<(typeof SENTENCES)[C]> extends [infer F] ? F : Facts;

export const finding = <C extends FindingCode>(
  code: C,
  ...[facts]: Parameters<(typeof SENTENCES)[C]> extends [] ? [] : [FactsOf<C>]
): Finding => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sentence of this code takes the facts of this code
  const say = SENTENCES[code] as (given: Facts) => string;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every fact is a value
  const given = (facts ?? {}) as Facts;
  const { path, line, ...values } = given;
  const where = typeof path !== 'string' ? {} : { where: { path, ...(typeof line === 'number' ? { line } : {}) } };
  return { code, ...where, values, text: say(given) };
};

const MAX_LISTED = 10;

/** The first ten, and the number of the others: the facts of a sentence that lists paths. */
export const cut = (paths: readonly string[], most = MAX_LISTED): Several<'paths'> => ({
  paths: paths.slice(0, most),
  more: Math.max(0, paths.length - most),
});

/** The first ones, and one that says how many others there are. */
export const firstOf = <T>(
  all: readonly T[],
  most: number,
  say: (each: T) => Finding,
  sayMore: (count: number) => Finding,
): readonly Finding[] => [...all.slice(0, most).map(say), ...(all.length > most ? [sayMore(all.length - most)] : [])];
