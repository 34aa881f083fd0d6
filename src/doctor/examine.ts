/** `dualgate doctor`: what is in the way of a run, by the run's own code. Only a smoke test changes the workspace. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { DualgateError } from '../../gates/errors.ts';
import { locateWorkspace, type ReadConfigOptions } from '../project/config/find-config.ts';
import { readConfig } from '../read-config/parse-config.ts';
import { LockError } from '../ledger/ledger-error.ts';
import { createRedactData } from '../base/redact-text.ts';
import {
  type Check,
  type DoctorEvent,
  lookBy,
  type Visit,
  type CheckName,
  type Finding,
  problem,
  skipped,
  problemOf,
} from './check.ts';
import { smokeTestFolder, takeSmokeTest, judgeLeftovers, judgeTurn } from './smoke-test/take-smoke-test.ts';
import { writeNumbers, WRITE_NEEDS, writeKnownFailing } from './write-known-failing.ts';
import { makeTemporaryFolder } from '../base/temporary-folder.ts';
import { agentCheck } from './checks/agent.check.ts';
import { anchorsCheck, memoryCheck, nodeCheck, sandboxCheck, socketsCheck } from './checks/machine.check.ts';
import { commitsCheck, repositoryCheck, sourcesCheck } from './checks/repository.check.ts';
import { configCheck, settingsCheck, diagramsCheck, specCheck } from './checks/settings.check.ts';
import { leftoversCheck, lockCheck, runCheck, stateCheck } from './checks/workspace.check.ts';
import { suiteCheck, testsCheck } from './checks/suite.check.ts';
import type { SmokeTestTurn } from './smoke-test/smoke-test-task.ts';
import { SMOKE_TEST_STEPS } from './smoke-test/smoke-test-steps.ts';
import { describeCause } from '../base/text/describe-cause.ts';

interface ExamineOptions extends ReadConfigOptions {
  /** Also takes a turn of the agent, of at most this many milliseconds; `null` for none. @default null */
  readonly smokeTestTimeoutMs?: number | null;
  /** Lists the failing tests in the config before the suite is checked. @default false */
  readonly writesKnownFailing?: boolean;
  /** Writes ids in front of criteria without one, before the spec is checked. @default false */
  readonly numbersCriteria?: boolean;
  /** Ends the examination, which then throws. */
  readonly signal?: AbortSignal;
  /** Receives the progress and each finding; must not throw. */
  readonly onEvent?: (event: DoctorEvent) => void;
}

export interface Examination {
  readonly v: 1;
  /** Absolute. */
  readonly workspace: string;
  /** In the order in which to fix them. */
  readonly findings: readonly Finding[];
  readonly problems: number;
  readonly warnings: number;
  /** Absolute: the folder of its transcripts; `null` if none was taken. */
  readonly transcripts: string | null;
}

