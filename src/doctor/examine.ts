/**
 * Looks at everything that a run needs, and says what is in its way: `dualgate doctor`. It goes by what the run itself goes
 * by, so that the two do not differ. Nothing of the workspace is changed but by the turn of a probe.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { DualgateError } from '../../gates/errors.ts';
import { locateWorkspace, type ReadConfigOptions } from '../config/find-config.ts';
import { readConfig } from '../read-config/read-config.ts';
import { describeCause, LockError } from '../ledger/ledger-error.ts';
import { createRedactData } from '../redact/redact-data.ts';
import type { Check, DoctorNews, Visit, CheckName } from './check.ts';
import { type Finding, problem, skipped, problemOf } from './finding.ts';
import { probeFolder, takeProbe } from './probe/take-probe.ts';
import { makeTemporaryFolder } from '../temporary/temporary-folder.ts';
import { agentCheck } from './checks/agent.check.ts';
import { anchorsCheck } from './checks/anchors.check.ts';
import { commitsCheck } from './checks/commits.check.ts';
import { configCheck } from './checks/config.check.ts';
import { diagramsCheck } from './checks/diagrams.check.ts';
import { leftoversCheck } from './checks/leftovers.check.ts';
import { lockCheck } from './checks/lock.check.ts';
import { nodeCheck } from './checks/node.check.ts';
import { repositoryCheck } from './checks/repository.check.ts';
import { runCheck } from './checks/run.check.ts';
import { settingsCheck } from './checks/settings.check.ts';
import { sandboxCheck } from './checks/sandbox.check.ts';
import { socketsCheck } from './checks/sockets.check.ts';
import { sourcesCheck } from './checks/sources.check.ts';
import { specCheck } from './checks/spec.check.ts';
import { stateCheck } from './checks/state.check.ts';
import { suiteCheck } from './checks/suite.check.ts';
import { testsCheck } from './checks/tests.check.ts';
import { judgeLeavings, judgeTurn } from './probe/judge-turn.ts';
import type { ProbeTurn } from './probe/probe-step.ts';
import { PROBE_STEPS } from './probe/probe-steps.ts';

interface ExamineOptions extends ReadConfigOptions {
  /** Takes a turn of the agent, too, of so many milliseconds at the most; `null` for none. @default null */
  readonly probeTimeoutMs?: number | null;
  /** Ends what is going on; the examination then throws. */
  readonly signal?: AbortSignal;
  /** Hears what is looked at, and each finding as it comes; must not throw. */
  readonly onNews?: (news: DoctorNews) => void;
}

export interface Examination {
  readonly v: 1;
  /** Absolute. */
  readonly workspace: string;
  /** In the order in which a person would mend them. */
  readonly findings: readonly Finding[];
  readonly problems: number;
  readonly warnings: number;
  /** Absolute: where what the agent printed in the probe is kept; `null` where none was taken. */
  readonly transcripts: string | null;
}

/**
 * The findings; whatever breaks while it is looked at is a problem of its own.
 *
 * @throws the reason of `signal` when that aborts
 */
export const examine = async (options: ExamineOptions): Promise<Examination> => {
  const { probeTimeoutMs = null, signal = new AbortController().signal, onNews = () => {} } = options;
  const aside = await makeTemporaryFolder('doctor');
  const folder = locateWorkspace(options);
  const run = `doctor-${randomBytes(4).toString('hex')}`;
  const visit: Visit = { folder, ...openConfig(options), run, aside, signal, announce: onNews };
  const redact = createRedactData(visit.config, process.env);
  const findings: Finding[] = [];
  const look = async (name: string, needs: readonly string[], find: () => Promise<readonly Finding[]>) => {
    signal.throwIfAborted();
    onNews({ type: 'looking', name });
    const blocked = findBlocked(needs, findings);
    const found = redact(blocked === null ? await safely(name, signal, find) : [{ name, ...skipped(blocked) }]);
    for (const finding of found) onNews({ type: 'found', finding });
    findings.push(...found);
  };
  try {
    for (const check of CHECKS)
      await look(check.name, check.needs, async () => [{ name: check.name, ...(await check.look(visit)) }]);
    if (probeTimeoutMs !== null) await look('probe', PROBE_NEEDS, () => probe(visit, probeTimeoutMs));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const isProbed = findings.some(({ name }) => name === 'probe: turn');
  return {
    v: 1,
    workspace: folder,
    findings,
    problems: count('problem'),
    warnings: count('warning'),
    transcripts: isProbed ? probeFolder(folder) : null,
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

/** Why it cannot be looked at; `null` when it can. */
const findBlocked = (needs: readonly string[], findings: readonly Finding[]): string | null => {
  const first = findings.find(
    ({ name, state }) => needs.includes(name) && (state === 'problem' || state === 'skipped'),
  );
  return first === undefined ? null : `not looked at: ${first.name} comes first`;
};

/** What breaks is no good news, and no reason to be silent about the rest (RULES 1.7). */
const safely = async (
  name: string,
  signal: AbortSignal,
  find: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  try {
    return await find();
  } catch (error) {
    signal.throwIfAborted();
    return [{ name, ...problem(describeCause(error), 'Mend what it names; if it names nothing, please report it.') }];
  }
};

/** What a check needs stands before it. */
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
  settingsCheck,
];

/**
 * `doctor --probe`: one turn, and what it shows. It is taken only when a turn of a run could be taken, too.
 *
 * What has to be in order before the agent is asked.
 */
export const PROBE_NEEDS: readonly CheckName[] = ['config', 'repository', 'state', 'lock', 'agent', 'sandbox'];

/** @param timeoutMs - milliseconds for the turn */
const probe = async ({ config, run, signal, announce }: Visit, timeoutMs: number): Promise<readonly Finding[]> => {
  if (config === null) return [{ name: 'probe', ...skipped('not looked at: the config does not load') }];
  if (config.agent.script !== null)
    return [{ name: 'probe', ...skipped('a scripted agent plays its script, whatever it is asked for') }];
  const timeout_ms = Math.min(timeoutMs, config.agent.timeout_ms);
  announce({ type: 'asking', agent: config.agent.use ?? config.agent.command?.[0] ?? '', timeout_ms });
  try {
    const words = { name: randomBytes(3).toString('hex'), text: randomBytes(4).toString('hex') };
    const taken = await takeProbe({ config, run, timeoutMs, words, signal });
    return await judgeProbe(taken);
  } catch (error) {
    if (error instanceof LockError) return [{ name: 'probe', ...problemOf(error.message) }];
    throw error;
  }
};

/** Everything that the turn shows. */
export const judgeProbe = async (taken: ProbeTurn): Promise<readonly Finding[]> => {
  const judged = await Promise.all(PROBE_STEPS.map(({ judge }) => judge(taken)));
  return [judgeTurn(taken), ...judged.flat(), judgeLeavings(taken)];
};
