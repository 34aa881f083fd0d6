/** Problems that no single key shows: duplicate names, a gate that can never be satisfied, globs that would hide frozen files. */
import { isAbsolute, relative } from 'node:path';
import picomatch from 'picomatch';
import { compileGates } from '../../gates/compile-gates.ts';
import { PhaseError } from '../../gates/errors.ts';
import { checkExitGate, checkPlans } from '../project/config/check-exit-gate.ts';
import { checkAdded } from './added-measures.ts';
import { checkMeasured } from './check-measured.ts';
import { checkReports, checkSuites, findKey } from '../project/config/check-suites.ts';
import { type Config, findWorkersProblem, type ListConfig, specsOf } from '../project/config/config.ts';
import type { ConfigProblem, KeyProblem } from '../project/config/find-config.ts';
import type { PlacedPhase } from '../project/config/read-phases.ts';
import type { YamlDocument } from '../project/config/read-yaml.ts';
import { NOTIFY_KEYS } from '../base/notification.ts';
import { isWithin } from '../base/files/folders.ts';
import { WITH_WORK_PHASES } from '../signals/systems/dialects.ts';
import { globOf, isPattern, orderTasks } from '../project/config/tasks-of-list.ts';

interface TogetherSource {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
  /** Empty if the config names none. */
  readonly phases: readonly PlacedPhase[];
}

/** The problems of a config whose keys are each valid; none if it can be used. */
export const checkTogether = (config: Config, source: TogetherSource): readonly ConfigProblem[] => {
  const { document, path, phases } = source;
  const place = ({ key, message }: KeyProblem): ConfigProblem => {
    const { line, column } = document.placeOf(key);
    return { path, line, column, message };
  };
  const twice = findDoubles(phases);
  return [
    ...(twice.length > 0 ? twice : checkGates(config, document).map(place)),
    ...[...checkSuites(config, source), ...findHidingGlobs(config, document), ...checkReports(config, document)].map(
      place,
    ),
    ...checkAdded(config, source),
    ...checkMeasured(config, phases),
    ...[
      ...checkWorkspace(config),
      ...checkNotify(config),
      ...checkApproval(config),
      ...checkList(config, document),
      ...checkSignals(config),
      ...checkExitGate(config),
      ...checkPlans(config),
      ...checkReview(config),
    ].map(place),
  ];
};

/** A worktree is for the commits that are made in it, and `setup` runs in it. */
const checkWorkspace = ({ commits, workspace, setup, list, agent }: Config): readonly KeyProblem[] => {
  const problem = (key: string, message: string): KeyProblem => ({ key: key.split('.'), message });
  const workers = findWorkersProblem(list?.workers ?? null, agent);
  return [
    ...(workers === null ? [] : [problem('work.workers', workers)]),
    ...(list !== null && list.workers !== null && workspace === 'here'
      ? [problem('work.workers', 'workers needs `commits: true` and `workspace: worktree`')]
      : []),
    ...(workspace === 'worktree' && !commits
      ? [problem('workspace', 'workspace: worktree needs `commits: true`')]
      : []),
    ...(workspace === 'here' && setup !== null ? [problem('setup', 'setup needs `workspace: worktree`')] : []),
  ];
};

const findDoubles = (phases: readonly PlacedPhase[]): readonly ConfigProblem[] => {
  const first = new Map<string, PlacedPhase>();
  return phases.flatMap((placed) => {
    const { phase, path, place } = placed;
    const key = phase.phase.toLowerCase();
    const before = first.get(key);
    if (before === undefined) first.set(key, placed);
    if (before === undefined) return [];
    const message = `the phase ${phase.phase} is defined twice, first at ${before.path}:${before.place.line}:${before.place.column}`;
    return [{ path, line: place.line, column: place.column, message }];
  });
};

/** An iteration runs the suite `max_runs` times at most, and each iteration counts from 0 (rule 1.3). */
const checkGates = (config: Config, document: YamlDocument): readonly KeyProblem[] => {
  try {
    return compileGates(config)
      .filter(({ greenRunsWanted }) => greenRunsWanted > config.tests.max_runs)
      .map(({ phase, greenRunsWanted }) => ({
        key: findKey(document, 'max_runs')[0]?.path ?? ['tests', 'max_runs'],
        message: `max_runs must be ${greenRunsWanted} or more, or ${phase.phase} can never be exited: its gate needs that many green runs (got ${config.tests.max_runs})`,
      }));
  } catch (error) {
    if (!(error instanceof PhaseError)) throw error;
    return [{ key: ['phases'], message: error.message }];
  }
};

/** Files that match `tests.writes` are no sources: a glob over everything would leave nothing to measure (rule 2.4). */
const findHidingGlobs = (config: Config, document: YamlDocument): readonly KeyProblem[] => {
  const specs = config.list === null ? specsOf(config.work) : config.list.entries.map(({ spec }) => spec);
  const frozen = [...config.files.map((file) => relative(config.folder, file).replaceAll('\\', '/')), ...specs];
  const places = findKey(document, 'writes').flatMap(({ path: key, value }) =>
    Array.isArray(value) ? value.map((_, position) => ({ key, position })) : [],
  );
  return config.tests.writes.flatMap((glob, i) => {
    const { key, position } = places[i] ?? { key: ['tests', 'writes'], position: i };
    const matches = picomatch(glob, { dot: true });
    const hidden = frozen.find((file) => matches(file));
    if (hidden === undefined) return [];
    const message = `writes[${position}] must not match ${hidden}, which is frozen (got ${JSON.stringify(glob)})`;
    return [{ key: [...key, position], message }];
  });
};