/** A check that throws becomes a problem. @throws the reason of `signal` when that aborts */
export const examine = async (options: ExamineOptions): Promise<Examination> => {
  const {
    smokeTestTimeoutMs = null,
    writesKnownFailing = false,
    numbersCriteria = false,
    signal = new AbortController().signal,
    onEvent = () => {},
    ...place
  } = options;
  const aside = await makeTemporaryFolder('doctor');
  const folder = locateWorkspace(place);
  const run = `doctor-${randomBytes(4).toString('hex')}`;
  let visit: Visit = { folder, ...openConfig(place), run, aside, signal, emit: onEvent };
  const redact = createRedactData(visit.config, process.env);
  const findings: Finding[] = [];
  const look = async (name: string, needs: readonly string[], find: () => Promise<readonly Finding[]>) => {
    signal.throwIfAborted();
    onEvent({ type: 'looking', name });
    const blocked = findBlocked(needs, findings);
    const found = redact(blocked === null ? await safely(name, signal, find) : [{ name, ...skipped(blocked) }]);
    for (const finding of found) onEvent({ type: 'found', finding });
    findings.push(...found);
  };
  try {
    for (const check of CHECKS) {
      if (check === specCheck && numbersCriteria) await look('criteria', ['config'], () => giveNumbers(visit));
      if (check === suiteCheck && writesKnownFailing) {
        await look('known failing', WRITE_NEEDS, () => listFailing(visit));
        visit = withConfig(visit, place);
      }
      await look(check.name, check.needs, async () => [{ name: check.name, ...(await lookBy(check, visit)) }]);
    }
    if (smokeTestTimeoutMs !== null)
      await look('smoke test', SMOKE_TEST_NEEDS, () => smokeTest(visit, smokeTestTimeoutMs));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const isTried = findings.some(({ name }) => name === 'smoke test: turn');
  return {
    v: 1,
    workspace: folder,
    findings,
    problems: count('problem'),
    warnings: count('warning'),
    transcripts: isTried ? smokeTestFolder(folder) : null,
  };
};

const openConfig = (options: ReadConfigOptions): Pick<Visit, 'config' | 'refusal'> => {
  try {
    return { config: readConfig(options), refusal: null };
  } catch (error) {
    if (error instanceof DualgateError) return { config: null, refusal: error };
    throw error;
  }
};

/** Reads the config again. */
const withConfig = (visit: Visit, options: ReadConfigOptions): Visit => ({ ...visit, ...openConfig(options) });

/** Why it cannot be checked; `null` if it can. */
const findBlocked = (needs: readonly string[], findings: readonly Finding[]): string | null => {
  const first = findings.find(
    ({ name, state }) => needs.includes(name) && (state === 'problem' || state === 'skipped'),
  );
  return first === undefined ? null : `not checked: fix ${first.name} first`;
};

/** A check that throws is a problem, and the other checks still run (rule 1.7). */
const safely = async (
  name: string,
  signal: AbortSignal,
  find: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  try {
    return await find();
  } catch (error) {
    signal.throwIfAborted();
    return [
      {
        name,
        ...problem(describeCause(error), 'Fix the cause that it names. If it names none, please report this as a bug.'),
      },
    ];
  }
};

const listFailing = async (visit: Visit): Promise<readonly Finding[]> =>
  visit.config === null ? [] : [{ name: 'known failing', ...(await writeKnownFailing(visit.config, visit)) }];

const giveNumbers = async ({ config }: Visit): Promise<readonly Finding[]> =>
  config === null ? [] : [{ name: 'criteria', ...(await writeNumbers(config)) }];

/** Each check comes after the checks that it needs. */
export const CHECKS: readonly Check[] = [
  nodeCheck,
  configCheck,
  repositoryCheck,
  sourcesCheck,
  commitsCheck,
  stateCheck,
  anchorsCheck,
  socketsCheck,
  lockCheck,
  leftoversCheck,
  runCheck,
  specCheck,
  testsCheck,
  sandboxCheck,
  suiteCheck,
  diagramsCheck,
  agentCheck,
  memoryCheck,
  settingsCheck,
];

/** Checks that must be in order before the agent is started: a turn is taken only when a run could take one, too. */
export const SMOKE_TEST_NEEDS: readonly CheckName[] = ['config', 'repository', 'state', 'lock', 'agent', 'sandbox'];

/** @param timeoutMs - milliseconds for the turn */
const smokeTest = async ({ config, run, signal, emit }: Visit, timeoutMs: number): Promise<readonly Finding[]> => {
  if (config === null) return [{ name: 'smoke test', ...skipped('not checked: the config does not load') }];
  if (config.agent.script !== null)
    return [{ name: 'smoke test', ...skipped('a scripted agent only plays its script') }];
  const timeout_ms = Math.min(timeoutMs, config.agent.timeout_ms);
  emit({ type: 'asking', agent: config.agent.command?.[0] ?? config.agent.use ?? '', timeout_ms });
  try {
    const words = { name: randomBytes(3).toString('hex'), text: randomBytes(4).toString('hex') };
    const taken = await takeSmokeTest({ config, run, timeoutMs, words, signal });
    return await judgeSmokeTest(taken);
  } catch (error) {
    if (error instanceof LockError) return [{ name: 'smoke test', ...problemOf(error.message) }];
    throw error;
  }
};

/** Everything that the turn shows. */
export const judgeSmokeTest = async (taken: SmokeTestTurn): Promise<readonly Finding[]> => {
  const judged = await Promise.all(SMOKE_TEST_STEPS.map(({ judge }) => judge(taken)));
  return [judgeTurn(taken), ...judged.flat(), judgeLeftovers(taken)];
};
