/** Asks for a mutant of its own of each criterion that has none. One run of the new tests answers for all. */
import type { MutantsOfFile } from './find-mutants.ts';
import { type Mutant, plant } from './mutant.ts';
import { shorten } from './mutation-report.ts';
import type { Trials } from './trials.ts';
import type { ValueMutants } from './values/value-mutants.ts';
import { type AskedCriterion, type CriterionKills, keepsKind, type Kills } from './criterion-kills.ts';

/** Functions that get another answer, and as many of which it is asked whether a test runs them. */
const MOST_VALUES = 12;
/** As for guards: the tests of a criterion may look at one effect of many. */
const MOST_OTHERS = 30;

interface CriteriaQuestion {
  readonly trials: Trials;
  readonly found: readonly MutantsOfFile[];
  readonly criteria: readonly AskedCriterion[];
  readonly kills: Kills;
}

/** One answer for each criterion. */
export const askCriteria = async (question: CriteriaQuestion): Promise<readonly CriterionKills[]> => {
  const { criteria, kills } = question;
  const reached = new Map<string, ValueMutants[]>();
  const isOver = kills.open().length > 0 && !(await askAll(question, reached));
  return criteria.map(({ id, tests }) => {
    const killed = kills.countOf(id);
    const [place] = reached.get(id) ?? [];
    const of = { id, tests: tests.size, killed };
    if (killed > 0) return { ...of, end: 'killed' };
    if (isOver) return { ...of, end: 'no_time' };
    if (place === undefined)
      return { ...of, end: bySize(question.found).length > MOST_VALUES ? 'no_time' : 'unreached' };
    const { path, line, before, shows = '' } = place.inForm('other');
    const [test = ''] = tests;
    return { ...of, end: 'survived', weak: { path, line, before: shorten(before), after: shows, test } };
  });
};

/** @returns whether there was time for all */
const askAll = async (question: CriteriaQuestion, reached: Map<string, ValueMutants[]>): Promise<boolean> => {
  const { trials, found, kills } = question;
  const isOpen = (): boolean => kills.open().length > 0;
  const run = async (source: Pick<MutantsOfFile, 'file'>, mutant: Mutant): Promise<boolean> =>
    (await trials.run(source.file, plant(source.file.text, mutant), trials.first, kills.watch(mutant))) !== null;

  const values = inOrder(question);
  const asked = values.slice(0, MOST_VALUES);
  for (const value of asked) {
    if (!isOpen()) return true;
    const mutant = value.inForm('other');
    if (kills.open().every(({ id }) => kills.answerOf(id, mutant) !== null)) continue;
    if (!(await run(value, mutant))) return false;
  }
  for (const value of asked) {
    const left = kills.open();
    if (left.length === 0) return true;
    const passing = left.filter(({ id }) => kills.answerOf(id, value.inForm('other')) === 'survived');
    if (passing.length === 0) continue;
    for (const { tests, of } of groupsOf(value, passing)) {
      const probe: Mutant = { ...value.inForm('probe', tests), kind: 'body' };
      if (!(await run(value, probe))) return false;
      const there = of.filter(({ id }) => kills.answerOf(id, probe) === 'killed');
      if (there.length === 0) continue;
      const far = value.inForm('far');
      if (there.some(({ id }) => kills.answerOf(id, far) === null) && !(await run(value, far))) return false;
      for (const { id } of there)
        if (kills.answerOf(id, far) === 'survived') reached.set(id, [...(reached.get(id) ?? []), value]);
    }
  }
  const places = (): readonly ValueMutants[] => kills.open().flatMap(({ id }) => reached.get(id) ?? []);
  if (places().length > 0) {
    const others = othersIn(found, places()).filter((each) =>
      kills.open().some(({ id }) => reached.has(id) && kills.answerOf(id, each.mutant) === null),
    );
    for (const { source, mutant } of others.slice(0, MOST_OTHERS)) {
      if (places().length === 0) break;
      if (source.isParseable(mutant) && !(await run(source, mutant))) return false;
    }
  }
  return true;
};

/** A failure in Go ends all tests, so that each criterion is asked about alone. */
const groupsOf = (
  { file }: ValueMutants,
  criteria: readonly AskedCriterion[],
): readonly { readonly tests: readonly string[]; readonly of: readonly AskedCriterion[] }[] =>
  (file.path.endsWith('.go') ? criteria.map((each) => [each]) : [criteria]).map((of) => ({
    of,
    tests: of.flatMap(({ tests }) => [...tests]),
  }));

/** Functions in which tests of an open criterion already noticed something come first, then the largest. */
const inOrder = ({ found, kills }: Pick<CriteriaQuestion, 'found' | 'kills'>): readonly ValueMutants[] => {
  const noticed = kills.open().flatMap(({ id }) => kills.killedBy(id));
  const rank = ({ file, from, to }: ValueMutants): number =>
    noticed.some(({ path, line }) => path === file.path && line >= from && line <= to) ? 0 : 1;
  return bySize(found).toSorted((one, other) => rank(one) - rank(other));
};

/** The functions that return a value, the largest first. */
export const bySize = (found: readonly MutantsOfFile[]): readonly ValueMutants[] =>
  found.flatMap(({ values }) => values).toSorted((one, other) => other.to - other.from - (one.to - one.from));

/** The other mutants that keep the kind of a value, those of the functions that tests run first, effects before the rest. */
const othersIn = (
  found: readonly MutantsOfFile[],
  places: readonly ValueMutants[],
): readonly { readonly source: MutantsOfFile; readonly mutant: Mutant }[] => {
  const paths = new Set(places.map(({ file }) => file.path));
  const rank = ({ path, line, kind }: Mutant): number =>
    (places.some(({ file, from, to }) => path === file.path && line >= from && line <= to) ? 0 : 2) +
    (kind === 'statement' || kind === 'guard' ? 0 : 1);
  return found
    .filter(({ file }) => paths.has(file.path))
    .flatMap((source) =>
      [...source.values.map((value) => value.inForm('other')), ...source.mutants, ...source.effects].map((mutant) => ({
        source,
        mutant,
      })),
    )
    .filter(({ mutant }) => keepsKind(mutant))
    .toSorted((one, other) => rank(one.mutant) - rank(other.mutant));
};