/** A turn begins only when a call is left for its review. */
const checkReview = ({ review, limits }: Config): readonly KeyProblem[] =>
  review === undefined || limits.calls_per_hour >= 2
    ? []
    : [
        {
          key: ['limits', 'calls_per_hour'],
          message: `calls_per_hour must be 2 or more with checks.review: one for a turn, one for its review (got ${limits.calls_per_hour})`,
        },
      ];

/** Judged by the name only; the start of a run checks that the program exists. */
const checkNotify = ({ notify, folder }: Config): readonly KeyProblem[] =>
  NOTIFY_KEYS.flatMap((key) => {
    const problem = findProblem(notify.commands[key] ?? [], folder);
    return problem === null ? [] : [{ key: ['notify', key], message: `notify.${key} ${problem}` }];
  });

const checkApproval = ({ approval, phases, folder }: Config): readonly KeyProblem[] => {
  if (approval === undefined) return [];
  const command = findProblem(approval.command ?? [], folder);
  return [
    ...(phases.some(({ confirm }) => confirm === true)
      ? []
      : [{ key: ['approval'], message: 'approval needs a phase with `confirm: true`' }]),
    ...(command === null ? [] : [{ key: ['approval', 'command'], message: `approval.command ${command}` }]),
  ];
};

const findProblem = (command: readonly string[], folder: string): string | null => {
  const [program = ''] = command;
  if (program.includes('/') && !isAbsolute(program))
    return `must name a program on PATH, or the absolute path of one outside the workspace (got ${program})`;
  const inside = command.find((word) => isAbsolute(word) && isWithin(folder, word));
  return inside === undefined
    ? null
    : `names a file in the workspace, which the agent can replace (got ${inside}). Move it out of the workspace`;
};

const checkSignals = ({ signals, phases }: Config): readonly KeyProblem[] => {
  const names = Object.keys(signals.phase_map);
  const problem = (key: readonly string[], message: string): KeyProblem => ({
    key: ['signals', 'phase_map', ...key],
    message,
  });
  if (names.length > 0 && signals.dialect !== 'auto' && !WITH_WORK_PHASES.includes(signals.dialect)) {
    const message = `phase_map needs \`dialect: ${WITH_WORK_PHASES.join(' or ')}\` (got ${signals.dialect})`;
    return [problem([], message)];
  }
  const known = phases.map(({ phase }) => phase);
  return names
    .filter((name) => !known.includes(name))
    .map((name) =>
      problem(
        [name],
        `phase_map names an unknown phase (got ${name}). Use one of ${known.join(', ')}, or remove this key`,
      ),
    );
};

/** Problems of a task list that show without reading a file: duplicate entries, needs that match nothing, circular needs. */
const checkList = ({ list }: Config, document: YamlDocument): readonly KeyProblem[] => {
  if (list === null) return [];
  const { entries } = list;
  const problem = (steps: readonly PropertyKey[], message: string): KeyProblem => ({
    key: ['work', 'specs', ...steps],
    message,
  });
  /** An entry has one of both keys. */
  const nameUnknown = (i: number, n: number, need: string): KeyProblem => {
    const isAfter =
      document.placeOf(['work', 'specs', i, 'needs']).column === document.placeOf(['work', 'specs', i]).column;
    const key = isAfter ? 'after' : 'needs';
    return problem([i, key, n], `${key}[${n}] names no task of the list (got ${JSON.stringify(need)})`);
  };
  const doubles = entries.flatMap((entry, i) => {
    const twice = namesOf(entry).find((name) => entries.slice(0, i).some((other) => namesOf(other).includes(name)));
    return twice === undefined ? [] : [problem([i], `specs[${i}]: ${twice} is in the list twice`)];
  });
  const unknown = entries.flatMap(({ needs }, i) =>
    needs.flatMap((need, n) => (findNeeded(entries, need) === undefined ? [nameUnknown(i, n, need)] : [])),
  );
  if (doubles.length > 0 || unknown.length > 0) return [...doubles, ...unknown];
  const order = orderTasks(
    entries.map(({ spec, needs }) => ({ spec, needs: needs.map((need) => findNeeded(entries, need)?.spec ?? need) })),
  );
  if (order.is === 'order') return [];
  const at = entries.findIndex(({ spec }) => spec === order.specs[0]);
  return [problem([at], `the needs of the tasks are circular: ${[...order.specs, order.specs[0]].join(' needs ')}`)];
};

const namesOf = ({ spec, name }: ListConfig['entries'][number]): readonly string[] =>
  name === null || name === spec ? [spec] : [spec, name];

/** By its spec or its name; else the folder or the glob that would contain it. */
const findNeeded = (
  entries: readonly ListConfig['entries'][number][],
  need: string,
): ListConfig['entries'][number] | undefined =>
  entries.find((entry) => namesOf(entry).includes(need)) ??
  entries.find(({ spec }) => (isPattern(spec) ? picomatch.isMatch(need, globOf(spec)) : need.startsWith(`${spec}/`)));
