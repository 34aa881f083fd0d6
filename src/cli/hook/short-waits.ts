/** Warnings for `dualgate session start`: a hook does not run, or a host waits less for a stop than the suite takes. */
import { TIMEOUT_S } from '../../agents/hosts/claude-shape.ts';
import type { Env, Host } from '../../agents/hosts/host.ts';
import { findHookProblems, settingsOf } from '../../agents/hosts/installed-hooks.ts';
import { HOSTS } from '../../agents/hosts/hosts.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { showDuration } from '../../base/text/amounts.ts';
import { readOwnHooks } from './settings-file.ts';

/** The last run of the whole suite, in milliseconds: that of the baseline, before any other. */
export const lastSuite = ({ suite_ms, suite_runs }: Pick<RunStatus, 'suite_ms' | 'suite_runs'>): number => {
  if (suite_ms > 0) return suite_ms;
  const first = suite_runs.find(({ part }) => part === undefined);
  return first === undefined ? 0 : first.ms / first.runs;
};

export const listWarnings = async (
  status: Parameters<typeof lastSuite>[0],
  folder: string,
  env: Env,
): Promise<readonly string[]> => [...listShortWaits(lastSuite(status), env), ...(await findHookProblems(folder, env))];

/** A sentence for each host with a shorter limit. @param suiteMs - a run of the whole suite, in milliseconds */
export const listShortWaits = (suiteMs: number, env: Env): readonly string[] =>
  Object.values<Host>(HOSTS).flatMap((host) => {
    const waits = readWait(host, env);
    if (waits === null || waits > suiteMs) return [];
    const what = `${host.title} waits ${showDuration(waits)} for the hook of a stop (${settingsOf(host, env)}), and the suite took ${showDuration(suiteMs)}`;
    return [
      waits < LONGEST
        ? `${what}: a turn ends unheld while its tests run. dualgate hook install ${host.name} sets ${showDuration(LONGEST)}.`
        : `${what}: until its tests have run, dualgate asks the agent to end its turn again.`,
    ];
  });

const LONGEST = TIMEOUT_S.stop * 1_000;

/** Milliseconds; `null` where it has no hook of ours, or one without a limit. */
const readWait = (host: Host, env: Env): number | null => {
  // The hook of a stop waits longest; a host has units of its own.
  const [longest] = Object.entries(host.hooks('')).toSorted(([, one], [, other]) => limitOf(other) - limitOf(one));
  if (longest === undefined) return null;
  const [event, hook] = longest;
  const [own] = readOwnHooks(host, env)[event] ?? [];
  const limit = own === undefined ? NaN : limitOf(own);
  return Number.isFinite(limit) ? (limit / limitOf(hook)) * LONGEST : null;
};

/** NaN without one. */
const limitOf = (hook: unknown): number => {
  const { timeout, hooks } = Object(hook);
  const [first]: readonly unknown[] = Array.isArray(hooks) ? hooks : [];
  return Number(timeout ?? Object(first)['timeout']);
};
