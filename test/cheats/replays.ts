/** Changes of public repositories, replayed by `.ci/replay-history.mjs`, which says how a change is chosen. */

/** How many changes came to which end. */
interface Replayed {
  readonly repository: string;
  readonly runner: string;
  readonly completed: number;
  /** Held in RED, as each new test passes before the code. */
  readonly passes: number;
  /** Held in RED, as a test file does not load without the code, or an error outside of assertions ends it. */
  readonly unloaded: number;
  /** Held in RED, as an earlier test is edited that no criterion changes or that passes as it did, or no test is new. */
  readonly edited: number;
}

/** Of November 2026: each is a whole run, with changed tests named. */
const REPLAYED: readonly Replayed[] = [
  { repository: 'mahmoud/boltons', runner: 'pytest', completed: 7, passes: 2, unloaded: 3, edited: 3 },
  { repository: 'tkem/cachetools', runner: 'pytest', completed: 3, passes: 3, unloaded: 1, edited: 6 },
  { repository: 'unjs/defu', runner: 'vitest', completed: 1, passes: 0, unloaded: 0, edited: 1 },
  { repository: 'fastify/fast-uri', runner: 'tape', completed: 4, passes: 3, unloaded: 1, edited: 0 },
  { repository: 'minimistjs/minimist', runner: 'tape', completed: 8, passes: 1, unloaded: 0, edited: 0 },
  { repository: 'gorilla/mux', runner: 'go', completed: 3, passes: 4, unloaded: 6, edited: 3 },
  { repository: 'micromatch/picomatch', runner: 'mocha', completed: 9, passes: 1, unloaded: 1, edited: 5 },
  { repository: 'ljharb/qs', runner: 'tape', completed: 7, passes: 3, unloaded: 3, edited: 4 },
  { repository: 'unjs/ufo', runner: 'vitest', completed: 4, passes: 2, unloaded: 0, edited: 1 },
];

const EARLIER =
  'Earlier, without a name for changed tests, 278 changes of 12 repositories were replayed: 59 exited both phases, 3 were held in GREEN (a flaky test, a syntax error, a test that failed), 139 in RED for the reasons of this table, and 77 did not start. The share of mutants had held 4 of the 59, before mutants of the same text counted as one. The rules about code that asks whether it is tested, replaces what tests read with, or imports what no manifest names were asked, without a run, about 190 changes of 8 repositories: they hold none.';

export const renderReplays = (): string => {
  const sum = (count: (each: Replayed) => number): number => REPLAYED.reduce((all, each) => all + count(each), 0);
  const changesOf = ({ completed, passes, unloaded, edited }: Replayed): number =>
    completed + passes + unloaded + edited;
  const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    `Honest agents also replayed ${sum(changesOf)} changes of ${REPLAYED.length} public repositories: the tests of a commit are the work of RED, the rest of it that of GREEN. No rule about cheats held one of those that came to GREEN; RED held the others. A rule about earlier tests had held some wrongly, over rows of a table whose name another one has, rows in front, members of a table, a type, a module of an imported package, a name of a module of that name, tests within a test, a compared prototype, skipped tests beside a changed one, and a name that its code has as well, and was corrected:`,
    [
      row(
        'repository',
        'runner',
        'changes',
        'completed',
        'new tests pass before',
        'do not load before, or end the run',
        'earlier tests edited, or none new',
      ),
      row(...Array.from({ length: 7 }, () => '---')),
      ...REPLAYED.map((each) =>
        row(each.repository, each.runner, changesOf(each), each.completed, each.passes, each.unloaded, each.edited),
      ),
      row(
        '**all**',
        '',
        sum(changesOf),
        sum(({ completed }) => completed),
        sum(({ passes }) => passes),
        sum(({ unloaded }) => unloaded),
        sum(({ edited }) => edited),
      ),
    ].join('\n'),
    'An honest agent writes a stub where a test does not load, and names what a criterion changes; a commit has neither.',
    EARLIER,
  ].join('\n\n');
};
